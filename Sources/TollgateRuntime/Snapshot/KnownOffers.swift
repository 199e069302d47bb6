/// The trials and introductory prices that a user had, as a snapshot says: each is offered once. (An
/// object, and most users have none: a snapshot is prepared again and again. Only a paywall asks, so
/// no name is looked up before it does.)
package final class KnownOffers: Sendable {
  /// The grants whose buyer had one.
  private let used: [Grant]
  /// The word of the store itself, by product.
  private let said: [String: Bool]

  init(_ snapshot: Snapshot) {
    used = snapshot.grants.filter { $0.hadOffer }
    said = snapshot.offers
  }

  /// Whether the user is offered the trial of a product: the store says so, or they had none of it,
  /// nor of a product that grants one of the same entitlements or one of the same tiers.
  fileprivate func isOffered(_ product: ProductIndex, in graph: RuleGraph) -> Bool {
    for (name, isOffered) in said where graph.names.products[name] == product { return isOffered }
    return !used.contains { grant in
      guard let name = grant.product, let used = graph.names.products[name] else { return false }
      return used == product || graph.grantAlike(used, product)
    }
  }
}

extension Grant {
  /// Whether its buyer had a trial or an introductory price.
  @inline(__always)
  var hadOffer: Bool { isTrial || isOfferUsed || state == .trial }
}

extension PreparedSnapshot {
  /// Whether the user is offered the trial of a product. If the store was never asked, nobody knows,
  /// and none is.
  package func isOffered(trialOf product: ProductIndex) -> Bool {
    isStoreAsked && (offers?.isOffered(product, in: graph) ?? true)
  }
}

extension RuleGraph {
  /// Whether two products grant one of the same entitlements, or both a tier.
  fileprivate func grantAlike(_ one: ProductIndex, _ other: ProductIndex) -> Bool {
    let (ones, others) = (self[product: one].grants, self[product: other].grants)
    func isTier(_ entitlement: Int32) -> Bool { Int(entitlement) < parts.tierCount }
    return ones.contains { others.contains($0) }
      || ones.contains(where: isTier)
        && others.contains(where: isTier)
  }
}
