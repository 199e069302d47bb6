public import TollgateKit
public import TollgateRuntime

extension Ledger {
  /// What the engine is to know of these purchases: a pure function of the ledger and the time.
  ///
  /// - Only records that are verified as the terms ask count, of the account and of nobody in
  ///   particular. What is not verified, pending or of another environment is not there.
  /// - A subscription counts from its start to its end, this instant outside; a store's grace adds
  ///   to that. Cancelling changes nothing before the end. A refund or revocation ends it at once;
  ///   whether that of a part does is for the terms to say.
  /// - A non-consumable never ends. A consumable gives nothing that lasts.
  /// - Of one line, a later product takes the place of an earlier one from its start on.
  ///
  /// Whether a family-shared purchase counts is for the policy to say (`shared with family`); so is
  /// a grace of its own, and how long all this is trusted.
  ///
  /// - Parameters:
  ///   - policy: Its names stand for the ids that stores use.
  ///   - terms: What a purchase must bring to count.
  ///   - account: Whose purchases; without one, only those that belong to nobody in particular.
  ///   - now: The time.
  ///   - base: What else is known of the person (facts, usage, grants from elsewhere). It is kept.
  public func snapshot(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms(), account: String? = nil,
    at now: Instant, adding base: Snapshot = Snapshot()
  ) -> Snapshot {
    let holdings = holdings(policy: policy, terms: terms, account: account, at: now)
    let counted = effective(terms, account: account).values
    var snapshot = base
    snapshot.subject = base.subject ?? account
    snapshot.asOf = [base.asOf, confirmed(by: counted, account: account)].compactMap { $0 }.max()
    snapshot.latestSeen = max(base.latestSeen ?? now, now)
    for holding in holdings { snapshot.grants += holding.grants }
    if terms.showsPending {
      snapshot.grants += pending(policy: policy, terms: terms, account: account)
    }
    return snapshot
  }

  /// What is held or was held last, one for each transaction that still says something, in the
  /// order of their starts.
  func holdings(
    policy: Policy, terms: PurchaseTerms, account: String?, at now: Instant
  ) -> [CountedPurchase] {
    let records = effective(terms, account: account).values.filter { record in
      terms.environments.contains(record.environment) && record.environment != .other
        && record.kind != .consumable && record.kind != .other
    }.map { $0.counted(by: terms) }
    let lines = Dictionary(grouping: records) { $0.line }
    var holdings: [CountedPurchase] = []
    for records in lines.values {
      let line = SubscriptionHistory(records, policy: policy, at: now)
      for record in records where !record.isSuperseded && !line.isPast(record, at: now) {
        holdings.append(CountedPurchase(record, policy: policy))
      }
    }
    return holdings.sorted { a, b in
      if a.record.start != b.record.start { return a.record.start < b.record.start }
      return a.record.transactionID < b.record.transactionID
    }
  }

  private func pending(
    policy: Policy, terms: PurchaseTerms, account: String?
  ) -> [Grant] {
    waiting(terms: terms, account: account).filter { record in
      record.state == .pending && terms.environments.contains(record.environment)
        && (record.verification == .server
          || record.verification == .device && terms.proof == .device)
    }.map { record in
      Grant(
        product: policy.name(ofProduct: record.product), state: .pending, start: record.start,
        ownership: record.ownership, quantity: record.quantity, id: record.transactionID
      )
    }
  }
}

extension Policy {
  /// The policy's own name of a product that a store calls otherwise; what it was called where the
  /// policy does not know it.
  func name(ofProduct id: String) -> String {
    graph.names.products[id].map { graph.parts.products[Int($0)].name } ?? id
  }
}
