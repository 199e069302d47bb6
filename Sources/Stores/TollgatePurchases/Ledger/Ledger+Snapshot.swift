public import TollgateKit
public import TollgateRuntime

extension Ledger {
  /// The snapshot of these purchases: a pure function of the ledger and the time.
  ///
  /// - Only records count that are verified as the terms require, and belong to the account or to
  ///   none. Unverified, pending and foreign-environment records are left out.
  /// - A subscription counts from its start to its end (exclusive); a store's grace adds to that.
  ///   Cancelling changes nothing before the end. A refund or revocation ends it at once; the terms
  ///   say whether a partial refund does.
  /// - A non-consumable never ends. A consumable grants nothing.
  /// - Packs of a meter without windows are its allowance: all that was bought. Whatever is left of
  ///   others depends on what was used, so whoever counts says it.
  /// - Within one subscription, a later product replaces an earlier one from its start on.
  ///
  /// A journal's ledger knows the latest time that was written into it. An earlier `now` counts as
  /// that time.
  ///
  /// The policy says whether a family-shared purchase counts (`shared with family`), whether it
  /// adds a grace, and how long all this is trusted.
  ///
  /// - Parameters:
  ///   - policy: It maps the stores' product ids to its own names.
  ///   - terms: The conditions under which a purchase counts.
  ///   - account: Whose purchases; nil for only those without an account.
  ///   - now: The time.
  ///   - base: Everything else about the user (facts, usage, other grants). It is kept.
  public func snapshot(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms(), account: String? = nil,
    at now: Instant, adding base: Snapshot = Snapshot()
  ) -> Snapshot {
    // A clock that was set back is not believed.
    let now = max(now, latestSeen ?? now)
    let counted = current(terms, account: account, at: now)
    let purchases = purchases(among: counted, policy: policy, terms: terms, at: now)
    var snapshot = base
    snapshot.subject = base.subject ?? account
    snapshot.asOf = [base.asOf, confirmed(terms: terms, account: account)].compactMap { $0 }.max()
    snapshot.latestSeen = max(base.latestSeen ?? now, now)
    for purchase in purchases {
      let isUsed = isOfferUsed(in: purchase.record.firstTransactionID, terms)
      snapshot.grants += purchase.grants.map { grant in
        var grant = grant
        grant.isOfferUsed = isUsed && !grant.isTrial || purchase.record.isOfferUsed
        return grant
      }
    }
    let packs = allowances(policy: policy, terms: terms, account: account)
    snapshot.allowances.merge(packs) { $1 }
    if terms.showsPending {
      snapshot.grants += pending(policy: policy, terms: terms, account: account)
    }
    return snapshot
  }

  /// Whether a period of a subscription was a trial or had an introductory price, however long ago.
  private func isOfferUsed(in first: String, _ terms: PurchaseTerms) -> Bool {
    Verification.allCases.contains { verification in
      let key = RenewalRun.Key(firstTransactionID: first, verification: verification)
      return terms.accepts(verification) && runs[key]?.isOfferUsed ?? false
    }
  }

  /// The purchases that matter now, one for each transaction, in the order of their starts.
  ///
  /// - Parameter effective: The readings that count; see ``current(_:account:at:)``.
  func purchases(
    among effective: [PurchaseRecord], policy: Policy, terms: PurchaseTerms, at now: Instant
  ) -> [CountedPurchase] {
    let records = effective.filter { record in
      terms.environments.contains(record.environment) && record.environment != .other
        && record.kind != .consumable && record.kind != .other
    }.map { $0.counted(by: terms) }
    let subscriptions = Dictionary(grouping: records) { $0.firstTransactionID }
    var purchases: [CountedPurchase] = []
    for records in subscriptions.values {
      let history = SubscriptionHistory(records, policy: policy, at: now)
      for record in records where !record.isSuperseded && !history.isPast(record, at: now) {
        purchases.append(CountedPurchase(record, policy: policy))
      }
    }
    return purchases.sorted { a, b in
      (a.record.start, a.record.transactionID) < (b.record.start, b.record.transactionID)
    }
  }

  private func pending(
    policy: Policy, terms: PurchaseTerms, account: String?
  ) -> [Grant] {
    waiting(terms: terms, account: account).filter { record in
      record.state == .pending && terms.environments.contains(record.environment)
        && terms.accepts(record.verification)
    }.map { record in
      Grant(
        product: policy.name(ofProduct: record.product), state: .pending, start: record.start,
        ownership: record.ownership, quantity: record.quantity, id: record.transactionID
      )
    }
  }
}

extension Policy {
  /// The policy's name of a product; the store's id if the policy does not know the product.
  package func name(ofProduct id: String) -> String {
    graph.names.products[id].map { graph.parts.products[Int($0)].name } ?? id
  }
}
