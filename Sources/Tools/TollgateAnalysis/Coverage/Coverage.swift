package import TollgateCompiler
package import TollgateRuntime

/// The goals that scenarios have shown of a policy's lines, and those that are missing. A line is a
/// rule, or after all rules an amount that a use takes, each by its index.
///
/// The percentage is the goals that were shown, out of all goals of all lines: each line counts as
/// often as there are things to show of it. A policy of which nothing can be shown is covered.
package struct Coverage: Sendable {
  package let graph: RuleGraph
  /// Where each line is written.
  package let places: [Rule.Place]
  /// The goals, by line.
  package let goals: [CoverageMarks]
  /// The goals of which the budget did not decide whether they can be shown, by line.
  package let undecided: [CoverageMarks]
  /// The goals that were shown, by line.
  package private(set) var shown: [CoverageMarks]
  /// How many goals there are.
  package let total: Int
  /// How many of them were shown.
  package private(set) var covered = 0

  /// Nothing is shown yet. After the time of the run it is undecided which goals there are.
  package init(of graph: RuleGraph, run: RunBudget = .endless) {
    self.graph = graph
    places = graph.parts.rules.map { $0.place } + graph.parts.uses.map { $0.place }
    let possible = CoverageGoals(of: graph, run: run)
    goals = possible.all
    undecided = possible.undecided
    shown = Array(repeating: CoverageMarks(), count: goals.count)
    total = goals.reduce(0) { $0 + $1.count }
  }

  /// The goals of a line that are not shown yet.
  package func missing(_ rule: Int32) -> CoverageMarks {
    goals[Int(rule)].subtracting(shown[Int(rule)])
  }

  /// Takes in a decision that came out as it was expected.
  package mutating func record(_ decision: Decision) {
    guard let inquiry = decision.inquiry,
      inquiry.subject.rules.contains(where: { !missing($0).isEmpty })
        || inquiry.ask.growth != .adding(0) && !graph.parts.uses.isEmpty
    else { return }
    var seen = ShownGoals(of: inquiry, goals: goals)
    for (rule, marks) in seen.marks() { show(marks, of: rule) }
    if let (rule, goal) = reminded(by: decision) { show([goal], of: rule) }
  }

  /// The reminder of an end that is due by a decision, as a goal of its rule.
  private func reminded(by decision: Decision) -> (rule: Int32, goal: CoverageGoal)? {
    guard graph.parts.tables.remindsOfEnds, let reminder = decision.reminder,
      reminder.ends != nil, goals[Int(reminder.rule)].contains(.reminded(reminder.reminder))
    else { return nil }
    return (reminder.rule, .reminded(reminder.reminder))
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
    var marks = seen.marks().first { $0.rule == rule }?.marks ?? CoverageMarks()
    if let due = reminded(by: decision), due.rule == rule { marks.insert(due.goal) }
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
/// - `lastForMoney`, `beyondMoney`: while the user may go beyond the limit for money, the ask brings
///   the counter to the last value that is allowed so, or to the next one. Where there is no end,
///   `forMoney`: the rule holds for money.
/// - `reminded`: this reminder of an end is due.
/// - `taken`: of an amount that a use takes, the ask takes it, and no step makes it less. A step of
///   it is shown as `step` where it counts and no lesser amount does.
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
  case lastForMoney
  case beyondMoney
  case forMoney
  /// By the place of the reminder among those of the rule.
  case reminded(Int)
  case taken

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
    case .lastForMoney, .forMoney: (3, 0)
    case .beyondMoney: (3, 1)
    case .reminded(let place): (4, place)
    case .taken: (0, 5)
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
    var lines: [[CoverageGoal]] = []
    for index in graph.parts.rules.indices {
      lines.append(CoverageGoals.candidates(Int32(index), in: graph))
    }
    for use in graph.parts.uses {
      let steps = graph.parts.ladders[Int(use.ladder)].steps.indices
      lines.append([.taken] + steps.map { .step($0) })
    }
    for (index, candidates) in lines.enumerated() {
      var (goals, open) = (CoverageMarks(), CoverageMarks())
      for goal in candidates {
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

  private static func candidates(_ index: Int32, in graph: RuleGraph) -> [CoverageGoal] {
    let rule = graph.parts.rules[Int(index)]
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
    if let overage = graph.overage(of: index) {
      goals += overage.most == nil ? [.forMoney] : [.lastForMoney, .beyondMoney]
    }
    for (place, reminder) in rule.reminders.enumerated() where reminder.isOfEnd {
      let isFirst = !rule.reminders[..<place].contains { $0.at == reminder.at }
      if isFirst, graph.mayEnd(index) { goals.append(.reminded(place)) }
    }
    return goals
  }
}

extension RuleGraph {
  /// The setting whose own rule a line is; nil for any other rule, or what a use takes.
  func setting(ofRule rule: Int32) -> SettingIndex? {
    guard Int(rule) < parts.rules.count,
      case .setting(let index)? = parts.rules[Int(rule)].limit?.kind
    else { return nil }
    return index
  }
}

extension CoverageGoal {
  /// Whether only a rule that can fail has this goal.
  fileprivate var needsFailure: Bool {
    switch self {
    case .decided, .inside, .outside, .insideStep, .outsideStep, .lastForMoney, .beyondMoney,
      .forMoney:
      true
    case .held, .failed, .met, .step, .reminded, .taken: false
    }
  }
}

extension RuleGraph {
  /// The words for a goal under its line: `held`, `500 inside`, `met by pro`, `takes 4`.
  package func words(for goal: CoverageGoal, of line: Int32) -> String {
    guard Int(line) < parts.rules.count else {
      return words(for: goal, of: parts.uses[Int(line) - parts.rules.count])
    }
    let rule = parts.rules[Int(line)]
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
    case .lastForMoney, .beyondMoney:
      let most = overage(of: line)?.most ?? 0
      return goal == .lastForMoney
        ? "\(most) more for money" : "\(most.saturatingAdd(1)) more outside"
    case .forMoney: return "more for money"
    case .reminded(let place):
      guard case .beforeEnd(let lead) = rule.reminders[place].at else { return "reminded" }
      return "reminded \(lead.text) before the end"
    case .taken: return "taken"
    }
  }

  /// The same of an amount that a use takes.
  private func words(for goal: CoverageGoal, of use: Use) -> String {
    let ladder = parts.ladders[Int(use.ladder)]
    if case .step(let place) = goal { return ladder.steps[place].place.text }
    guard case .quantity(let amount) = ladder.base else { return "taken" }
    return "\(amount) of \(parts.meters[Int(use.meter)].name)"
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
