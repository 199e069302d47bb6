/// Whether a rule ever asks for what it requires.
package struct CanApply: Question {
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let applies = try model.applies(rule)
    return try !model.universe.isEmpty(applies)
  }
}

/// Whether there is somebody for whom a rule does not hold.
package struct CanFail: Question {
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let holds = try model.holds(rule)
    return try !model.universe.isPart(.everything, of: holds)
  }
}

/// Which of a target's rules make a difference to its outcome, all others standing.
package struct NeededRules: Question {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32] {
    guard rules.count > 1 else { return rules }
    let universe = model.universe
    // The results of all rules before each one, and, from the back, of all after it.
    var before = [Both(holds: .everything, passes: .everything)]
    var own: [Both] = []
    for rule in rules {
      let both = Both(holds: try model.holds(rule), passes: try model.passes(rule))
      own.append(both)
      before.append(try before[before.count - 1].and(both, universe))
    }
    var needed: [Int32] = []
    var after = Both(holds: .everything, passes: .everything)
    for place in rules.indices.reversed() {
      let others = try before[place].and(after, universe)
      if try !others.imply(own[place], universe) { needed.append(rules[place]) }
      after = try after.and(own[place], universe)
    }
    return needed.sorted()
  }
}

/// Whether some rules of a target leave nothing to do for another one.
package struct Implies: Question {
  let others: [Int32]
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    var all = Both(holds: .everything, passes: .everything)
    for other in others {
      let both = Both(holds: try model.holds(other), passes: try model.passes(other))
      all = try all.and(both, model.universe)
    }
    let own = Both(holds: try model.holds(rule), passes: try model.passes(rule))
    return try all.imply(own, model.universe)
  }
}

/// Where rules hold, and where they hold or only warn: together they are the outcome.
struct Both {
  var holds: Region
  var passes: Region

  func and<E: Engine>(_ other: Both, _ universe: Universe<E>) throws(Exhausted) -> Both {
    Both(
      holds: try universe.engine.and(holds, other.holds),
      passes: try universe.engine.and(passes, other.passes))
  }

  func imply<E: Engine>(_ other: Both, _ universe: Universe<E>) throws(Exhausted) -> Bool {
    guard try universe.isPart(passes, of: other.passes) else { return false }
    return try universe.isPart(holds, of: other.holds)
  }
}

/// Somebody for whom a rule that requires nothing applies, and whom another rule refuses.
package struct GatedAnyway: Question {
  let rule: Int32
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    let applies = try model.applies(rule)
    let allowed = try model.allowed(by: rules)
    let refused = try model.universe.engine.without(applies, allowed)
    return try model.universe.witness(in: refused)
  }
}
