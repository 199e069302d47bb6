import TollgateKit
import TollgateRuntime

/// The state of a ledger at one time, computed once for the status and its changes.
struct PurchaseView {
  let policy: Policy
  let snapshot: Snapshot
  let prepared: PreparedSnapshot
  /// The purchases in force, the best first.
  let held: [HeldPurchase]
  private let now: Instant

  init(
    _ ledger: Ledger, policy: Policy, terms: PurchaseTerms, account: String?, at now: Instant,
    adding base: Snapshot = Snapshot()
  ) {
    self.policy = policy
    self.now = now
    snapshot = ledger.snapshot(
      policy: policy, terms: terms, account: account, at: now, adding: base)
    prepared = policy.prepare(snapshot)
    held = ledger.held(
      policy: policy, terms: terms, account: account,
      at: Instant(milliseconds: max(now.milliseconds, prepared.floor)), asOf: snapshot.asOf)
  }

  var status: PurchaseStatus {
    let time = max(now.milliseconds, prepared.floor)
    return PurchaseStatus(
      tier: policy.tier(in: prepared, at: now),
      entitlements: policy.entitlements(in: prepared, at: time),
      plan: held.first?.plan(in: policy),
      onHold: onHold,
      products: ProductOffers(self, at: now).statuses(),
      isStale: time >= prepared.input.staleAt
    )
  }

  private var onHold: [String] {
    let held = Set(held.map { $0.product })
    let waiting = Set(
      snapshot.grants.compactMap { grant -> Int32? in
        guard grant.state == .hold else { return nil }
        return grant.product.flatMap { policy.graph.names.products[$0] }
      })
    return waiting.subtracting(held).sorted().map { policy.graph.parts.products[Int($0)].name }
  }
}

extension Policy {
  /// The entitlements that the user surely has, in order of declaration.
  fileprivate func entitlements(in prepared: PreparedSnapshot, at time: Int64) -> [String] {
    var evaluation = prepared.evaluation(at: time)
    return graph.parts.entitlements.indices.compactMap { index in
      evaluation.holds(entitlement: Int32(index)) ? graph.parts.entitlements[index].name : nil
    }
  }

  /// Every target that may be used now, in order of declaration.
  func openTargets(in prepared: PreparedSnapshot, at now: Instant) -> [String] {
    graph.targets.compactMap { target in
      isAllowed(target, for: prepared, at: now)
        ? graph.parts.targets[Int(target.index)].name : nil
    }
  }
}
