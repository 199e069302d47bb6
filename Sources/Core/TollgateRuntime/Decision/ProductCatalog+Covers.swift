extension ProductCatalog {
  /// Whether the user surely has everything that a product grants: each entitlement itself, or,
  /// for a bundle that would open nothing more, all that it includes.
  ///
  /// - Parameters:
  ///   - opensMore: Whether buying it would open something for this user.
  ///   - forGood: Whether it must also stay so, whatever time passes.
  package func covers(_ product: Int32, opensMore: Bool, forGood: Bool) -> Bool {
    let product = graph[product: product]
    guard !product.grants.isEmpty, !product.raisesLimits else { return false }
    return product.grants.allSatisfy { entitlement in
      if holds(entitlement, forGood: forGood) { return true }
      guard !opensMore else { return false }
      return includesOnlyHeld(entitlement, forGood: forGood)
    }
  }

  /// Whether an entitlement is a bundle, and the user has all that it includes. A tier is no
  /// bundle: it is more than the tiers below it.
  private func includesOnlyHeld(_ index: Int32, forGood: Bool) -> Bool {
    let bundle = graph[entitlement: index]
    guard bundle.rank == nil, bundle.gives.count > 1 else { return false }
    return bundle.gives.allSatisfy { $0 == index || holds($0, forGood: forGood) }
  }

  private func holds(_ entitlement: Int32, forGood: Bool) -> Bool {
    var evaluation = prepared.evaluation(at: now)
    if !evaluation.holds(entitlement: entitlement) { return false }
    guard forGood else { return true }
    // At the end of time, only entitlements without an end are left. Stale data is not an end.
    evaluation.staleAt = .max
    evaluation.now = .max - 1
    return evaluation.holds(entitlement: entitlement)
  }
}
