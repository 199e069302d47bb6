import TollgateRuntime

extension PolicyModel {
  /// A comparison with the present value of a counter.
  func usage(
    _ counter: CounterIndex, _ least: Int64, _ value: Bool
  ) throws(Exhausted) -> Region {
    let used = VariableKey(
      .used, vocabulary.meters[Int(counter.meter)], Int32(counter.window.code))
    if value {
      return try raised(by: counter.meter) { added throws(Exhausted) in
        try self.universe.atLeast(used, least.saturatingAdd(added))
      }
    }
    return try raised(by: counter.meter, onlyFresh: true) { added throws(Exhausted) in
      try self.universe.below(used, least.saturatingAdd(added))
    }
  }

  /// Where the ask surely raises a counter above a limit, or surely does not.
  func exceeds(_ limit: Limit, by rule: Int32, is value: Bool) throws(Exhausted) -> Region {
    if let reached = scope.reaching {
      let isBeyond = try exceeds(limit, reaching: reached)
      return value ? isBeyond : try universe.engine.complement(isBeyond)
    }
    if let amount = scope.amount, amount <= 0 { return value ? .nothing : .everything }
    switch limit.kind {
    case .bare, .undecided: return value ? .everything : .nothing
    case .ladder(let ladder): return try exceedsLadder(ladder, limit, is: value)
    case .setting(let setting): return try isBeyondValue(of: setting, is: value)
    case .atMost(let quantity): return try exceeds(quantity, limit, is: value)
    case .allowance(let otherwise): return try exceedsAllowance(otherwise, limit, is: value)
    }
  }

  func exceeds(
    _ quantity: Int64, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    if value {
      return try raised(by: limit.counter.meter) { added throws(Exhausted) in
        let allowed = quantity.saturatingAdd(added)
        if allowed == .max { return .nothing }
        return try self.after(limit, isAtLeast: allowed + 1, true)
      }
    }
    return try raised(by: limit.counter.meter, onlyFresh: true) { added throws(Exhausted) in
      let allowed = quantity.saturatingAdd(added)
      // Nothing is above the end of the range, but what is not known stays unknown.
      if allowed == .max { return try self.after(limit, isAtLeast: .max, nil) }
      return try self.after(limit, isAtLeast: allowed + 1, false)
    }
  }

  /// The limit is the allowance that the snapshot brings, which is part of the counter already;
  /// without one it is what the policy says instead, or unknown.
  func exceedsAllowance(
    _ otherwise: Int64?, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    let own = try exceeds(0, limit, is: value)
    let quantity = VariableKey(.noAllowance, vocabulary.meters[Int(limit.counter.meter)])
    let isMissing = try universe.atLeast(quantity, 1)
    let withOwn = try universe.engine.without(own, isMissing)
    guard let otherwise else { return withOwn }
    let instead = try exceeds(otherwise, limit, is: value)
    let withoutOwn = try universe.engine.and(instead, isMissing)
    return try universe.engine.or(withOwn, withoutOwn)
  }

  /// Where the value after the use, the allowance subtracted, is at least a border, or known and
  /// below it, or (`nil`) just known.
  func after(
    _ limit: Limit, isAtLeast border: Int64, _ value: Bool?
  ) throws(Exhausted) -> Region {
    let meter = vocabulary.meters[Int(limit.counter.meter)]
    let window = Int32(limit.window.code)
    var quantity = VariableKey(.used, meter, window)
    var border = border
    if let amount = scope.amount {
      border = border.saturatingSubtract(amount)
    } else if universe.terms.meters[Int(meter)].isReadByItsRules {
      // The use before and the use after are two variables here, and depend on each other.
      _ = universe.place(of: quantity)
      _ = universe.place(of: VariableKey(.growth, meter))
      quantity = VariableKey(.after, meter, window)
    } else {
      // Any amount asked for leads to the same values as one more does.
      border = border.saturatingSubtract(1)
    }
    switch value {
    case true?: return try universe.atLeast(quantity, border)
    case false?: return try universe.below(quantity, border)
    case nil:
      let missing = try universe.missing(quantity)
      return try universe.engine.complement(missing)
    }
  }

  /// A region that depends on how much products add to the allowance of a meter, put together for
  /// every sum that is possible. An addition that is uncertain, because purchase data is stale, is
  /// not counted where `onlyFresh` is set.
  func raised(
    by meter: Int32, onlyFresh: Bool = false,
    _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    try raised(by: vocabulary.adders[Int(meter)], onlyFresh: onlyFresh, region)
  }

  /// The same for what some products add, whatever it is added to.
  func raised(
    by additions: [Vocabulary.Addition], onlyFresh: Bool,
    _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    let adders = additions.filter { isHeldAsProduct($0.product) }
    guard !adders.isEmpty else { return try region(0) }
    if scope.buysOften { throw Exhausted(.unsupported, limit: 0) }
    var known: [Raise: Region] = [:]
    let raised = try raise(Raise(place: 0, sum: 0), adders, &known, region)
    guard onlyFresh else { return raised }
    let fresh = try fresh()
    let withAdded = try universe.engine.and(raised, fresh)
    let plain = try region(0)
    let withoutAdded = try universe.engine.without(plain, fresh)
    return try universe.engine.or(withAdded, withoutAdded)
  }

  private func raise(
    _ key: Raise, _ adders: [Vocabulary.Addition], _ known: inout [Raise: Region],
    _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    if key.place == adders.count { return try region(key.sum) }
    if let result = known[key] { return result }
    let adder = adders[key.place]
    let without = try raise(Raise(place: key.place + 1, sum: key.sum), adders, &known, region)
    let more = Raise(place: key.place + 1, sum: key.sum.saturatingAdd(adder.amount))
    let with = try raise(more, adders, &known, region)
    let counts = try counts(adder.product)
    let on = try universe.engine.and(with, counts)
    let off = try universe.engine.without(without, counts)
    let result = try universe.engine.or(on, off)
    known[key] = result
    return result
  }

  /// Whether what a product adds is asked about.
  func isHeldAsProduct(_ index: Int32) -> Bool {
    switch scope.holding {
    case .entitlements: return false
    case .products: return true
    case .both(let products): return terms(of: index).contains { products.contains($0) }
    }
  }
}

/// How far the sums of what products add were worked out.
private struct Raise: Hashable {
  var place: Int
  var sum: Int64
}
