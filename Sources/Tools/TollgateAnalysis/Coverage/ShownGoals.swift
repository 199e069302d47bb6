import TollgateRuntime

/// The goals that one decision shows of the rules about its target.
///
/// It observes the evaluation of the answer itself, and works nothing out a second time.
struct ShownGoals {
  private let inquiry: Inquiry
  private let goals: [CoverageMarks]
  /// The results of the rules.
  private let trace: [(rule: Int32, parts: RuleTruth)]
  /// The same with the policy's own grants that cannot be known counted as not given, as reasons
  /// have it; in the same order.
  private let reasoned: [RuleTruth]
  /// How many rules fail that deny, and how many that only warn.
  private var denying = 0
  private var warning = 0
  private var evaluation: Evaluation<NoObserver>

  /// Looks at a decision with an eye for these goals, by rule.
  init(of inquiry: Inquiry, goals: [CoverageMarks]) {
    self.inquiry = inquiry
    self.goals = goals
    trace = inquiry.trace
    reasoned = Reasoning.parts(of: inquiry)
    evaluation = inquiry.evaluation()
    for (rule, parts) in trace where parts.holds != .yes {
      if evaluation.isSoft(rule) { warning += 1 } else { denying += 1 }
    }
  }

  /// The goals that are shown, by rule.
  mutating func marks() -> [(rule: Int32, marks: CoverageMarks)] {
    var list: [(rule: Int32, marks: CoverageMarks)] = []
    for (place, seen) in trace.enumerated() {
      let marks = marks(of: seen.rule, seen.parts, reasoned[place])
        .intersection(goals[Int(seen.rule)])
      if !marks.isEmpty { list.append((seen.rule, marks)) }
    }
    return list + taken()
  }

  /// The amounts that the use takes: each as it is for this user.
  private mutating func taken() -> [(rule: Int32, marks: CoverageMarks)] {
    var list: [(rule: Int32, marks: CoverageMarks)] = []
    let graph = inquiry.graph
    for taker in evaluation.takers.each {
      let once = Taken(amount: 1, each: nil, target: taker.meter)
      guard once.amounts(of: inquiry.ask.growth, from: nil).possible > 0 else { continue }
      for index in taker.uses {
        let line = Int32(graph.parts.rules.count) + index
        guard let goal = amount(of: index), goals[Int(line)].contains(goal) else { continue }
        list.append((line, [goal]))
      }
    }
    return list
  }

  /// The amount of a use that is surely taken: its own, or that of a step; nil for none.
  private mutating func amount(of index: UseIndex) -> CoverageGoal? {
    let graph = inquiry.graph
    let ladder = graph.parts.ladders[Int(graph[use: index].ladder)]
    guard case .quantity(let base) = ladder.base, evaluation.takes(index, atLeast: 0) == .yes else {
      return nil
    }
    if evaluation.takes(index, atLeast: base) == .yes { return .taken }
    for (place, number) in graph[ladder: graph[use: index].ladder].steps.enumerated() {
      guard case .quantity(let amount) = ladder.steps[place].value,
        evaluation.counts(step: number) == .yes
      else { continue }
      if evaluation.takes(index, atLeast: amount) == .yes { return .step(place) }
    }
    return nil
  }

  private mutating func marks(
    of index: Int32, _ parts: RuleTruth, _ reasoned: RuleTruth
  ) -> CoverageMarks {
    var marks = CoverageMarks()
    let rule = inquiry.graph.parts.rules[Int(index)]
    if case .setting? = rule.limit?.kind { return settingMarks(of: rule) }
    if parts.holds == .yes { marks.insert(.held) }
    if parts.holds != .yes, reasoned.holds == .no {
      marks.insert(.failed)
      if decides(index) { marks.insert(.decided) }
    }
    guard parts.inForce == .yes, parts.condition == .yes else { return marks }
    guard !(inquiry.ask.isContinuing && rule.runningUseMayFinish) else { return marks }
    if let limit = rule.limit, reasoned.requirement == .no {
      insertSides(of: rule, limit, parts.exceeds, &marks)
      if parts.exceeds == .yes { insertMoney(of: index, limit, &marks) }
    }
    if parts.exceeds == .yes, parts.requirement == .yes {
      insertAlternatives(of: rule, wanted: goals[Int(index)], &marks)
    }
    return marks
  }

  /// The side of a limit that the ask tries; of a ladder, of the base or the steps that are the
  /// user's limit.
  private func insertSides(
    of rule: Rule, _ limit: Limit, _ exceeds: Truth, _ marks: inout CoverageMarks
  ) {
    var sides: [CoverageGoal] = []
    switch (side(of: limit), exceeds) {
    case (.inside?, .no): sides = [.inside]
    case (.outside?, .yes): sides = [.outside]
    default: break
    }
    if let ladder = inquiry.graph.parts.ladder(of: rule) {
      var steps = ShownSteps(of: inquiry, limit, ladder)
      sides = sides.flatMap { steps.goals(at: $0) }
      if exceeds == .no { sides += steps.unlimited() }
    }
    marks.formUnion(sides)
  }

  /// How far the ask goes beyond a limit for money.
  private mutating func insertMoney(
    of index: Int32, _ limit: Limit, _ marks: inout CoverageMarks
  ) {
    guard let overage = inquiry.graph.overage(of: index),
      evaluation.value(overage.requirement) == .yes
    else { return }
    guard let most = overage.most else {
      if evaluation.isOverage(index) { marks.insert(.forMoney) }
      return
    }
    let quota = inquiry.quota(of: limit)
    guard let last = quota.limit, let used = quota.used, let requested = quota.requested,
      requested > 0
    else { return }
    let beyond = used.saturatingAdd(requested).saturatingSubtract(last.saturatingAdd(most))
    if beyond == 0 { marks.insert(.lastForMoney) }
    if beyond == 1 { marks.insert(.beyondMoney) }
  }

  /// The steps of a setting that give the value that is asked for.
  private func settingMarks(of rule: Rule) -> CoverageMarks {
    guard let limit = rule.limit, let ladder = inquiry.graph.parts.ladder(of: rule) else {
      return []
    }
    var steps = ShownSteps(of: inquiry, limit, ladder)
    return CoverageMarks(steps.values())
  }

  /// Whether the outcome would be another one without a rule that fails.
  private mutating func decides(_ rule: Int32) -> Bool {
    evaluation.isSoft(rule) ? denying == 0 && warning == 1 : denying == 1
  }

  /// The side of the boundary of a limit that the ask tries, if it does.
  private func side(of limit: Limit) -> CoverageGoal? {
    // The value of a setting is not a counter.
    guard limit.meter != nil else { return nil }
    let quota = inquiry.quota(of: limit)
    guard let last = quota.limit, let used = quota.used, let requested = quota.requested else {
      return nil
    }
    let value = used.saturatingAdd(requested)
    if value == last, requested > 0 || last == 0 { return .inside }
    return requested > 0 && value > last && value - 1 == last ? .outside : nil
  }

  /// The alternatives that met a requirement, of those that are wanted.
  private mutating func insertAlternatives(
    of rule: Rule, wanted: CoverageMarks, _ marks: inout CoverageMarks
  ) {
    var held: [Int] = []
    let needs = rule.needs.prefix(CoverageMarks.mostAlternatives)
    for (place, need) in needs.enumerated() where isHeld(need) { held.append(place) }
    for place in held where wanted.contains(.met(place)) {
      let isWhatMetIt = held.allSatisfy { other in
        other == place || needs[place].give(needs[other], inquiry.graph)
      }
      if isWhatMetIt { marks.insert(.met(place)) }
    }
  }

  /// Whether all names of an alternative are surely held.
  private mutating func isHeld(_ need: [Rule.Need]) -> Bool {
    for name in need {
      switch name {
      case .entitlement(let index):
        let value: Truth
        if let node = inquiry.graph.node(ofEntitlement: index) {
          value = evaluation.value(node)
        } else {
          value = evaluation.held(index)
        }
        guard value == .yes else { return false }
      case .fact(let index):
        guard inquiry.prepared.input.facts[Int(index)] == 1 else { return false }
      }
    }
    return !need.isEmpty
  }
}

/// Keeps the results of rules as reasons have them.
private struct Reasoning: Observer {
  static var isThorough: Bool { true }
  var rules: [RuleTruth] = []

  mutating func sees(_ node: Int32, _ value: Truth) -> Truth { value }

  mutating func sees(rule: Int32, _ parts: RuleTruth) { rules.append(parts) }

  /// The parts of every rule about the target, in the order of the source.
  static func parts(of inquiry: Inquiry) -> [RuleTruth] {
    var evaluation = Evaluation(
      graph: inquiry.graph, input: inquiry.prepared.input, now: inquiry.now, ask: inquiry.ask,
      observer: Reasoning())
    evaluation.notGiven = .unlessStale
    for rule in inquiry.subject.rules { _ = evaluation.holds(rule) }
    return evaluation.observer.rules
  }
}

/// The goals that one decision shows of the steps of a ladder or a setting.
struct ShownSteps {
  let inquiry: Inquiry
  let limit: Limit
  let ladder: Ladder
  /// Reasons count a `grant` statement that cannot be known as not given.
  private var reasoning: Evaluation<NoObserver>
  /// The user's limit or value without what allowances add; `nil` if it is not surely known.
  private let reach: Reach?

  init(of inquiry: Inquiry, _ limit: Limit, _ ladder: Ladder) {
    self.inquiry = inquiry
    self.limit = limit
    self.ladder = inquiry.counted(ladder, limit)
    reasoning = inquiry.reasoning()
    var evaluation = inquiry.evaluation()
    let surely = reasoning.reach(of: limit)
    let isSure =
      surely == reasoning.reach(of: limit, counting: .unknown)
      && surely == evaluation.reach(of: limit)
    reach = isSure ? surely : nil
  }

  /// The goals at a side of the limit: of the base, or of the steps that are it.
  mutating func goals(at side: CoverageGoal) -> [CoverageGoal] {
    guard case .quantity(let last)? = reach else { return [] }
    var goals: [CoverageGoal] = []
    for place in steps(giving: .quantity(last)) {
      goals.append(side == .inside ? .insideStep(place) : .outsideStep(place))
    }
    switch ladder.base {
    case .quantity(let base): if base == last { goals.append(side) }
    case .allowance: if goals.isEmpty { goals.append(side) }
    case .undecided: break
    }
    return goals
  }

  /// The steps without a limit that count, where a counter is raised beyond all quantities.
  mutating func unlimited() -> [CoverageGoal] {
    let quota = inquiry.quota(of: limit)
    guard let requested = quota.requested, requested > 0 else { return [] }
    if let top = ladder.top {
      let highest = top.saturatingAdd(inquiry.evaluation().raise(of: limit).perhaps)
      guard let used = quota.used, used.saturatingAdd(requested) > highest else { return [] }
    }
    return steps(giving: .unlimited).map { .step($0) }
  }

  /// The steps of a setting that give the user's value, where it is the one that is asked for.
  mutating func values() -> [CoverageGoal] {
    let raise = inquiry.evaluation().raise(of: limit)
    switch (reach, inquiry.ask.growth) {
    case (.unlimited, .reachingUnlimited): return steps(giving: .unlimited).map { .step($0) }
    case (.quantity(let value), .reaching(let asked)):
      guard asked == value || asked == value.saturatingAdd(raise.known) else { return [] }
      return steps(giving: .quantity(value)).map { .step($0) }
    default: return []
    }
  }

  /// The steps that surely count and have a value; none if the base is as good.
  private mutating func steps(giving value: Ladder.Value) -> [Int] {
    guard let index = inquiry.graph.ladder(of: limit) else { return [] }
    if case .quantity(let base) = ladder.base, !ladder.isBetter(value, than: .quantity(base)) {
      return []
    }
    var steps: [Int] = []
    for (place, number) in inquiry.graph[ladder: index].steps.enumerated()
    where ladder.steps[place].value == value && reasoning.counts(step: number) == .yes {
      steps.append(place)
    }
    return steps
  }
}

extension Inquiry {
  /// A ladder as it is for this user; where a number is not known, as it is written.
  fileprivate func counted(_ ladder: Ladder, _ limit: Limit) -> Ladder {
    guard let source = ladder.source else { return ladder }
    var evaluation = evaluation()
    return evaluation.number(of: source).map { ladder.counting($0) } ?? ladder
  }
}
