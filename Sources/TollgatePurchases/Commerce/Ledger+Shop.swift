public import TollgateKit
public import TollgateRuntime

extension Ledger {
  /// Whether a product may be bought now. Only the very same plan is refused, while it is in force
  /// and will be renewed; what else makes no sense is the store's to say.
  ///
  /// The parameters are those of ``snapshot(policy:terms:account:at:adding:)``.
  ///
  /// - Throws: ``PurchaseError/alreadySubscribed``; ``PurchaseError/productNotFound`` for a product
  ///   that the policy does not know or that is not for sale.
  public func checkPurchase(
    of product: String, policy: Policy, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, at now: Instant
  ) throws(PurchaseError) {
    guard let wanted = policy.product(product), policy.isForSale(wanted) else {
      throw .productNotFound
    }
    let held = held(policy: policy, terms: terms, account: account, at: now)
    if held.contains(where: { $0.product == wanted && $0.record.willRenew }) {
      throw .alreadySubscribed
    }
  }

  /// What it costs to go from the plan in force to a product of a higher tier.
  ///
  /// What was paid is the record's own amount, else the policy's price; the new price is the
  /// store's if it is given, else the policy's.
  ///
  /// - Throws: ``PurchaseError/notAnUpgrade`` unless the product's tier is higher than that of the
  ///   plan in force and a plan is in force; ``PurchaseError/productNotFound``;
  ///   ``PurchaseError/noComparablePrice``.
  public func upgrade(
    to product: String, price: Money? = nil, policy: Policy,
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil, at now: Instant
  ) throws(PurchaseError) -> Proration {
    guard let wanted = policy.product(product), policy.isForSale(wanted) else {
      throw .productNotFound
    }
    let held = held(policy: policy, terms: terms, account: account, at: now)
    guard let plan = held.first, let end = plan.record.end,
      policy.rank(of: wanted) > plan.rank
    else { throw .notAnUpgrade }
    let isFree = plan.record.isTrial || plan.record.state == .trial
    let old = policy.price(of: plan.product)
    guard let new = price ?? policy.price(of: wanted) else { throw .noComparablePrice }
    guard let paid = isFree ? Money.nothing(new.currency) : plan.record.paid ?? old else {
      throw .noComparablePrice
    }
    return try Proration(
      paid: paid, start: plan.record.start, end: end, price: new, at: now)
  }

  /// Subscriptions that will be renewed soon, the first to renew first: in force, not cancelled,
  /// and with no more than this time left of what is paid.
  ///
  /// - Parameter duration: In milliseconds; three days unless told.
  public func renewingSoon(
    within duration: Int64 = 3 * 86_400_000, policy: Policy,
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil, at now: Instant
  ) -> [PurchaseRecord] {
    held(policy: policy, terms: terms, account: account, at: now).map { $0.record }
      .filter { record in
        guard let end = record.end, record.willRenew else { return false }
        return now < end && end <= now.advanced(by: duration)
      }
      .sorted { a, b in
        let ends = (a.end?.milliseconds ?? .max, b.end?.milliseconds ?? .max)
        return ends.0 != ends.1 ? ends.0 < ends.1 : a.transactionID < b.transactionID
      }
  }
}

extension Policy {
  fileprivate func product(_ name: String) -> Int32? { graph.names.products[name] }

  fileprivate func isForSale(_ product: Int32) -> Bool {
    graph.parts.products[Int(product)].isForSale
  }

  fileprivate func price(of product: Int32) -> Money? {
    graph.parts.products[Int(product)].price.flatMap { Money($0) }
  }

  /// The highest tier that a product grants; -1 for none.
  func rank(of product: Int32) -> Int32 {
    graph.parts.products[Int(product)].grants.reduce(-1) { rank, entitlement in
      graph.parts.entitlements[Int(entitlement)].gives.reduce(rank) {
        max($0, graph.parts.entitlements[Int($1)].rank)
      }
    }
  }
}
