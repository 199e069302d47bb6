import TollgateRuntime
import TollgateSyntax

/// Checks rules and `grant` statements.
struct RuleChecker {
  let draft: Draft

  /// A rule with its clauses.
  func check(_ rule: RuleSyntax, of statement: StatementSyntax) -> CheckedRule? {
    let subject = subject(rule, statement)
    let effect = effect(rule.effect)
    let applies =
      rule.applies.isEmpty
      ? CheckedApplicability()
      : ExpressionChecker(draft: draft, rule: rule).applicability(rule.applies)
    var checked = CheckedRule(
      subject: subject ?? .targets(TargetSet()), subjectSpan: span(of: rule.subject),
      effect: effect ?? .off(statement.span), applies: applies ?? CheckedApplicability(),
      row: draft.source.row(at: statement.span.start), text: "", span: statement.span)
    checked.saysEverything = saysEverything(rule.subject)
    checkClauses(of: statement, rule, into: &checked)
    guard subject != nil, effect != nil, applies != nil else { return nil }
    checked.text = text(of: statement)
    return checked
  }

  private func saysEverything(_ subject: RuleSyntax.Subject) -> Bool {
    guard case .things(let subject) = subject else { return false }
    for case .everything in subject.items { return true }
    return false
  }

  private func span(of subject: RuleSyntax.Subject) -> Span {
    switch subject {
    case .things(let subject): subject.span
    case .comparison(let comparison): comparison.span
    }
  }

  private func effect(_ effect: RuleSyntax.Effect) -> CheckedRule.Effect? {
    switch effect {
    case .requires(let expression):
      return draft.expressions.requirement(expression).map { requirement in
        if case .nothing(let span) = requirement { return .requiresNothing(span) }
        return .requires(requirement)
      }
    case .off(let span), .notAllowed(let span): return .off(span)
    case .ladder(let span): return .steps(span)
    }
  }

  private func subject(_ rule: RuleSyntax, _ statement: StatementSyntax) -> CheckedRule.Subject? {
    switch rule.subject {
    case .comparison(let comparison):
      if case .off(let span) = rule.effect {
        draft.report(.clause(.offOnLimit(isAre: isAre(span))), at: span)
      }
      if case .ladder = rule.effect {
        return ladder(comparison, of: statement).map { .ladder($0) }
      }
      return limit(comparison).map { .limit($0) }
    case .things(let things):
      checkNotAllowed(rule.effect)
      if let meter = bareMeter(things) {
        let limit = CheckedLimit(
          meter: meter, window: .total, kind: .bare, isInclusive: false, span: things.span)
        return .limit(limit)
      }
      guard let targets = draft.targets.features(things),
        draft.spend(targets.count, at: things.span)
      else { return nil }
      return .targets(targets)
    }
  }

  private func checkNotAllowed(_ effect: RuleSyntax.Effect) {
    guard case .notAllowed(let span) = effect else { return }
    draft.report(.clause(.notAllowedOnFeature(isAre: isAre(span))), at: span)
  }

  private func isAre(_ span: Span) -> Bool {
    draft.source.text(Span(span.start, min(span.start + 3, span.end))) == "are"
  }

  /// `pets requires basic`: the subject is one name, and that of a meter.
  private func bareMeter(_ subject: SubjectSyntax) -> Int32? {
    guard subject.items.count == 1, subject.exceptions.isEmpty,
      case .name(let name) = subject.items[0], let entry = draft.entry(name.text),
      entry.kind == .meter, !entry.isDisputed
    else { return nil }
    return entry.index
  }

  private func limit(_ comparison: ComparisonSyntax) -> CheckedLimit? {
    let window = draft.window(comparison.window)
    guard let entry = draft.resolve(comparison.meter, .meter), let window,
      let kind = kind(comparison, of: entry.index)
    else { return nil }
    if let refill = draft.policy.meters[Int(entry.index)].refillSpan, window != .total {
      draft.report(
        .counting(.refillsBesideLimit(comparison.meter.text, refill)), at: comparison.span)
    }
    draft.checkPacks(of: comparison.meter, entry.index, window, at: comparison.span)
    return CheckedLimit(
      meter: entry.index, window: window, kind: kind, isInclusive: comparison.isInclusive,
      span: comparison.span)
  }

  func kind(_ comparison: ComparisonSyntax, of meter: Int32) -> Limit.Kind? {
    switch comparison.quantity {
    case .undecided: return .undecided
    case .allowance(_, let otherwise):
      guard let otherwise else { return .allowance(otherwise: nil) }
      return draft.quantity(otherwise, of: meter).map { .allowance(otherwise: $0) }
    case .literal(let literal):
      guard let value = draft.quantity(literal, of: meter) else { return nil }
      guard comparison.isInclusive else { return .atMost(value) }
      if value > 0 { return .atMost(value - 1) }
      draft.report(.literal(.zero(.limit)), at: literal.span)
      return nil
    }
  }

  /// The rule as it is written, without its clauses and comments, white space evened out.
  func text(of statement: StatementSyntax) -> String {
    text(of: statement.tokens, at: statement.span)
  }

  /// A line as it is written, without comments, white space evened out.
  func text(of tokens: Range<Int>, at span: Span) -> String {
    if isEven(tokens, at: span) { return draft.source.text(span) }
    var text: [UInt8] = []
    text.reserveCapacity(2 * (span.end - span.start))
    var isTight = true
    for token in draft.tokens[tokens] {
      guard let spacing = Spacing(token.kind) else { continue }
      if !isTight, !spacing.isTightBefore { text.append(0x20) }
      text += draft.source.bytes[token.span.start..<token.span.end]
      isTight = spacing.isTightAfter
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a line is written with its white space evened out, as most are.
  private func isEven(_ tokens: Range<Int>, at span: Span) -> Bool {
    var end = span.start
    var isTight = true
    for token in draft.tokens[tokens] {
      guard let spacing = Spacing(token.kind) else { continue }
      let isNext = token.span.start == end
      let isApart = token.span.start == end + 1 && draft.source.bytes[end] == 0x20
      guard isTight || spacing.isTightBefore ? isNext : isApart else { return false }
      end = token.span.end
      isTight = spacing.isTightAfter
    }
    return true
  }

  /// Where a token wants no white space.
  private struct Spacing {
    var isTightBefore = false
    var isTightAfter = false

    /// Nothing for what is left out.
    init?(_ kind: Token.Kind) {
      switch kind {
      case .whitespace, .newline, .comment: return nil
      case .comma, .closeParenthesis: isTightBefore = true
      case .range: (isTightBefore, isTightAfter) = (true, true)
      case .openParenthesis: isTightAfter = true
      default: break
      }
    }
  }
}
