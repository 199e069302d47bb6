import TollgateRuntime

/// Whether some ask about a target shows a goal of one of its rules.
struct CanBeShown: Question {
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
struct GoalWitness: Question {
  let goal: CoverageGoal
  let rule: Int32
  /// All rules of the target.
  let rules: [Int32]

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    let region = try model.region(showing: goal, of: rule, among: rules)
    let plain: Region
    switch goal {
    case .failed, .decided, .outside, .outsideStep:
      plain = try model.region(showing: .decided, of: rule, among: rules)
    case .held, .inside, .met, .insideStep, .step: plain = try model.allowed(by: rules)
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
    }
  }

  /// Where a rule fails, and the outcome would be another one without it.
  private func decided(_ rule: Int32, among rules: [Int32]) throws(Exhausted) -> Region {
    guard let place = rules.firstIndex(of: rule) else { return .nothing }
    let others = try outcome(by: rules, withoutPlace: place)
    let isSoft = try region(of: parts.rules[Int(rule)].soft, is: true)
    let denies = try universe.engine.without(others.passes, isSoft)
    let warns = try universe.engine.and(others.holds, isSoft)
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
    let ladder = parts.ladders[Int(index)]
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
      return quantity == .max ? .nothing : try value(after: limit, is: quantity + beyond)
    case .allowance(let otherwise):
      let own = try value(after: limit, is: beyond)
      let key = VariableKey(.noAllowance, vocabulary.meters[Int(limit.counter.meter)])
      let isMissing = try universe.atLeast(key, 1)
      let withOwn = try universe.engine.without(own, isMissing)
      guard let otherwise, otherwise < .max else { return withOwn }
      let instead = try value(after: limit, is: otherwise + beyond)
      return try universe.engine.or(withOwn, try universe.engine.and(instead, isMissing))
    }
  }

  func value(after limit: Limit, is value: Int64) throws(Exhausted) -> Region {
    let reached = try after(limit, isAtLeast: value, true)
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
