/// Something that the rules of a policy ask of a user. All that is asked together decides: two users
/// with the same answers to the questions about a target have the same outcome, the same deciding
/// rule and the same limit or value.
package enum Question: Sendable, Hashable {
  /// Whether a grant gives an entitlement.
  case held(EntitlementIndex)
  /// Whether a condition without parts is true.
  case leaf(NodeIndex)
  /// Whether one more, or what one use takes, is above the limit of a rule.
  case exceeds(RuleIndex, taking: Taken?)
  /// The same of one value of its ladder: a step by its place; nil for the base.
  case exceedsRung(RuleIndex, step: Int?, taking: Taken?)
  /// Whether a counter is known, by its place.
  case isCounted(Int)
  /// Whether one more of a target is beyond the limit of a rule, and within what is for money.
  case holdsForMoney(RuleIndex, target: Int32)
}

/// The questions about a target: those with a yes or no, and the numbers that its limits and values
/// are made of.
package struct Questions: Sendable {
  package fileprivate(set) var conditions: [Question] = []
  /// The places of the allowances.
  package fileprivate(set) var allowances: Set<Int32> = []
  /// The places of the counters that tell which of several limits is nearest.
  package fileprivate(set) var counters: Set<Int> = []
  /// The number facts that quantities are for each of.
  package fileprivate(set) var facts: Set<FactIndex> = []
}

extension RuleGraph {
  /// The questions about a target, for one more of it.
  package func questions(about target: Int32) -> Questions {
    var collector = QuestionCollector(
      graph: self, takers: takers(of: CollectionOfOne(Target(index: target))))
    var limits: Set<Int> = []
    for rule in rules(of: Target(index: target)) {
      _ = collector.holds(rule)
      _ = collector.value(cores[Int(rule)].soft)
      if hasOverages, let overage = overage(of: rule) {
        _ = collector.value(overage.requirement)
        collector.questions.conditions.append(.holdsForMoney(rule, target: target))
      }
      if let limit = cores[Int(rule)].limit {
        limits.insert(counterPlaces.place(ofRead: limit.counter))
      }
    }
    if let setting = setting(of: target) { collector.collect(Limit(setting: setting)) }
    if collector.limitCount > 1 { collector.questions.counters.formUnion(limits) }
    return collector.questions
  }
}

/// The evaluation that only listens: every part of every rule is evaluated, and nothing is known.
private struct QuestionCollector: Evaluator {
  let graph: RuleGraph
  let ask = Ask()
  var questions = Questions()
  private(set) var limitCount = 0
  private var asked: Set<Question> = []
  private var nodes: Set<NodeIndex> = []
  let takers: Takers
  /// The rule whose limit is evaluated; nil before the first.
  private var rule: RuleIndex?
  /// The amount of a use that it is compared with.
  private var taken: Taken?

  init(graph: RuleGraph, takers: Takers) {
    self.graph = graph
    self.takers = takers
  }

  static var isThorough: Bool { true }

  private mutating func note(_ question: Question) {
    if asked.insert(question).inserted { questions.conditions.append(question) }
  }

  @inline(never)
  mutating func value(_ index: Int32) -> Truth {
    nodes.insert(index).inserted ? combined(index) : .unknown
  }

  mutating func holds(_ rule: Int32) -> Truth { isKept(rule) }

  mutating func held(_ entitlement: Int32) -> Truth {
    note(.held(entitlement))
    return .unknown
  }

  mutating func leaf(_ node: Node, at index: Int32) -> Truth {
    note(.leaf(index))
    if case .usageAtLeast(let counter, _) = node {
      note(.isCounted(graph.counterPlaces.place(ofRead: counter)))
    }
    return .unknown
  }

  mutating func exceeds(_ limit: Limit, of rule: Int32) -> Truth {
    limitCount += 1
    self.rule = rule
    collect(limit)
    if graph.ladder(of: limit) == nil { note(.exceeds(rule, taking: taken)) }
    return .unknown
  }

  mutating func exceeds(_ limit: Limit, of rule: Int32, taking taken: Taken) -> Truth {
    self.taken = taken
    defer { self.taken = nil }
    if let target = taken.target {
      note(.isCounted(graph.counterPlaces.place(ofRead: CounterIndex(target))))
    }
    return exceeds(limit, of: rule)
  }

  /// Nobody asks about several targets.
  func exceeds(_ limit: Limit, of rule: Int32, bySeveral takers: Takers) -> Truth { .unknown }

  /// The parts of a limit or a value.
  mutating func collect(_ limit: Limit) {
    questions.allowances.insert(graph.allowance(of: limit))
    if graph.hasOwnWindows, limit.meter != nil,
      let place = graph.counterPlaces.place(ofCarried: limit.counter)
    {
      questions.counters.insert(place)
      if let rollover = graph.rollover(of: limit.counter) { _ = value(rollover.requirement) }
    }
    if limit.meter != nil { note(.isCounted(graph.counterPlaces.place(ofRead: limit.counter))) }
    guard let ladder = graph.ladder(of: limit) else { return }
    switch graph[ladder: ladder].source {
    case .bought(let meter): questions.allowances.insert(graph.allowance(ofBought: meter))
    case .fact(let fact): questions.facts.insert(fact)
    case nil: break
    }
    _ = exceedsAll(of: ladder, limit)
  }

  mutating func exceeds(_ rung: Rung, of limit: Limit) -> Truth {
    // A setting is asked for as it is, so no value of it is too little.
    if limit.meter != nil, let rule { note(.exceedsRung(rule, step: rung.step, taking: taken)) }
    return .unknown
  }

  func given(_ value: Truth, by condition: Int32) -> Truth { value }

  func sees(_ node: Int32, _ value: Truth) -> Truth { value }

  func sees(rule: Int32, _ parts: RuleValues<Truth>) {}
}

extension Cohort {
  /// The answers of the first block of users to some questions.
  package func answers(to questions: [Question]) -> [TruthBlock] {
    var evaluation = BlockEvaluation(cohort: self, ask: Ask())
    return questions.map { evaluation.answer($0) }
  }

  /// The numbers of an allowance: the snapshot's own, what is added, and what is added perhaps.
  package func numbers(ofAllowance place: Int32) -> [Column] { allowances[Int(place)].columns }

  /// The values of a fact.
  package func numbers(ofFact fact: FactIndex) -> Column { facts[Int(fact)] }

  /// The values of a counter.
  package func numbers(ofCounter place: Int) -> Column { counters[place] }
}

extension BlockEvaluation {
  fileprivate mutating func answer(_ question: Question) -> TruthBlock {
    switch question {
    case .held(let entitlement): return held(entitlement)
    case .leaf(let index): return leaf(graph[node: index], at: index)
    case .exceeds(let rule, let taken):
      guard let limit = graph.cores[Int(rule)].limit else { return .no }
      return taken.map { exceeds(limit, of: rule, taking: $0) } ?? exceeds(limit, of: rule)
    case .exceedsRung(let rule, let step, let taken):
      guard let limit = graph.cores[Int(rule)].limit, let index = graph.ladder(of: limit) else {
        return .no
      }
      let ladder = graph[ladder: index]
      let rung =
        if let step {
          Rung(graph[step: step], at: step, of: ladder)
        } else {
          Rung(baseOf: ladder, at: index)
        }
      return comparing(taken) { $0.exceeds(rung, of: limit) }
    case .holdsForMoney(let rule, let target):
      return holdsForMoney(rule, asking: graph.takers(of: CollectionOfOne(Target(index: target))))
    case .isCounted(let place):
      let known = cohort.counters[place].isAtLeast(0, block: block)
      return TruthBlock(surely: known, possibly: known)
    }
  }
}
