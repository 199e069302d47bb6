import TollgateKit
import TollgateRuntime

/// The products of a policy, and which of them are still worth buying.
struct ProductOffers {
  private let view: PurchaseView
  private let now: Instant
  /// The entitlements that the user has for ever.
  private let lasting: Set<Int32>

  init(_ view: PurchaseView, at now: Instant) {
    self.view = view
    self.now = now
    let parts = view.policy.graph.parts
    var lasting = Set(parts.tierCount > 0 ? [Int32(0)] : [])
    for purchase in view.held where purchase.accessEnd == .max {
      for entitlement in parts.products[Int(purchase.product)].grants {
        lasting.formUnion(parts.entitlements[Int(entitlement)].gives)
      }
    }
    self.lasting = lasting
  }

  func statuses() -> [PurchaseStatus.ProductStatus] {
    let owned = Set(view.held.map { $0.product })
    return view.policy.graph.parts.products.enumerated().map { index, product in
      let ownership: PurchaseStatus.ProductStatus.Ownership =
        owned.contains(Int32(index)) ? .owned : isUnlocked(product) ? .unlocked : .notOwned
      return PurchaseStatus.ProductStatus(product: product.name, ownership: ownership)
    }
  }

  /// Whether the user has everything that it grants for ever. A product that grants nothing, or
  /// raises limits, is always worth buying again.
  private func isUnlocked(_ product: Product) -> Bool {
    guard !product.grants.isEmpty, !product.raisesLimits else { return false }
    return product.grants.allSatisfy { lasting.contains($0) || isCoveredBundle($0) }
  }

  /// Whether an entitlement is only the sum of what it includes, and the user has all of that for
  /// ever: the owner of three packs gains nothing from the bundle of them. A tier is not a bundle,
  /// and neither is an entitlement that opens something that the packs do not.
  private func isCoveredBundle(_ entitlement: Int32) -> Bool {
    let bundle = view.policy.graph.parts.entitlements[Int(entitlement)]
    let others = bundle.gives.filter { $0 != entitlement }
    guard bundle.rank == nil, !others.isEmpty, lasting.isSuperset(of: others) else { return false }
    var with = view.snapshot
    with.grants.append(Grant(entitlement: bundle.name))
    let policy = view.policy
    return policy.openTargets(in: policy.prepare(with), at: now)
      == policy.openTargets(in: view.prepared, at: now)
  }
}
