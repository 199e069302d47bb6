package import TollgateRuntime

/// The goals that scenarios are to show of each rule: those that some ask can show.
///
/// The exact engines are asked about each of them. A goal that the budget does not decide counts
/// as one, and is told as undecided.
package struct CoverageGoals: Sendable {
  /// The goals, by rule.
  package private(set) var all: [CoverageMarks] = []
  /// Those among them of which the budget did not decide whether an ask can show them.
  package private(set) var undecided: [CoverageMarks] = []

  /// The goals of each rule; after so many questions, or the time of the run, the rest is
  /// undecided.
  package init(
    of graph: RuleGraph, questions: Int = 50_000, run: RunBudget = .endless
  ) {
    var asker = GoalAsker(graph, questions: questions, run: run)
    for (index, rule) in graph.parts.rules.enumerated() {
      var (goals, open) = (CoverageMarks(), CoverageMarks())
      for goal in CoverageGoals.candidates(rule, in: graph) {
        // A rule that cannot fail decides nothing, and its limit stops nobody.
        if goal.needsFailure, !goals.contains(.failed) { continue }
        let answer = asker.canShow(goal, of: Int32(index))
        if answer != false { goals.insert(goal) }
        if answer == nil { open.insert(goal) }
      }
      all.append(goals)
      undecided.append(open)
    }
  }

  private static func candidates(_ rule: Rule, in graph: RuleGraph) -> [CoverageGoal] {
    var goals: [CoverageGoal] = []
    if case .setting? = rule.limit?.kind {} else { goals = [.held, .failed, .decided] }
    switch rule.limit?.kind {
    case .setting, nil: break
    case .bare, .atMost, .allowance, .undecided, .ladder: goals += [.inside, .outside]
    }
    for place in rule.needs.indices.prefix(CoverageMarks.mostAlternatives) {
      goals.append(.met(place))
    }
    for (place, step) in graph.parts.steps(of: rule).enumerated() {
      guard let limit = rule.limit, limit.meter != nil, case .quantity = step.value else {
        goals.append(.step(place))
        continue
      }
      goals += [.insideStep(place), .outsideStep(place)]
    }
    return goals
  }
}

extension RuleGraph {
  /// The setting whose own rule a rule is; `nil` for any other rule.
  func setting(ofRule rule: Int32) -> SettingIndex? {
    guard case .setting(let index)? = parts.rules[Int(rule)].limit?.kind else { return nil }
    return index
  }
}

extension CoverageGoal {
  /// Whether only a rule that can fail has this goal.
  fileprivate var needsFailure: Bool {
    switch self {
    case .decided, .inside, .outside, .insideStep, .outsideStep: true
    case .held, .failed, .met, .step: false
    }
  }
}
