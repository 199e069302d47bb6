public import TollgateKit
public import TollgateRuntime

/// A user's purchases, for a settings page and a paywall.
///
/// ```swift
/// let status = await gate.status
/// show(status.tier ?? "no plan")
/// if let plan = status.plan { show(gate.text(of: plan.validity)) }  // Renews 2027-03-01
/// if status.ownership(of: "lifetime") == .unlocked { show("Nothing left to buy") }
/// ```
public struct PurchaseStatus: Sendable, Hashable {
  /// The highest tier that the user surely has; nil if the policy has no tiers. It is the first
  /// tier while the status is stale.
  public var tier: String?
  /// The tiers and entitlements that the user surely has, in order of declaration.
  public var entitlements: [String]
  /// The purchase that gives the most now; nil for none. It stays while the status is stale.
  public var plan: Plan?
  /// The products on hold, in order of declaration: their payment failed, and they open nothing until
  /// the user fixes it.
  public var onHold: [String]
  /// Every product of the policy, in order of declaration.
  public var products: [ProductStatus]
  /// Whether the purchase data is too old.
  public var isStale: Bool

  /// Whether a purchase is in force and the status is not stale.
  public var isValid: Bool { plan != nil && !isStale }

  /// The ownership of a product.
  public func ownership(of product: String) -> ProductStatus.Ownership? {
    products.first { $0.product == product }?.ownership
  }

  /// A purchase that is in force.
  public struct Plan: Sendable, Hashable {
    /// The name of the product in the policy.
    public var product: String
    /// The kind of product.
    public var kind: PurchaseRecord.Kind
    /// The state that the store reports; `grace` while only a grace keeps it.
    public var state: Grant.State
    /// When the paid time ends; nil for a lifetime.
    public var end: Instant?
    /// When access ends, grace included; nil for never.
    public var accessEnd: Instant?
    /// Whether the store will renew it.
    public var renews: Bool
    /// The product that it will renew as, if another.
    public var renewsAs: String?
    /// Whether it is a free trial.
    public var isTrial: Bool
    /// Who bought it.
    public var ownership: Grant.Ownership
    /// The payment method.
    public var method: PaymentMethod?
    /// The billing period; nil if the policy has none.
    public var period: Price.Period?

    /// Its renewal or end.
    public var validity: Validity {
      guard let end else { return .lifetime }
      return renews ? .renews(end) : .ends(end)
    }
  }

  /// The renewal or end of a purchase.
  public enum Validity: Sendable, Hashable {
    /// It renews at this instant.
    case renews(Instant)
    /// It ends at this instant.
    case ends(Instant)
    /// It never ends.
    case lifetime
  }

  /// A product, and whether the user owns it.
  public struct ProductStatus: Sendable, Hashable {
    /// Its name in the policy.
    public var product: String
    /// Whether it is owned.
    public var ownership: Ownership

    /// Whether a product is owned.
    public enum Ownership: String, Sendable, Hashable, CaseIterable {
      /// It was bought and is in force.
      case owned
      /// It was not bought, but the user has everything that it grants for ever through other
      /// purchases. It is shown as unlocked, with nothing to buy. `Paywall.State.covered` is less:
      /// the user has all of it now, perhaps only for the days of a trial.
      case unlocked
      /// Neither.
      case notOwned = "not-owned"
    }
  }
}

extension Ledger {
  /// The purchase status for a settings page and a paywall, from the same evaluation that decides.
  ///
  /// Of several purchases in force, the plan is the one of the highest tier, then one without an
  /// end, then the one that gives access longest, then the first bought.
  ///
  /// The parameters are those of ``snapshot(policy:terms:account:at:adding:)``.
  public func status(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms(), account: String? = nil,
    at now: Instant, adding base: Snapshot = Snapshot()
  ) -> PurchaseStatus {
    PurchaseView(
      self, policy: policy, terms: terms, account: account, at: now, adding: base
    ).status
  }

  /// The purchases in force now, the best first.
  ///
  /// - Parameter asOf: When the store last answered, if later than the ledger knows.
  func held(
    policy: Policy, terms: PurchaseTerms, account: String?, at now: Instant, asOf: Instant? = nil
  ) -> [HeldPurchase] {
    let confirmed = [confirmed(terms: terms, account: account), asOf].compactMap { $0 }.max()
    let time = max(now, confirmed ?? now)
    let counted = current(terms, account: account, at: time)
    let purchases = purchases(among: counted, policy: policy, terms: terms, at: time)
    return Dictionary(grouping: purchases) {
      [$0.record.firstTransactionID, policy.name(ofProduct: $0.record.product)]
    }.values
      .compactMap { purchases in
        HeldPurchase(purchases, policy: policy, asOf: confirmed, at: time.milliseconds)
      }
      .sorted { $0.isBetter(than: $1) }
  }
}

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

/// A purchase that is in force now, with its paid renewals.
struct HeldPurchase {
  /// The last transaction that extends the current period.
  let record: PurchaseRecord
  /// The product in the policy.
  let product: Int32
  /// The highest tier that it grants; nil for none.
  let rank: Int32?
  /// When access ends, in milliseconds; `Int64.max` for never.
  let accessEnd: Int64
  /// Whether only a grace keeps it in force.
  let isInGrace: Bool

  /// Combines the transactions of one subscription and product; nil if none is in force now.
  init?(_ purchases: [CountedPurchase], policy: Policy, asOf: Instant?, at time: Int64) {
    var spans: [(span: EvaluationInput.HeldSpan, record: PurchaseRecord)] = []
    var product: Int32?
    for purchase in purchases {
      for grant in purchase.grants {
        guard let prepared = PreparedGrant(grant, in: policy.graph, asOf: asOf) else { continue }
        product = prepared.product
        spans += prepared.counts.map { ($0, purchase.record) }
      }
    }
    spans.sort { $0.span.start < $1.span.start }
    guard let product, var last = spans.first(where: { $0.span.contains(time) })?.record else {
      return nil
    }
    var end = time
    for (span, record) in spans where span.start <= end && end < span.until {
      end = span.until
      last = record
    }
    let paidEnd = last.isLifetime ? .max : last.end?.milliseconds ?? .max
    self.product = product
    record = last
    rank = policy.rank(of: product)
    accessEnd = end
    isInGrace = paidEnd <= time
  }

  /// Whether this one is shown rather than the other.
  func isBetter(than other: HeldPurchase) -> Bool {
    if rank != other.rank { return HeldPurchase.isRank(rank, above: other.rank) }
    if accessEnd != other.accessEnd { return accessEnd > other.accessEnd }
    if record.start != other.record.start { return record.start < other.record.start }
    return record.transactionID < other.record.transactionID
  }

  /// Whether a tier is above another one; any is above none.
  static func isRank(_ rank: Int32?, above other: Int32?) -> Bool {
    guard let rank else { return false }
    return other.map { rank > $0 } ?? true
  }

  func plan(in policy: Policy) -> PurchaseStatus.Plan {
    let product = policy.graph.parts.products[Int(product)]
    return PurchaseStatus.Plan(
      product: product.name,
      kind: record.kind,
      state: isInGrace ? .grace : record.isTrial && record.state == .active ? .trial : record.state,
      end: record.isLifetime ? nil : record.end,
      accessEnd: accessEnd == .max ? nil : Instant(milliseconds: accessEnd),
      renews: record.willRenew,
      renewsAs: record.renewsAs.map { policy.name(ofProduct: $0) },
      isTrial: record.isTrial || record.state == .trial,
      ownership: record.ownership,
      method: record.method,
      period: product.price?.period
    )
  }
}

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
