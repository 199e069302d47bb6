import TollgateRuntime

/// Asks the exact engines about the goals of a policy's rules, until a budget ends.
///
/// It looks at asks with fresh purchase data of users of whom everything is known. An ask adds
/// some amount; where nothing grows, as to stay at a limit of 0, it adds nothing.
struct GoalAsker {
  let graph: RuleGraph
  /// Targets with the same rules: one of them, and the rules.
  private var groups: [(target: Int32, rules: [Int32])] = []
  /// The groups of each rule, those with the fewest rules first.
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
    places = [[Int]](repeating: [], count: graph.parts.rules.count)
    var known: Set<[Int32]> = []
    for (index, target) in graph.parts.targets.enumerated()
    where known.insert(target.rules).inserted {
      for rule in target.rules { places[Int(rule)].append(groups.count) }
      groups.append((Int32(index), target.rules))
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

  private mutating func ask<Q: Question>(_ question: Q, _ asker: Asker) -> Asked<Q.Answer> {
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
    case .failed, .decided, .outside, .met, .outsideStep, .step: return [askers[0]]
    }
  }
}
