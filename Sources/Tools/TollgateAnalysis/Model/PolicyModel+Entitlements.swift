import TollgateRuntime

extension PolicyModel {
  /// Where a grant of the snapshot surely gives an entitlement, or surely does not.
  func held(_ entitlement: Int32, _ value: Bool) throws(Exhausted) -> Region {
    if entitlement == 0, parts.tierCount > 0 { return value ? .everything : .nothing }
    let granted = try granted(entitlement)
    if !value { return try universe.engine.complement(granted) }
    let fresh = try fresh()
    return try universe.engine.and(granted, fresh)
  }

  /// Where the purchase data is young enough to be believed.
  func fresh() throws(Exhausted) -> Region {
    guard !scope.isKnown, let trust = parts.trust else { return .everything }
    return try universe.below(VariableKey(.age), trust)
  }

  /// Where some grant that counts is for an entitlement.
  private func granted(_ entitlement: Int32) throws(Exhausted) -> Region {
    var regions: [Region] = []
    let isGiven = mayBeGiven && vocabulary.productGivers[Int(entitlement)].isEmpty
    if scope.holding != .products || isGiven {
      if let lowest = vocabulary.tierGivers[Int(entitlement)] {
        regions.append(try universe.atLeast(VariableKey(.tier), Int64(lowest)))
      }
      for giver in vocabulary.givers[Int(entitlement)] {
        let quantity = VariableKey(.entitlement, vocabulary.entitlements[Int(giver)])
        regions.append(try universe.atLeast(quantity, 1))
      }
    }
    for product in vocabulary.productGivers[Int(entitlement)] {
      regions.append(try counts(product))
    }
    return try universe.engine.any(regions)
  }

  /// Where a product is held and counts.
  func counts(_ index: Int32) throws(Exhausted) -> Region {
    switch scope.holding {
    case .entitlements: return .nothing
    case .products:
      return try universe.atLeast(VariableKey(.product, vocabulary.products[Int(index)]), 1)
    case .both(let products):
      var region = Region.nothing
      for term in terms(of: index) where products.contains(term) {
        let counts = try counts(index, as: term)
        region = try universe.engine.or(region, counts)
      }
      return region
    }
  }

  /// The terms of a product.
  func terms(of product: Int32) -> [Int32] {
    [vocabulary.products[Int(product)]] + vocabulary.aliases[Int(product)]
  }

  private func counts(_ index: Int32, as term: Int32) throws(Exhausted) -> Region {
    let product = parts.products[Int(index)]
    let longest = universe.terms.products[Int(term)].grace
    // The values between are the times since it ended; the longest grace is over at 0.
    let region = try universe.atLeast(
      VariableKey(.product, term),
      longest.saturatingAdd(1).saturatingSubtract(longest > 0 ? product.grace : 0))
    guard product.isSharedWithFamily, universe.terms.products[Int(term)].isSharedByOne
    else { return region }
    let isShared = try universe.atLeast(VariableKey(.family, term), 1)
    return try universe.engine.or(region, isShared)
  }
}
