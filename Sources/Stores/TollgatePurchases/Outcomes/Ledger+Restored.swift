public import TollgateKit
public import TollgateRuntime

extension Ledger {
  /// The outcome of a restore that found genuine purchases: it says what is open now, not what was
  /// once bought.
  ///
  /// ```swift
  /// let outcome = ledger.outcome(ofRestoring: records, policy: policy, at: .now)
  /// alert(PurchaseTexts.standard.text(for: outcome, in: "en"))
  /// ```
  ///
  /// The parameters are those of ``snapshot(policy:terms:account:at:adding:)``, and:
  ///
  /// - Parameter records: The genuine records that the store returned, taken into the ledger before.
  /// - Returns: ``RestoreOutcome/restored(_:)`` with the names of their products that count now, by
  ///   the policy, in order of declaration; ``RestoreOutcome/nothingToRestore`` if none does: all
  ///   are refunded, over, or of another account.
  public func outcome(
    ofRestoring records: [PurchaseRecord], policy: Policy, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, at now: Instant, adding base: Snapshot = Snapshot()
  ) -> RestoreOutcome {
    let found = Set(records.compactMap { policy.graph.names.products[$0.product] })
    let view = PurchaseView(
      self, policy: policy, terms: terms, account: account, at: now, adding: base)
    let open = Set(view.held.map { $0.product }).intersection(found).sorted()
    if open.isEmpty { return .nothingToRestore }
    return .restored(open.map { policy.graph.parts.products[Int($0)].name })
  }
}
