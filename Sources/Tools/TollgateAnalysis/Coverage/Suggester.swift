import TollgateRuntime

/// A scenario that shows something that none has shown yet.
package struct Suggestion: Sendable {
  /// The rule that it was made for.
  package let rule: Int32
  /// The goals of the rule that it shows.
  package let goals: CoverageMarks
  /// The scenario, to be pasted into the policy; it ends in a line break.
  package let text: String
}

/// Makes scenarios that show what is still missing: for each goal the exact engines give a case
/// that shows it.
package struct Suggester {
  /// The suggestions, in the order of the rules.
  package private(set) var suggestions: [Suggestion] = []
  /// The goals for which no scenario can be written, or for which the budget ended.
  package private(set) var missing: [(rule: Int32, goal: CoverageGoal)] = []
  /// The rules of whose goals some were not looked for to the end, ascending.
  package private(set) var undecided: [Int32] = []
  /// The resource that ran out for the first of them.
  package private(set) var exhausted: Exhausted?
  private let graph: RuleGraph
  package private(set) var coverage: Coverage
  private var asker: GoalAsker

  /// How much of a rule the title of a scenario shows.
  private static let mostOfRule = 200

  /// Begins with what scenarios have shown.
  package init(_ coverage: Coverage, run: RunBudget = .endless) {
    self.coverage = coverage
    graph = coverage.graph
    asker = GoalAsker(graph, run: run)
    for rule in graph.parts.rules.indices { suggest(for: Int32(rule)) }
    // A later scenario may have shown a goal that was not found.
    missing.removeAll { [coverage] in !coverage.missing($0.rule).contains($0.goal) }
    undecided.removeAll { [coverage] in coverage.missing($0).isEmpty }
  }

  /// A case that decides comes first: it mostly shows more than one goal.
  private mutating func suggest(for rule: Int32) {
    let wanted = coverage.missing(rule).goals
    for goal in wanted.sorted(by: { $0.order < $1.order })
    where coverage.missing(rule).contains(goal) {
      let (found, open) = suggestion(for: goal, of: rule)
      guard let (suggestion, decision) = found else {
        if let open {
          exhausted = exhausted ?? open
          if undecided.last != rule { undecided.append(rule) }
        } else {
          missing.append((rule, goal))
        }
        continue
      }
      suggestions.append(suggestion)
      if graph.setting(ofRule: rule) == nil {
        coverage.record(decision)
      } else {
        coverage.record(value: decision)
      }
    }
  }

  private mutating func suggestion(
    for goal: CoverageGoal, of rule: Int32
  ) -> (found: (Suggestion, Decision)?, open: Exhausted?) {
    var found: (Suggestion, Decision)?
    let open = asker.witnesses(of: goal, rule) { [coverage] target, witness in
      found = Suggester.suggestion(witness, for: goal, of: rule, about: target, coverage)
      return found != nil
    }
    return (found, open)
  }

  /// The question of a case. For a step of a setting it is about the value that the step gives.
  private static func ask(
    _ witness: Witness, for goal: CoverageGoal, of rule: Int32, about target: Int32,
    _ graph: RuleGraph
  ) -> Ask {
    guard graph.setting(ofRule: rule) != nil, case .step(let place) = goal,
      let ladder = graph.parts.ladder(of: graph.parts.rules[Int(rule)])
    else { return witness.ask(about: graph.parts.targets[Int(target)].name) }
    return Ask(reaching: ladder.steps[place].value)
  }

  /// The scenario of a case, if the decision about it really shows the goal.
  private static func suggestion(
    _ witness: Witness, for goal: CoverageGoal, of rule: Int32, about target: Int32,
    _ coverage: Coverage
  ) -> (Suggestion, Decision)? {
    let graph = coverage.graph
    let ask = ask(witness, for: goal, of: rule, about: target, graph)
    func decision(_ snapshot: Snapshot, _ now: Instant) -> Decision {
      graph.decide(Target(index: target), ask: ask, for: graph.prepare(snapshot), at: now)
    }
    func marks(_ decision: Decision) -> CoverageMarks {
      coverage.marks(newIn: decision, of: rule)
    }
    let first = decision(witness.snapshot, witness.now)
    let goals = marks(first)
    guard goals.contains(goal) else { return nil }
    let words = goals.goals.map { graph.words(for: $0, of: rule) }.joined(separator: ", ")
    var name = String.UnicodeScalarView()
    let line = graph.parts.rules[Int(rule)].place.text.unicodeScalars
    name.append(contentsOf: line.prefix(mostOfRule))
    // The scenario gives less than the case that was found, so it may show less of other rules.
    var written = first
    func shows(_ snapshot: Snapshot, _ now: Instant) -> Bool {
      let reduced = decision(snapshot, now)
      guard goals == marks(reduced) else { return false }
      written = reduced
      return true
    }
    let (subject, title) = (Target(index: target), String(name) + ": " + words)
    let text =
      graph.setting(ofRule: rule) == nil
      ? witness.scenario(of: subject, in: graph, title: title, showing: shows)
      : witness.scenario(ofValueOf: subject, in: graph, title: title, showing: shows)
    return text.map { (Suggestion(rule: rule, goals: goals, text: $0), written) }
  }
}

extension CoverageGoal {
  /// The order in which goals are looked for.
  fileprivate var order: Int {
    switch self {
    case .outside: 0
    case .decided: 1
    case .failed: 2
    case .inside: 3
    case .outsideStep: 4
    case .insideStep: 5
    case .step: 6
    case .met(let place): 7 + place
    case .held: 100
    }
  }
}
