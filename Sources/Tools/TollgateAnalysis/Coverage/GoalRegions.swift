import TollgateRuntime

/// Whether some ask about a target shows a goal of one of its rules.
struct CanBeShown: PolicyQuestion {
  let goal: CoverageGoal
  let rule: Int32
  /// All rules of the target.
  let rules: [Int32]

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let region = try model.region(showing: goal, of: rule, among: rules)
    return try !model.universe.isEmpty(region)
  }
}

/// An ask that shows a goal: if possible one whose outcome depends on this rule alone.
struct GoalWitness: PolicyQuestion {
  let goal: CoverageGoal
  let rule: Int32
  /// All rules of the target.
  let rules: [Int32]

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    let region = try model.region(showing: goal, of: rule, among: rules)
    let plain: Region
    switch goal {
    case .failed, .decided, .outside, .outsideStep, .beyondMoney:
      plain = try model.region(showing: .decided, of: rule, among: rules)
    case .lastForMoney, .forMoney: plain = try model.passed(by: rules)
    case .held, .inside, .met, .insideStep, .step, .reminded, .taken:
      plain = try model.allowed(by: rules)
    }
    let both = try model.universe.engine.and(region, plain)
    if let witness = try model.universe.witness(in: both) { return witness }
    return try model.universe.witness(in: region)
  }
}

extension PolicyModel {
  /// Where an ask shows a goal of a rule; see `CoverageGoal`.
  func region(
    showing goal: CoverageGoal, of rule: Int32, among rules: [Int32]
  ) throws(Exhausted) -> Region {
    let count = parts.rules.count
    guard Int(rule) < count else {
      return try taken(parts.uses[Int(rule) - count], showing: goal)
    }
    switch goal {
    case .held: return try holds(rule)
    case .failed: return try universe.engine.complement(try holds(rule))
    case .decided: return try decided(rule, among: rules)
    case .inside: return try newUse(of: rule, in: try edge(of: rule, beyond: 0))
    case .outside: return try newUse(of: rule, in: try edge(of: rule, beyond: 1))
    case .met(let place): return try newUse(of: rule, in: try met(rule, by: place))
    case .insideStep(let place):
      return try newUse(of: rule, in: try edge(of: rule, atStep: place, beyond: 0))
    case .outsideStep(let place):
      return try newUse(of: rule, in: try edge(of: rule, atStep: place, beyond: 1))
    case .step(let place): return try newUse(of: rule, in: try given(rule, by: place))
    case .forMoney: return try newUse(of: rule, in: try forMoney(rule, beyond: 1))
    case .lastForMoney: return try newUse(of: rule, in: try forMoney(rule, beyond: 0))
    case .beyondMoney: return try newUse(of: rule, in: try forMoney(rule, beyond: 1))
    case .reminded: return try universe.engine.and(try allowed(by: rules), try meets(rule))
    case .taken: return .nothing
    }
  }

  /// Where a user meets what a rule asks for, or one of its steps.
  private func meets(_ index: Int32) throws(Exhausted) -> Region {
    let rule = parts.rules[Int(index)]
    let steps = parts.steps(of: rule)
    if steps.isEmpty { return try region(of: rule.requirement, is: true) }
    var region = Region.nothing
    for step in steps { region = try universe.engine.or(region, try counts(step, is: true)) }
    return region
  }

  /// Where a use takes its amount, or that of a step, and no lesser one.
  private func taken(_ use: Use, showing goal: CoverageGoal) throws(Exhausted) -> Region {
    let ladder = parts.ladders[Int(use.ladder)]
    guard case .step(let place) = goal else {
      guard case .quantity(let base) = ladder.base else { return .nothing }
      return try universe.engine.complement(try takes(use, lessThan: base))
    }
    guard case .quantity(let amount) = ladder.steps[place].value else { return .nothing }
    let isLess = try takes(use, lessThan: amount)
    return try universe.engine.without(try counts(ladder.steps[place], is: true), isLess)
  }

  /// Where a user may go beyond the limit of a rule for money, and the use leads to the last value
  /// that is allowed so, or further. Without an end, the limit itself is the last value.
  private func forMoney(_ index: Int32, beyond: Int64) throws(Exhausted) -> Region {
    guard let overage = graph.overage(of: index) else { return .nothing }
    let more = (overage.most ?? 0).saturatingAdd(beyond)
    var region = try edge(of: index, beyond: more)
    for place in parts.steps(of: parts.rules[Int(index)]).indices {
      let step = try edge(of: index, atStep: place, beyond: more)
      region = try universe.engine.or(region, step)
    }
    region = try universe.engine.and(region, try self.region(of: overage.requirement, is: true))
    let requirement = parts.rules[Int(index)].requirement
    return try universe.engine.and(region, try self.region(of: requirement, is: false))
  }

  /// Where a rule fails, and the outcome would be another one without it.
  private func decided(_ rule: Int32, among rules: [Int32]) throws(Exhausted) -> Region {
    guard let place = rules.firstIndex(of: rule) else { return .nothing }
    let others = try outcome(by: rules, withoutPlace: place)
    let passes = try passes(rule)
    let denies = try universe.engine.without(others.passes, passes)
    let warns = try universe.engine.and(others.holds, passes)
    let changes = try universe.engine.or(denies, warns)
    return try universe.engine.without(changes, try holds(rule))
  }

  /// The part of a region in which a running use is not let finish.
  private func newUse(of rule: Int32, in region: Region) throws(Exhausted) -> Region {
    guard scope.mayContinue, parts.rules[Int(rule)].runningUseMayFinish else { return region }
    let isNew = try universe.below(VariableKey(.continuing), 1)
    return try universe.engine.and(region, isNew)
  }

  /// Where the limit of a rule binds, and the use leads to its last value or so far beyond it.
  private func edge(of index: Int32, beyond: Int64) throws(Exhausted) -> Region {
    let rule = parts.rules[Int(index)]
    guard let limit = rule.limit else { return .nothing }
    if let source = source(of: rule), numbers[source] == nil {
      return try counting(source) { () throws(Exhausted) in
        try self.edge(of: index, beyond: beyond)
      }
    }
    if try ladder(of: rule)?.source != nil { return .nothing }
    var region = try value(after: limit, beyond: beyond)
    region = try universe.engine.and(region, try isInForce(rule))
    return try universe.engine.and(region, try self.region(of: rule.requirement, is: false))
  }

  /// Where a rule is in force and its condition true.
  func isInForce(_ rule: Rule) throws(Exhausted) -> Region {
    let inForce = try region(of: rule.inForce, is: true)
    return try universe.engine.and(inForce, try region(of: rule.condition, is: true))
  }

  private func value(after limit: Limit, beyond: Int64) throws(Exhausted) -> Region {
    guard case .ladder(let index) = limit.kind else {
      return try value(after: limit, limit.kind, beyond: beyond)
    }
    let ladder = try ladder(index)
    let reached = try value(after: limit, ladder.base.kind, beyond: beyond)
    return try universe.engine.and(reached, try isBestBase(of: ladder, limit))
  }

  private func value(
    after limit: Limit, _ kind: Limit.Kind, beyond: Int64
  ) throws(Exhausted) -> Region {
    switch kind {
    case .undecided, .ladder, .setting: return .nothing
    case .bare: return try value(after: limit, is: beyond)
    case .atMost(let quantity):
      if quantity == .max { return .nothing }
      return try value(after: limit, is: quantity.saturatingAdd(beyond))
    case .allowance(let otherwise):
      let own = try value(after: limit, is: beyond)
      let key = VariableKey(.noAllowance, vocabulary.meters[Int(limit.counter.meter)])
      let isMissing = try universe.atLeast(key, 1)
      let withOwn = try universe.engine.without(own, isMissing)
      guard let otherwise, otherwise < .max else { return withOwn }
      let instead = try value(after: limit, is: otherwise.saturatingAdd(beyond))
      return try universe.engine.or(withOwn, try universe.engine.and(instead, isMissing))
    }
  }

  func value(after limit: Limit, is value: Int64) throws(Exhausted) -> Region {
    var reached = try after(limit, isAtLeast: value, true)
    reached = try universe.engine.and(reached, try carriesNothing(limit))
    guard value < .max else { return reached }
    return try universe.engine.without(reached, try after(limit, isAtLeast: value + 1, true))
  }

  /// Where a rule applies, and this alternative meets its requirement: every other one whose names
  /// are all held is included in it.
  private func met(_ index: Int32, by place: Int) throws(Exhausted) -> Region {
    let rule = parts.rules[Int(index)]
    guard rule.effect == .requires, rule.needs.indices.contains(place) else { return .nothing }
    var region = try applies(index)
    region = try universe.engine.and(region, try self.region(of: rule.requirement, is: true))
    region = try universe.engine.and(region, try held(rule.needs[place]))
    for need in rule.needs.prefix(CoverageMarks.mostAlternatives)
    where !rule.needs[place].give(need, graph) {
      region = try universe.engine.without(region, try held(need))
    }
    return region
  }

  /// Where all names of an alternative are held.
  private func held(_ need: [Rule.Need]) throws(Exhausted) -> Region {
    if need.isEmpty { return .nothing }
    var region = Region.everything
    for name in need {
      let one: Region
      switch name {
      case .entitlement(let index):
        if let node = graph.node(ofEntitlement: index) {
          one = try self.region(of: node, is: true)
        } else {
          one = try held(index, true)
        }
      case .fact(let index):
        let key = VariableKey(
          .fact, vocabulary.facts[Int(index)], Int32(Fact.FactType.yesOrNo.rawValue))
        one = try universe.equals(key, 1)
      }
      region = try universe.engine.and(region, one)
    }
    return region
  }
}

extension [Rule.Need] {
  /// Whether who holds these names holds an entitlement.
  private func give(_ entitlement: Int32, _ graph: RuleGraph) -> Bool {
    contains { need in
      guard case .entitlement(let held) = need else { return false }
      return graph.parts.entitlements[Int(held)].gives.contains(entitlement)
    }
  }

  /// Whether who holds these names holds others too.
  func give(_ others: [Rule.Need], _ graph: RuleGraph) -> Bool {
    others.allSatisfy { other in
      switch other {
      case .entitlement(let entitlement): give(entitlement, graph)
      case .fact: contains(other)
      }
    }
  }
}

extension PolicyModel {
  /// Where a step is the limit of a user, and the use leads to its last value or so far beyond it.
  func edge(
    of index: Int32, atStep place: Int, beyond: Int64
  ) throws(Exhausted) -> Region {
    let rule = parts.rules[Int(index)]
    if let source = source(of: rule), numbers[source] == nil {
      return try counting(source) { () throws(Exhausted) in
        try self.edge(of: index, atStep: place, beyond: beyond)
      }
    }
    guard let limit = rule.limit, let ladder = try ladder(of: rule), ladder.source == nil,
      case .quantity(let quantity) = ladder.steps[place].value, quantity < .max
    else { return .nothing }
    var region = try isBest(place, of: ladder, limit)
    if region == .nothing { return .nothing }
    let reached =
      ladder.base.isAllowance
      ? try whole(limit, is: quantity.saturatingAdd(beyond))
      : try value(after: limit, is: quantity.saturatingAdd(beyond))
    region = try universe.engine.and(region, reached)
    return try universe.engine.and(region, try isInForce(rule))
  }

  /// Where a step without a limit counts and is needed, or a step of a setting gives the value.
  func given(_ index: Int32, by place: Int) throws(Exhausted) -> Region {
    let rule = parts.rules[Int(index)]
    if let source = source(of: rule), numbers[source] == nil {
      return try counting(source) { () throws(Exhausted) in
        try self.given(index, by: place)
      }
    }
    guard let limit = rule.limit, let ladder = try ladder(of: rule), ladder.source == nil else {
      return .nothing
    }
    guard limit.meter != nil else { return try isBest(place, of: ladder, limit) }
    let counts = try counts(ladder.steps[place], is: true)
    let region = try universe.engine.and(counts, try isInForce(rule))
    guard let top = ladder.top else { return region }
    guard top < .max else { return .nothing }
    let above =
      ladder.base.isAllowance
      ? try exceedsByWhole(top, limit, is: true) : try after(limit, isAtLeast: top + 1, true)
    return try universe.engine.and(region, above)
  }

  /// Where the base is the user's limit: no better step counts.
  func isBestBase(of ladder: Ladder, _ limit: Limit) throws(Exhausted) -> Region {
    var region = Region.everything
    for step in ladder.steps {
      var isNone = try counts(step, is: false)
      if case .quantity(let quantity) = step.value {
        let isWithin = try base(of: ladder, limit, isAbove: quantity)
        isNone = try universe.engine.or(isNone, isWithin)
      }
      region = try universe.engine.and(region, isNone)
    }
    return region
  }

  /// Where the base makes a step of no use: it is as good, or if it is an allowance, better.
  private func base(
    of ladder: Ladder, _ limit: Limit, isAbove quantity: Int64
  ) throws(Exhausted) -> Region {
    switch ladder.base {
    case .undecided: return .nothing
    case .quantity(let base):
      let isWithin = ladder.isSmallerBetter ? quantity >= base : quantity <= base
      return isWithin ? .everything : .nothing
    case .allowance(let otherwise):
      try requireWhole(of: limit)
      _ = whole(limit)
      let meter = vocabulary.meters[Int(limit.counter.meter)]
      let own = try universe.atLeast(VariableKey(.allowance, meter), quantity.saturatingAdd(1))
      let isMissing = try universe.atLeast(VariableKey(.noAllowance, meter), 1)
      let withOwn = try universe.engine.without(own, isMissing)
      guard let otherwise, otherwise > quantity else { return withOwn }
      return try universe.engine.or(withOwn, isMissing)
    }
  }

  /// Where a step counts, and neither the base nor another step that counts is better.
  private func isBest(
    _ place: Int, of ladder: Ladder, _ limit: Limit
  ) throws(Exhausted) -> Region {
    let step = ladder.steps[place]
    var region = try counts(step, is: true)
    if case .quantity(let quantity) = step.value {
      let isIdle = try base(of: ladder, limit, isAbove: quantity)
      region = try universe.engine.without(region, isIdle)
    }
    for other in ladder.steps where ladder.isBetter(other.value, than: step.value) {
      region = try universe.engine.and(region, try counts(other, is: false))
    }
    return region
  }
}

extension Ladder {
  /// The greatest quantity that it names; `nil` if it names none.
  var top: Int64? {
    var top: Int64?
    if case .quantity(let quantity) = base { top = quantity }
    for step in steps {
      if case .quantity(let quantity) = step.value { top = max(top ?? 0, quantity) }
    }
    return top
  }

  /// Whether one value is better than another one.
  func isBetter(_ value: Value, than other: Value) -> Bool {
    !isAsGood(other, as: value)
  }
}
