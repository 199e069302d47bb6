import TollgateRuntime

/// Whether anybody may begin a use that passes all of some rules.
package struct CanPass: PolicyQuestion {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    try !model.universe.isEmpty(try model.begun(by: rules))
  }
}

/// Somebody for whom none of some rules applies, by their conditions.
package struct NoneApplies: PolicyQuestion {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    var region = Region.everything
    for rule in rules {
      let isFalse = try model.region(of: model.parts.rules[Int(rule)].condition, is: false)
      region = try model.universe.engine.and(region, isFalse)
    }
    return try model.universe.witness(in: region)
  }
}

/// Whether anybody may begin to use a meter of which the snapshot itself allows nothing more.
package struct CanBeUsed: PolicyQuestion {
  let meter: Int32
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    var passed = try model.begun(by: rules)
    for window in universe.terms.windows {
      let counter = VariableKey(.used, meter, Int32(window.code))
      guard universe.space.place(of: counter) != nil else { continue }
      passed = try universe.engine.and(passed, try universe.atLeast(counter, 0))
    }
    return try !universe.isEmpty(passed)
  }
}

extension PolicyModel {
  /// Where a use that has not begun passes all of some rules.
  func begun(by rules: [Int32]) throws(Exhausted) -> Region {
    let passed = try passed(by: rules)
    guard let place = universe.space.place(of: VariableKey(.continuing)) else { return passed }
    return try universe.engine.fixing(place, at: 0, in: passed)
  }
}

/// Something that is granted, and whom it shuts out.
package struct Loss: Sendable {
  /// The tier that takes something away, by its place, or the entitlement outside the ladder, by
  /// its term.
  package var entitlement: Int32
  package var isTier: Bool
  /// Somebody who passes without it.
  package var witness: Witness
}

/// The losses by holding more: tiers first, then other entitlements.
package struct LossesByHolding: PolicyQuestion {
  let rules: [Int32]
  /// Whether what only warns counts as lost.
  var isStrict = false

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Loss] {
    try model.losses(in: isStrict ? model.allowed(by: rules) : model.passed(by: rules))
  }
}

extension PolicyModel {
  /// Whom holding more takes out of a region.
  func losses(in passed: Region) throws(Exhausted) -> [Loss] {
    var losses: [Loss] = []
    for place in universe.engine.variables(of: passed) {
      let quantity = universe.space[place].quantity
      guard quantity.kind == .tier || quantity.kind == .entitlement else { continue }
      let thresholds = universe.engine.thresholds(of: place, in: passed)
      for threshold in thresholds {
        let less = try universe.engine.fixing(place, at: threshold - 1, in: passed)
        let more = try universe.engine.fixing(place, at: threshold, in: passed)
        let lost = try universe.engine.without(less, more)
        guard try !universe.isEmpty(lost) else { continue }
        let before = try universe.equals(quantity, threshold - 1)
        let losers = try universe.engine.and(lost, before)
        guard let witness = try universe.witness(in: losers) else { continue }
        if quantity.kind == .tier {
          let tier = Int32(clamping: threshold)
          losses.append(Loss(entitlement: tier, isTier: true, witness: witness))
        } else {
          losses.append(Loss(entitlement: quantity.a, isTier: false, witness: witness))
        }
      }
    }
    return losses.sorted { a, b in
      if a.isTier != b.isTier { return a.isTier }
      return a.isTier ? a.entitlement > b.entitlement : a.entitlement < b.entitlement
    }
  }
}

/// A counter that opens something when it grows.
package struct Opening: Sendable {
  /// The meter, by its term, and the window.
  package var meter: Int32
  package var window: Int32
  /// The value at which it opens, the allowance subtracted.
  package var value: Int64
  /// Somebody just below it, who is refused.
  package var witness: Witness
}

/// The counters that open something when they grow: asked for one amount, whatever it is.
package struct OpeningsByUsing: PolicyQuestion {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Opening] {
    let universe = model.universe
    let passed = try model.passed(by: rules)
    var openings: [Opening] = []
    for place in universe.engine.variables(of: passed) {
      let quantity = universe.space[place].quantity
      guard quantity.kind == .used else { continue }
      for threshold in universe.engine.thresholds(of: place, in: passed) {
        let less = try universe.engine.fixing(place, at: threshold - 1, in: passed)
        let more = try universe.engine.fixing(place, at: threshold, in: passed)
        let opened = try universe.engine.without(more, less)
        guard try !universe.isEmpty(opened) else { continue }
        let before = try universe.equals(quantity, threshold - 1)
        let refused = try universe.engine.and(opened, before)
        guard let witness = try universe.witness(in: refused) else { continue }
        openings.append(
          Opening(meter: quantity.a, window: quantity.b, value: threshold, witness: witness))
        break
      }
    }
    return openings
  }
}

/// The tiers that differ from the one below in some outcome.
package struct TiersThatMatter: PolicyQuestion {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int64] {
    let universe = model.universe
    let regions = [try model.passed(by: rules), try model.allowed(by: rules)]
    guard let place = universe.space.place(of: VariableKey(.tier)) else { return [] }
    var tiers: Set<Int64> = []
    for region in regions {
      for threshold in universe.engine.thresholds(of: place, in: region)
      where !tiers.contains(threshold) {
        let less = try universe.engine.fixing(place, at: threshold - 1, in: region)
        let more = try universe.engine.fixing(place, at: threshold, in: region)
        let (lost, won) = (
          try universe.engine.without(less, more), try universe.engine.without(more, less)
        )
        let difference = try universe.engine.or(lost, won)
        if try !universe.isEmpty(difference) { tiers.insert(threshold) }
      }
    }
    return tiers.sorted()
  }
}

/// Whether a use that may go ahead ever reaches a reminder of a rule.
package struct CanBeDue: PolicyQuestion {
  let rule: Int32
  let rules: [Int32]
  /// The value that is reminded of: one with the allowance subtracted, or under `> allowance` a
  /// share above the whole of it. A share is that of the user's own limit by a ladder.
  let at: Reminder.Threshold

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    let record = model.parts.rules[Int(rule)]
    guard let limit = record.limit else { return false }
    var region = try model.passed(by: rules)
    for node in [record.inForce, record.condition] {
      let isTrue = try model.region(of: node, is: true)
      region = try universe.engine.and(region, isTrue)
    }
    let isMet = try model.region(of: record.requirement, is: true)
    region = try universe.engine.without(region, isMet)
    if case .ladder(let ladder) = limit.kind {
      region = try universe.engine.without(region, try model.isUnlimited(ladder))
    }
    let reached = try reached(limit, in: model)
    region = try universe.engine.and(region, reached)
    return try !universe.isEmpty(region)
  }

  /// Where the value after the use is what is reminded of, or more.
  private func reached<E: Engine>(
    _ limit: Limit, in model: PolicyModel<E>
  ) throws(Exhausted) -> Region {
    let universe = model.universe
    if case .share(let share) = at { return try model.reaches(share, of: limit) }
    guard case .quantity(let value) = at else { return .nothing }
    guard case .allowance(let unreported) = limit.kind else {
      return try model.after(limit, isAtLeast: value, true)
    }
    // More than all of an allowance, were it nothing, is used where more than it is used.
    let above = try model.after(limit, isAtLeast: 1, true)
    let meter = model.vocabulary.meters[Int(limit.counter.meter)]
    let isMissing = try universe.atLeast(VariableKey(.noAllowance, meter), 1)
    let ofOwn = try universe.engine.without(above, isMissing)
    guard let otherwise = unreported else { return ofOwn }
    let due = max(otherwise.share(value), otherwise.saturatingAdd(1))
    let instead = try model.after(limit, isAtLeast: due, true)
    let withoutOwn = try universe.engine.and(instead, isMissing)
    return try universe.engine.or(ofOwn, withoutOwn)
  }
}
