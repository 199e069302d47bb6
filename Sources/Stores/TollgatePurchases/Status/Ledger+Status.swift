public import TollgateKit
public import TollgateRuntime

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
