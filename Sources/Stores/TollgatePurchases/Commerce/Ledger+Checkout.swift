public import TollgateKit
public import TollgateRuntime

extension Ledger {
  /// Checks that a product may be bought now. Only a plan that is in force and will renew is
  /// refused; the store decides about everything else.
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

  /// The price of an upgrade from the plan in force to a product of a higher tier.
  ///
  /// The paid amount is the record's own, else the policy's price. The new price is the store's if
  /// given, else the policy's in the currency that was paid, else its first. A price for each of a
  /// meter is not compared.
  ///
  /// - Throws: ``PurchaseError/notAnUpgrade`` if no plan is in force, or the product's tier is not
  ///   higher than the plan's; ``PurchaseError/productNotFound``;
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
      HeldPurchase.isRank(policy.rank(of: wanted), above: plan.rank)
    else { throw .notAnUpgrade }
    let isFree = plan.record.isTrial || plan.record.state == .trial
    let currency = plan.record.paid?.currency
    let old = policy.price(of: plan.product, in: price?.currency)
    guard let new = price ?? policy.price(of: wanted, in: currency) else {
      throw .noComparablePrice
    }
    guard let paid = isFree ? Money.zero(new.currency) : plan.record.paid ?? old else {
      throw .noComparablePrice
    }
    return try Proration(
      paid: paid, start: plan.record.start, end: end, price: new, at: now)
  }

  /// The subscriptions that renew soon, the earliest first: in force, not cancelled, and with no
  /// more than this much paid time left.
  ///
  /// - Parameter duration: In milliseconds; three days by default.
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
        let (first, second) = (a.end?.milliseconds ?? .max, b.end?.milliseconds ?? .max)
        return (first, a.transactionID) < (second, b.transactionID)
      }
  }
}

extension Policy {
  fileprivate func product(_ name: String) -> Int32? { graph.names.products[name] }

  fileprivate func isForSale(_ product: Int32) -> Bool {
    graph.parts.products[Int(product)].isForSale
  }

  /// The price in a currency, else the first; nil without one, and where each of a meter has one.
  fileprivate func price(of product: Int32, in currency: String?) -> Money? {
    guard let price = graph.parts.products[Int(product)].price(in: currency), price.each == nil
    else { return nil }
    return Money(price)
  }

  /// The highest tier that a product grants; nil for none.
  func rank(of product: Int32) -> Int32? {
    var highest: Int32?
    for entitlement in graph.parts.products[Int(product)].grants {
      for given in graph.parts.entitlements[Int(entitlement)].gives {
        // Tiers come first among the entitlements, in the order of the ladder.
        guard given < graph.parts.tierCount else { continue }
        highest = max(highest ?? given, given)
      }
    }
    return highest
  }
}
