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
    for line in coverage.places.indices { suggest(for: Int32(line)) }
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
    var witness = witness
    if case .reminded(let place) = goal,
      case .beforeEnd(let lead) = graph.parts.rules[Int(rule)].reminders[place].at
    {
      witness.lasting = lead.milliseconds
    }
    let ask = ask(witness, for: goal, of: rule, about: target, graph)
    func decision(_ snapshot: Snapshot, _ now: Instant) -> Decision {
      graph.decide(Target(index: target), ask: ask, for: graph.prepareTyped(snapshot), at: now)
    }
    func marks(_ decision: Decision) -> CoverageMarks {
      coverage.marks(newIn: decision, of: rule)
    }
    let first = decision(witness.snapshot, witness.now)
    let goals = marks(first)
    guard goals.contains(goal) else { return nil }
    let words = goals.goals.map { graph.words(for: $0, of: rule) }.joined(separator: ", ")
    var name = String.UnicodeScalarView()
    let line = coverage.places[Int(rule)].text.unicodeScalars
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
    case .step, .taken, .reminded: 6
    case .beyondMoney, .lastForMoney, .forMoney: 7
    case .met(let place): 8 + place
    case .held: 100
    }
  }
}

/// Asks the exact engines about the goals of a policy's rules, until a budget ends.
///
/// It looks at asks with fresh purchase data of users of whom everything is known. An ask adds
/// some amount; where nothing grows, as to stay at a limit of 0, it adds nothing.
struct GoalAsker {
  let graph: RuleGraph
  /// Targets with the same rules: one of them, and the rules.
  private var groups: [(target: Int32, rules: [Int32])] = []
  /// The groups of each line, those with the fewest rules first.
  private var places: [[Int]]
  private let terms: Terms
  private let vocabulary: Vocabulary
  /// The group that was asked about last: mostly the next rule is about it too.
  private var current: Int?
  private var askers: [Asker] = []
  /// How many questions are left for all rules together.
  private var left: Int
  private let questions: Int
  private let budget: Budget
  private static let still = Scope(
    isKnown: true, holding: .entitlements, amount: 0, mayContinue: true)

  init(_ graph: RuleGraph, questions: Int = 50_000, run: RunBudget = .endless) {
    self.graph = graph
    budget = Budget(nodes: 50_000, steps: 5_000, run: run)
    self.questions = questions
    left = questions
    (terms, vocabulary) = Vocabulary.alone(graph)
    let count = graph.parts.rules.count
    places = [[Int]](repeating: [], count: count + graph.parts.uses.count)
    var known: Set<[[Int32]]> = []
    for (index, target) in graph.parts.targets.enumerated() {
      let rules = vocabulary.rules(of: Int32(index))
      let uses = graph.uses[Int32(index)]
      guard known.insert([rules, uses]).inserted else { continue }
      for rule in target.rules { places[Int(rule)].append(groups.count) }
      for use in uses { places[count + Int(use)].append(groups.count) }
      groups.append((Int32(index), rules))
    }
    for index in graph.parts.settings.indices {
      let target = graph.target(ofSetting: SettingIndex(index)).index
      places[Int(graph.parts.settings[index].rule)].append(groups.count)
      groups.append((target, graph.parts.targets[Int(target)].rules))
    }
    for rule in places.indices {
      places[rule].sort { [groups] a, b in
        let (one, two) = (groups[a].rules.count, groups[b].rules.count)
        return one == two ? a < b : one < two
      }
    }
  }

  /// Whether some ask shows a goal; `nil` if the budget ended before that was known.
  mutating func canShow(_ goal: CoverageGoal, of rule: Int32) -> Bool? {
    var isOpen = false
    for group in places[Int(rule)] {
      let question = CanBeShown(goal: goal, rule: rule, rules: groups[group].rules)
      for asker in askers(for: goal, of: rule, in: group) {
        switch ask(question, asker) {
        case .answered(true): return true
        case .answered(false): break
        case .undecided: isOpen = true
        }
      }
      // Only what decides depends on the other rules of a target.
      if goal != .decided { break }
    }
    return isOpen ? nil : false
  }

  /// Cases that may show a goal, each with its target. Gives what ran out if not all were looked
  /// at and none was enough.
  @discardableResult
  mutating func witnesses(
    of goal: CoverageGoal, _ rule: Int32, until isEnough: (Int32, Witness) -> Bool
  ) -> Exhausted? {
    var open: Exhausted?
    for group in places[Int(rule)].prefix(8) {
      let question = GoalWitness(goal: goal, rule: rule, rules: groups[group].rules)
      for asker in askers(for: goal, of: rule, in: group) {
        switch ask(question, asker) {
        case .answered(let witness?):
          if isEnough(groups[group].target, witness) { return nil }
        case .answered(nil): break
        case .undecided(let exhausted): open = exhausted
        }
      }
    }
    return open
  }

  private mutating func ask<Q: PolicyQuestion>(_ question: Q, _ asker: Asker) -> Asked<Q.Answer> {
    guard left > 0 else { return .undecided(Exhausted(.steps, limit: questions)) }
    left -= 1
    return asker.ask(question)
  }

  /// The askers for uses that grow and for those that do not, as far as a goal needs them.
  private mutating func askers(
    for goal: CoverageGoal, of rule: Int32, in group: Int
  ) -> [Asker] {
    if current != group {
      current = group
      askers = [Scope.known, GoalAsker.still].map { [vocabulary, terms, budget] scope in
        Asker(vocabulary, terms: terms, scope: scope, budget: budget)
      }
    }
    guard Int(rule) < graph.parts.rules.count else { return [askers[0]] }
    let limit = graph.parts.rules[Int(rule)].limit
    let ladder = graph.parts.ladder(of: graph.parts.rules[Int(rule)])
    switch goal {
    case .held: return limit == nil ? [askers[0]] : askers
    case .inside:
      if limit?.kind == .bare { return [askers[1]] }
      let isNothing = limit?.kind == .atMost(0) || ladder?.base == .quantity(0)
      return isNothing ? [askers[1], askers[0]] : [askers[0]]
    case .insideStep(let place):
      let isNothing = ladder?.steps[place].value == .quantity(0)
      return isNothing ? [askers[1], askers[0]] : [askers[0]]
    case .failed, .decided, .outside, .met, .outsideStep, .step, .lastForMoney, .beyondMoney,
      .forMoney, .reminded, .taken:
      return [askers[0]]
    }
  }
}
