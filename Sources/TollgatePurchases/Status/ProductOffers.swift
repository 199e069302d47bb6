import TollgateKit
import TollgateRuntime

/// The products of a policy, and which of them there is still a reason to buy.
struct ProductOffers {
  private let view: PurchaseView
  private let now: Instant
  /// Entitlements that are held for good.
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

  func standings() -> [PurchaseStatus.ProductStanding] {
    let owned = Set(view.held.map { $0.product })
    return view.policy.graph.parts.products.enumerated().map { index, product in
      let ownership: PurchaseStatus.ProductStanding.Ownership =
        owned.contains(Int32(index)) ? .owned : isCovered(product) ? .covered : .notOwned
      return PurchaseStatus.ProductStanding(product: product.name, ownership: ownership)
    }
  }

  /// Whether everything that it grants is held for good. A product that grants nothing, or adds to
  /// a meter, is always worth buying again.
  private func isCovered(_ product: Product) -> Bool {
    guard !product.grants.isEmpty, product.adds.isEmpty else { return false }
    return product.grants.allSatisfy { lasting.contains($0) || isCoveredBundle($0) }
  }

  /// Whether an entitlement is but the sum of what it includes, and all of that is held for good:
  /// who owns the three packs has nothing to gain from the bundle of them. A tier is no bundle, and
  /// neither is an entitlement that would open something now that the packs do not.
  private func isCoveredBundle(_ entitlement: Int32) -> Bool {
    let bundle = view.policy.graph.parts.entitlements[Int(entitlement)]
    let others = bundle.gives.filter { $0 != entitlement }
    guard bundle.rank < 0, !others.isEmpty, lasting.isSuperset(of: others) else { return false }
    var with = view.snapshot
    with.grants.append(Grant(entitlement: bundle.name))
    let policy = view.policy
    return policy.openTargets(in: policy.prepare(with), at: now)
      == policy.openTargets(in: view.prepared, at: now)
  }
}
