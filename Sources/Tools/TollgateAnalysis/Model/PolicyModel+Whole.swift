import TollgateRuntime

/// Counters with no allowance subtracted.
extension PolicyModel {
  /// The variable of a whole counter. The rest of it without its allowance, and of the meter's
  /// other counters, depends on it.
  func whole(_ limit: Limit) -> VariableKey {
    let meter = vocabulary.meters[Int(limit.counter.meter)]
    _ = universe.place(of: VariableKey(.allowance, meter))
    for window in universe.terms.windows {
      _ = universe.place(of: VariableKey(.used, meter, Int32(window.code)))
      _ = universe.place(of: VariableKey(.whole, meter, Int32(window.code)))
    }
    return VariableKey(.whole, meter, Int32(limit.window.code))
  }

  /// Where the ask surely raises a whole counter above a step under an allowance, or surely does
  /// not. Only what products add raises such a step.
  func exceedsByWhole(
    _ quantity: Int64, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    try requireWhole(of: limit)
    return try raised(by: limit.counter.meter, onlyFresh: !value) { added throws(Exhausted) in
      let allowed = quantity.saturatingAdd(added)
      return try self.whole(limit, after: allowed, value)
    }
  }

  /// Where a whole counter after the use is above a value, or known and not above it.
  private func whole(
    _ limit: Limit, after allowed: Int64, _ isAbove: Bool
  ) throws(Exhausted) -> Region {
    let counter = whole(limit)
    let border = allowed.saturatingSubtract(scope.amount ?? 1)
    if border == .max || allowed == .max {
      guard !isAbove else { return .nothing }
      return try universe.engine.complement(try universe.missing(counter))
    }
    return isAbove
      ? try universe.atLeast(counter, border + 1) : try universe.below(counter, border + 1)
  }

  /// Where a whole counter after the use has a value.
  func whole(_ limit: Limit, is value: Int64) throws(Exhausted) -> Region {
    try requireWhole(of: limit)
    let counter = whole(limit)
    return try universe.equals(counter, value.saturatingSubtract(scope.amount ?? 1))
  }

  /// Whole counters are judged where the amount that is asked for does not matter, and what
  /// products add is known by what is held.
  func requireWhole(of limit: Limit) throws(Exhausted) {
    let meter = vocabulary.meters[Int(limit.counter.meter)]
    let isOpen = scope.amount == nil && universe.terms.meters[Int(meter)].isReadByItsRules
    let adders = vocabulary.adders[Int(limit.counter.meter)]
    let isRaised = scope.holding != .products && !adders.isEmpty
    if isOpen || isRaised { throw Exhausted(.unsupported, limit: 0) }
  }
}
