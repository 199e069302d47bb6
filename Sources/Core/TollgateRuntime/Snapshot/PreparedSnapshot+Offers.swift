/// The knowledge of trials and introductory prices beside the grants that may count. (An object, and
/// nearly everybody has none: a snapshot is prepared again and again.)
final class KnownOffers: Sendable {
  /// The store's own word on its offers, by the name of the product.
  let said: [String: Bool]
  /// The products of grants that can never count, whose buyer had a trial or an introductory price.
  let idle: [ProductIndex]

  private init(_ said: [String: Bool], _ idle: [ProductIndex]) {
    (self.said, self.idle) = (said, idle)
  }

  /// Nil if nothing is known. (No failable `init`: that would make the object first.)
  @inline(__always)
  static func known(said: [String: Bool], idle: [ProductIndex]) -> KnownOffers? {
    said.isEmpty && idle.isEmpty ? nil : KnownOffers(said, idle)
  }
}

extension Grant {
  /// Whether its buyer had a trial or an introductory price.
  @inline(__always)
  var hadOffer: Bool { isTrial || isOfferUsed || state == .trial }
}

// Only a paywall asks, so nothing is worked out before it does.
extension PreparedSnapshot {
  /// Whether the user is offered the trial of a product: the store says so, or they had none of it,
  /// nor of a product that grants one of the same entitlements or one of the same tiers. If the store
  /// was never asked, nobody knows, and none is.
  package func isOffered(trialOf product: ProductIndex) -> Bool {
    guard isStoreAsked else { return false }
    for (name, isOffered) in offers?.said ?? [:] where graph.names.products[name] == product {
      return isOffered
    }
    func isUsedUp(by used: ProductIndex) -> Bool {
      used == product || graph.grantAlike(used, product)
    }
    if offers?.idle.contains(where: isUsedUp) ?? false { return false }
    return !grants.contains { $0.hadOffer && $0.product.map(isUsedUp) ?? false }
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
