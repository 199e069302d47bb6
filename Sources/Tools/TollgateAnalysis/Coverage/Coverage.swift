package import TollgateCompiler
package import TollgateRuntime

/// The goals that scenarios have shown of a policy's rules, and those that are missing.
///
/// The percentage is the goals that were shown, out of all goals of all rules: each rule counts as
/// often as there are things to show of it. A policy of which nothing can be shown is covered.
package struct Coverage: Sendable {
  package let graph: RuleGraph
  /// The goals, by rule.
  package let goals: [CoverageMarks]
  /// The goals of which the budget did not decide whether they can be shown, by rule.
  package let undecided: [CoverageMarks]
  /// The goals that were shown, by rule.
  package private(set) var shown: [CoverageMarks]
  /// How many goals there are.
  package let total: Int
  /// How many of them were shown.
  package private(set) var covered = 0

  /// Nothing is shown yet. After the time of the run it is undecided which goals there are.
  package init(of graph: RuleGraph, run: RunBudget = .endless) {
    self.graph = graph
    let possible = CoverageGoals(of: graph, run: run)
    goals = possible.all
    undecided = possible.undecided
    shown = Array(repeating: CoverageMarks(), count: goals.count)
    total = goals.reduce(0) { $0 + $1.count }
  }

  /// The goals of a rule that are not shown yet.
  package func missing(_ rule: Int32) -> CoverageMarks {
    goals[Int(rule)].subtracting(shown[Int(rule)])
  }

  /// Takes in a decision that came out as it was expected.
  package mutating func record(_ decision: Decision) {
    guard let inquiry = decision.inquiry,
      inquiry.subject.rules.contains(where: { !missing($0).isEmpty })
    else { return }
    var seen = ShownGoals(of: inquiry, goals: goals)
    for (rule, marks) in seen.marks() { show(marks, of: rule) }
  }

  /// Takes in a value that is as it was expected, by the decision about reaching it.
  package mutating func record(value decision: Decision) {
    guard let inquiry = decision.inquiry, let setting = inquiry.subject.setting else { return }
    let rule = graph.parts.settings[Int(setting)].rule
    show(marks(newIn: decision, of: rule), of: rule)
  }

  /// The goals of a rule that a decision would show and that are still missing.
  func marks(newIn decision: Decision, of rule: Int32) -> CoverageMarks {
    guard let inquiry = decision.inquiry else { return CoverageMarks() }
    var seen = ShownGoals(of: inquiry, goals: goals)
    let marks = seen.marks().first { $0.rule == rule }?.marks ?? CoverageMarks()
    return marks.subtracting(shown[Int(rule)])
  }

  private mutating func show(_ marks: CoverageMarks, of rule: Int32) {
    covered += marks.subtracting(shown[Int(rule)]).count
    shown[Int(rule)].formUnion(marks)
  }

  /// `100`, `97.5` or `99.99`: the percentage, rounded down to two decimals.
  package var percentage: String { Coverage.percentage(covered, of: total) }

  /// A share as a percentage, rounded down to two decimals: 100 only when nothing is missing.
  package static func percentage(_ part: Int, of total: Int) -> String {
    let hundredths = total == 0 ? 10_000 : part * 10_000 / total
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }

  /// Whether the percentage, unrounded, is at least `numerator / denominator` percent.
  package func isAtLeast(_ numerator: Int, over denominator: Int) -> Bool {
    guard total > 0 else { return true }
    let shown = covered.multipliedFullWidth(by: 100 * denominator)
    let asked = total.multipliedFullWidth(by: numerator)
    return shown.high == asked.high ? shown.low >= asked.low : shown.high > asked.high
  }
}

extension ScenarioRunner {
  /// Runs a scenario, and takes in what it shows.
  @discardableResult
  package func run(_ scenario: CheckedScenario, into coverage: inout Coverage) -> ScenarioReport {
    run(scenario, seesMet: { coverage.record($0) }, seesValue: { coverage.record(value: $0) })
  }
}
