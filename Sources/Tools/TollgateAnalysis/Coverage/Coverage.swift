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

/// Something that scenarios are to show of a rule.
///
/// Only an ask whose `expect` line is met shows anything. The evaluation of its decision shows of a
/// rule about its target:
///
/// - `held`: the rule came to true. It did not apply, its limit was not exceeded, its requirement
///   was met, or a running use was let finish.
/// - `failed`: it failed, and not because something is unknown: its reason is another one than
///   `stale`, `unknown-usage` and `unknown-fact`. (As for all reasons, a `grant` statement whose
///   facts are missing counts as not given.)
/// - `decided`: it failed in that way, and without this one rule the outcome would be another one.
/// - `inside`, `outside`: while the limit binds (in force, condition true, requirement not met), the
///   ask brings the counter to the last value that the limit lets pass, allowance added, or to the
///   next one. The ask must raise the value, since limits stop growth only; but nothing can grow
///   to 0, so a last value of 0 (a bare meter, `> 0`) is shown by an ask that leaves it at 0.
/// - `met`: the rule applied, its limit was exceeded, and it was this alternative that met the
///   requirement: all names of the alternative are held, and every other alternative whose names
///   are all held is included in it. Who holds `full`, which includes `basic`, meets `basic or
///   full` by `full`; who holds `basic` alone, by `basic`.
/// - `insideStep`, `outsideStep`: the same of a step of a ladder, while the step surely counts and is
///   the user's limit; `inside` and `outside` of a ladder are those of its base.
/// - `step`: a step of a ladder that is `unlimited` surely counts, and the ask leads beyond every
///   quantity of the ladder; or a step of a setting gives the user's value, and that is the value
///   that is expected or asked for with `reaching`, with or without what allowances add.
///
/// A goal that no ask can show is left out (``CoverageGoals``).
package enum CoverageGoal: Sendable, Hashable {
  case held
  case failed
  case decided
  case inside
  case outside
  /// By the place of the alternative among the needs of the rule.
  case met(Int)
  /// By the place of the step, as all three.
  case insideStep(Int)
  case outsideStep(Int)
  case step(Int)

  /// Where it is shown: the goals of each step together, after all others.
  fileprivate var place: (part: Int, number: Int) {
    switch self {
    case .held: (0, 0)
    case .failed: (0, 1)
    case .decided: (0, 2)
    case .inside: (0, 3)
    case .outside: (0, 4)
    case .met(let place): (1, place)
    case .insideStep(let place): (2, 3 * place)
    case .outsideStep(let place): (2, 3 * place + 1)
    case .step(let place): (2, 3 * place + 2)
    }
  }
}

/// A set of goals of one rule.
package typealias CoverageMarks = Set<CoverageGoal>

extension CoverageMarks {
  /// How many alternatives of a requirement are told apart; the graph lists no more needs.
  package static let mostAlternatives = 64

  /// The goals, in the order in which they are shown.
  package var goals: [CoverageGoal] { sorted { $0.place < $1.place } }
}

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

extension RuleGraph {
  /// The words for a goal under the line of its rule: `held`, `500 inside`, `met by pro`.
  package func words(for goal: CoverageGoal, of rule: Int32) -> String {
    let rule = parts.rules[Int(rule)]
    switch goal {
    case .held: return "held"
    case .failed: return "failed"
    case .decided: return "decided"
    case .inside, .outside:
      let (more, side): (Int64, String) = goal == .inside ? (0, "inside") : (1, "outside")
      let isEach = parts.ladder(of: rule)?.isBaseEach == true
      guard let last = lastInside(rule.limit) else {
        return goal == .inside ? "last inside" : "first outside"
      }
      return isEach ? "\(last) for each \(side)" : "\(last.saturatingAdd(more)) \(side)"
    case .met(let place): return "met by " + names(rule.needs[place]).joined(separator: " and ")
    case .insideStep(let place): return words(forStep: place, of: rule, beyond: 0, "inside")
    case .outsideStep(let place): return words(forStep: place, of: rule, beyond: 1, "outside")
    case .step(let place): return parts.ladder(of: rule)?.steps[place].place.text ?? "step"
    }
  }

  /// `100 inside`; with the step, where another one has the same quantity.
  private func words(
    forStep place: Int, of rule: Rule, beyond: Int64, _ side: String
  ) -> String {
    guard let steps = parts.ladder(of: rule)?.steps, case .quantity(let last) = steps[place].value
    else { return side }
    let isAlone = !steps.indices.contains { $0 != place && steps[$0].value == steps[place].value }
    let each = steps[place].isEach ? " for each" : ""
    let amount = steps[place].isEach ? last : last.saturatingAdd(beyond)
    let words = "\(amount)\(each) \(side)"
    return isAlone ? words : words + " of \(steps[place].place.text)"
  }

  /// The last value inside a limit without its allowance, where the policy names one.
  private func lastInside(_ limit: Limit?) -> Int64? {
    switch limit?.kind {
    case .bare: return 0
    case .atMost(let quantity): return quantity
    case .ladder(let index):
      guard case .quantity(let base) = parts.ladders[Int(index)].base else { return nil }
      return base
    case .allowance, .undecided, .setting, nil: return nil
    }
  }

  /// The names of an alternative.
  private func names(_ need: [Rule.Need]) -> [String] {
    need.map { name in
      switch name {
      case .entitlement(let index): parts.entitlements[Int(index)].name
      case .fact(let index): parts.facts[Int(index)].name
      }
    }
  }
}
