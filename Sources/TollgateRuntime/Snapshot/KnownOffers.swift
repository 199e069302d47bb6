/// The trials and introductory prices that a user had: each is offered once.
package struct KnownOffers: Sendable {
  /// The products of which the user had one; none for most.
  private var used: [ProductIndex] = []
  /// The word of the store itself of a product.
  private var said: [ProductIndex: Bool] = [:]

  init(_ snapshot: Snapshot, in graph: RuleGraph) {
    for grant in snapshot.grants where grant.isTrial || grant.isOfferUsed || grant.state == .trial {
      guard let name = grant.product, let product = graph.names.products[name] else { continue }
      used.append(product)
    }
    for (name, isOffered) in snapshot.offers {
      if let product = graph.names.products[name] { said[product] = isOffered }
    }
  }

  /// Whether the user is offered the trial of a product: the store says so, or they had none of it,
  /// nor of a product that grants one of the same entitlements or one of the same tiers.
  fileprivate func isOffered(_ product: ProductIndex, in graph: RuleGraph) -> Bool {
    if let isOffered = said[product] { return isOffered }
    return !used.contains { $0 == product || graph.grantAlike($0, product) }
  }
}

extension PreparedSnapshot {
  /// Whether the user is offered the trial of a product. If the store was never asked, nobody knows,
  /// and none is.
  package func isOffered(trialOf product: ProductIndex) -> Bool {
    offers?.isOffered(product, in: graph) ?? false
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
