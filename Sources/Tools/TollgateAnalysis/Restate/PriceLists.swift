package import TollgateCompiler
package import TollgateRuntime
package import TollgateSyntax

/// The price lists of meters: plain limits that one ladder can say, and ladders that plain limits
/// can say, each proved to mean the same.
package struct PriceLists {
  let syntax: PolicySyntax
  let policy: CheckedPolicy
  let graph: RuleGraph
  let budget: Budget

  package init(
    _ syntax: PolicySyntax, _ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget
  ) {
    self.syntax = syntax
    self.policy = policy
    self.graph = graph
    self.budget = budget
  }

  /// Rules that other sentences say.
  package struct Restated: Sendable {
    package var rules: [Int]
    /// The piece of the text to replace; `nil` where it holds more than these rules.
    package var span: Span?
    /// The sentences in their place, line by line.
    package var lines: [String]
  }

  /// Plain limits that look like a ladder.
  private struct Candidate {
    var rules: [Int]
    var stairs: [Stair]
    var steps: [CheckedStep]
    var lines: [String]
  }

  /// The limits that one ladder says, each with whether that is proved.
  func ladders() -> [(limits: Restated, isSame: Asked<Bool>)] {
    let candidates = candidates()
    guard !candidates.isEmpty else { return [] }
    var lowering = Lowering(policy, extending: graph.parts)
    var questions: [SaysTheSame] = []
    for candidate in candidates {
      var ladder = Ladder(base: .quantity(candidate.stairs[0].quantity))
      for step in candidate.steps { ladder.steps.append(lowering.extend(step)) }
      questions.append(SaysTheSame(stairs: candidate.stairs, ladder: ladder))
    }
    let asking = Asking(lowering, budget)
    return candidates.indices.map { place in
      let candidate = candidates[place]
      let span = pieceToReplace(candidate.rules)
      return (
        Restated(rules: candidate.rules, span: span, lines: candidate.lines),
        asking.ask(questions[place])
      )
    }
  }

  /// The plain limits that say what a ladder says; `nil` where none do.
  package func limits(ofLadder rule: Int) -> Restated? {
    let checked = policy.rules[rule]
    guard case .ladder(let ladder) = checked.subject, case .quantity(let base) = ladder.base,
      checked.saysNothingElse, !ladder.steps.isEmpty,
      ladder.steps.allSatisfy({ $0.applies == CheckedApplicability() && !$0.asksForNothing }),
      let statement = syntax.statement(at: checked.span.start),
      statement.clauses.count == ladder.steps.count,
      let comparison = syntax.comparison(of: checked),
      case .literal(let literal) = comparison.quantity
    else { return nil }
    var lowering = Lowering(policy, extending: graph.parts)
    var lowered = Ladder(base: ladder.base)
    for step in ladder.steps { lowered.steps.append(lowering.extend(step)) }
    let window = ladder.window.name.map { " per " + $0 } ?? ""
    var stairs: [Stair] = []
    var lines: [String] = []
    for value in lowered.quantities where value >= base {
      let above = ladder.steps.filter { $0.value.isMore(than: value) }
      let written = ladder.steps.first { $0.value == .quantity(value) }?.valueSpan
      let quantity = syntax.source.text(value == base ? literal.span : written ?? literal.span)
      let head = "\(syntax.source.text(comparison.meter.span)) > \(quantity)\(window)"
      guard let first = above.first else {
        stairs.append(
          Stair(quantity: value, requirement: lowering.extendByNever(), needs: []))
        lines.append("\(head) is not allowed")
        continue
      }
      var alternatives: [CheckedExpression] = []
      for step in above {
        for alternative in step.requirement.alternatives
        where !alternatives.contains(where: { text($0) == text(alternative) }) {
          alternatives.append(alternative)
        }
      }
      let expression = CheckedExpression.anyOf(alternatives, first.span)
      let (node, needs) = lowering.extend(requirement: expression)
      stairs.append(Stair(quantity: value, requirement: node, needs: needs))
      lines.append("\(head) requires \(text(expression))")
    }
    let asking = Asking(lowering, budget)
    guard asking.ask(SaysTheSame(stairs: stairs, ladder: lowered)).answer == true else {
      return nil
    }
    let span = Span(statement.span.start, statement.end)
    let hasComment = syntax.source.text(span).utf8.contains(UInt8(ascii: "#"))
    return Restated(rules: [rule], span: hasComment ? nil : span, lines: lines)
  }

  // MARK: Plain limits

  private func candidates() -> [Candidate] {
    var candidates: [Candidate] = []
    for target in graph.parts.targets where target.meter != nil && target.rules.count > 1 {
      for list in limits(amongst: target.rules) {
        if let candidate = candidate(list) { candidates.append(candidate) }
      }
    }
    return candidates
  }

  /// The limits of a meter, those of one window together.
  private func limits(amongst rules: [Int32]) -> [[Int32]] {
    var windows: [Window] = []
    var lists: [Window: [Int32]] = [:]
    var scattered: Set<Window> = []
    for (place, index) in rules.enumerated() {
      guard let limit = graph.parts.rules[Int(index)].limit, limit.isComparison else { continue }
      if lists[limit.window] == nil { windows.append(limit.window) }
      var list = lists[limit.window] ?? []
      // Another rule between two of them would be reported before the second one.
      let isNext = list.isEmpty || rules[place - 1] == list[list.count - 1]
      if !isNext { scattered.insert(limit.window) }
      list.append(index)
      lists[limit.window] = list
    }
    return windows.filter { !scattered.contains($0) }.compactMap { lists[$0] }
      .filter { $0.count > 1 }
  }

  /// The one price list that says what these limits say. Each of its steps asks for a plan that its
  /// own limit requires and no higher limit does.
  private func candidate(_ list: [Int32]) -> Candidate? {
    var stairs: [Stair] = []
    var alternatives: [[CheckedExpression]] = []
    var quantities: [String] = []
    for index in list {
      let checked = policy.rules[Int(index)]
      guard case .limit(let limit) = checked.subject, case .atMost(let quantity) = limit.kind,
        stairs.allSatisfy({ $0.quantity < quantity }), checked.saysNothingElse,
        syntax.statement(at: checked.span.start)?.clauses.isEmpty == true,
        let comparison = syntax.comparison(of: checked),
        case .literal(let literal) = comparison.quantity
      else { return nil }
      switch checked.effect {
      case .requires(let expression): alternatives.append(expression.alternatives)
      case .off where stairs.count == list.count - 1: alternatives.append([])
      case .off, .requiresNothing, .steps: return nil
      }
      let rule = graph.parts.rules[Int(index)]
      stairs.append(Stair(quantity: quantity, requirement: rule.requirement, needs: rule.needs))
      quantities.append(
        comparison.isInclusive ? String(quantity) : syntax.source.text(literal.span))
    }
    guard let comparison = syntax.comparison(of: policy.rules[Int(list[0])]) else { return nil }
    let window = graph.parts.rules[Int(list[0])].limit?.window.name.map { " per " + $0 } ?? ""
    let meter = syntax.source.text(comparison.meter.span)
    var candidate = Candidate(
      rules: list.map { Int($0) }, stairs: stairs, steps: [],
      lines: ["\(meter) at most \(quantities[0])\(window)"])
    for place in list.indices {
      let isLast = place == list.count - 1
      let later = isLast ? [] : alternatives[place + 1].map { text($0) }
      let own = alternatives[place].filter { !later.contains(text($0)) }
      if own.isEmpty {
        // The last one is not allowed to anybody; another one adds nothing to the next.
        guard isLast else { return nil }
        continue
      }
      let checked = policy.rules[Int(list[place])]
      let expression = CheckedExpression.anyOf(own, checked.span)
      let line = "\(isLast ? "unlimited" : quantities[place + 1]) with \(text(expression))"
      candidate.lines.append("  " + line)
      candidate.steps.append(
        CheckedStep(
          value: isLast ? .unlimited : .quantity(stairs[place + 1].quantity),
          valueSpan: checked.subjectSpan, requirement: expression,
          applies: CheckedApplicability(), row: checked.row, text: line, span: checked.span))
    }
    // Names that are not declared are known in the order in which they are first written.
    let names = alternatives.joined().flatMap { $0.entitlements }
    let written = candidate.steps.flatMap { $0.requirement.entitlements }
    return names.eachOnce == written.eachOnce ? candidate : nil
  }

  /// The piece of the text that holds statements and nothing else: no other statement, no comment.
  private func pieceToReplace(_ rules: [Int]) -> Span? {
    let spans = rules.map { policy.rules[$0].span }
    guard let first = spans.first, let last = spans.last,
      syntax.source.fileIndex(at: first.start) == syntax.source.fileIndex(at: last.start)
    else { return nil }
    for (one, next) in zip(spans, spans.dropFirst()) {
      guard one.end <= next.start,
        syntax.source.text(Span(one.end, next.start)).utf8.allSatisfy({
          $0 == 0x20 || (0x09...0x0D).contains($0)
        })
      else { return nil }
    }
    let piece = Span(first.start, last.end)
    return syntax.source.text(piece).utf8.contains(UInt8(ascii: "#")) ? nil : piece
  }

  // MARK: Requirements

  /// A requirement as it is written, on one line; `and` and `or` never meet without parentheses.
  private func text(_ expression: CheckedExpression) -> String { text(expression, isPart: false) }

  private func text(_ expression: CheckedExpression, isPart: Bool) -> String {
    let words: String
    switch expression {
    case .not(let inner, _): return "not " + text(inner, isPart: true)
    case .paid(let index, _):
      words = "paid " + Spelled.name(policy.entitlements[Int(index)].name.text)
    case .all(let list, _):
      words = list.map { text($0, isPart: true) }.joined(separator: " and ")
    case .any(let list, _):
      words = list.map { text($0, isPart: true) }.joined(separator: " or ")
    default: return syntax.source.text(expression.span)
    }
    return isPart ? "(\(words))" : words
  }
}

/// Asks about conditions that were added to a policy.
private struct Asking {
  let terms: Terms
  let vocabulary: Vocabulary
  let budget: Budget

  init(_ lowering: Lowering, _ budget: Budget) {
    (terms, vocabulary) = Vocabulary.alone(RuleGraph(verified: lowering.extended, digest: []))
    self.budget = budget
  }

  func ask<Q: PolicyQuestion>(_ question: Q) -> Asked<Q.Answer> {
    Asker(vocabulary, terms: terms, scope: .all, budget: budget).ask(question)
  }
}

extension CheckedRule {
  /// Whether it is always in force, never soft, and has no text, reminder or other clause that says
  /// more than its limit.
  fileprivate var saysNothingElse: Bool {
    applies == CheckedApplicability() && soft == .never && !runningUseMayFinish
      && prompt == PromptStyle() && reminders.isEmpty && message == nil && because.isEmpty
      && instead.isEmpty
  }
}

extension CheckedExpression {
  /// The expressions that it joins with `or`; itself, if it does not.
  fileprivate var alternatives: [CheckedExpression] {
    if case .any(let list, _) = self { return list }
    return [self]
  }

  /// The word that joins expressions: `or`.
  fileprivate static func anyOf(_ list: [CheckedExpression], _ span: Span) -> CheckedExpression {
    list.count == 1 ? list[0] : .any(list, span)
  }
}

extension [Int32] {
  fileprivate var eachOnce: [Int32] {
    var seen: Set<Int32> = []
    return filter { seen.insert($0).inserted }
  }
}

extension PolicySyntax {
  /// The comparison that is the subject of a rule, as it is written.
  func comparison(of rule: CheckedRule) -> ComparisonSyntax? {
    guard let statement = statement(at: rule.span.start), case .rule(let written) = statement.kind,
      case .comparison(let comparison) = written.subject
    else { return nil }
    return comparison
  }
}

/// One of several plain limits of a meter in a window: whoever does not meet what it requires is
/// stopped at its quantity.
struct Stair: Sendable, Hashable {
  var quantity: Int64
  var requirement: NodeIndex
  var needs: [[Rule.Need]]
}

/// Whether plain limits, ascending, and a ladder of the same meter and window say the same.
struct SaysTheSame: PolicyQuestion {
  let stairs: [Stair]
  let ladder: Ladder

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    try model.says(stairs, like: ladder, in: model)
  }
}

extension PolicyModel {
  /// Whether the same people pass each quantity by limits and by a ladder, known or not, and need
  /// the same for it. Then everybody is decided alike and has the same limit: the first quantity
  /// that they do not surely pass.
  func says(
    _ stairs: [Stair], like ladder: Ladder, in other: PolicyModel<E>
  ) throws(Exhausted) -> Bool {
    guard case .quantity(let base) = ladder.base, base == stairs.first?.quantity,
      ladder.quantities.allSatisfy({ value in
        value <= base || stairs.contains { $0.quantity == value }
      })
    else { return false }
    for stair in stairs {
      let steps = ladder.steps(above: stair.quantity)
      guard !steps.contains(where: { $0.asksForNothing }),
        stair.needs == StepNeeds(steps, in: other.graph).minimal
      else { return false }
      for value in [true, false] {
        let passes = try region(of: stair.requirement, is: value)
        let helps = try other.gives(moreThan: stair.quantity, by: ladder, is: value)
        guard try universe.isPart(passes, of: helps), try universe.isPart(helps, of: passes)
        else { return false }
      }
    }
    return true
  }
}

extension Ladder {
  /// The steps that give more than a quantity.
  func steps(above quantity: Int64) -> [LadderStep] {
    steps.filter { $0.value.isMore(than: quantity) }
  }
}

extension Ladder.Value {
  func isMore(than quantity: Int64) -> Bool {
    if case .quantity(let value) = self { return value > quantity }
    return true
  }
}

extension Limit {
  /// Whether it compares the meter with a value; a bare meter does not.
  var isComparison: Bool { kind != .bare }
}
