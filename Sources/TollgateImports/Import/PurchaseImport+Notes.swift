public import Tollgate
public import TollgatePurchases

extension PurchaseImport {
  /// What opens nothing under a policy, and why; what else is to be known. Each is told once.
  public func notes(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms()
  ) -> [ImportNote] {
    var notes = remarks
    let records = ledger(for: policy).records
    let others = records.filter { $0.account != nil && $0.account != account }.count
    if others > 0 { notes.append(ImportNote(.otherAccounts(others))) }
    for record in records where record.account == nil || record.account == account {
      if let fact = fact(about: record, policy, terms) {
        notes.append(ImportNote(fact, about: record.product))
      }
    }
    for entitlement in entitlements where entitlement.transactionID == nil {
      if let fact = fact(about: entitlement, policy, terms) {
        notes.append(ImportNote(fact, about: entitlement.name))
      }
    }
    var seen: Set<ImportNote> = []
    return notes.filter { seen.insert($0).inserted }
  }

  private func fact(
    about record: PurchaseRecord, _ policy: Policy, _ terms: PurchaseTerms
  ) -> ImportNote.Fact? {
    // What is in no known place was told by who read it.
    guard record.environment != .other, record.kind != .other else { return nil }
    guard terms.environments.contains(record.environment) else { return .testPurchase }
    let names = entitlements.filter { $0.transactionID == record.transactionID }.map { $0.name }
    guard
      policy.knows(product: record.product)
        || names.contains(where: { policy.knows(entitlement: $0) || policy.knows(product: $0) })
    else { return .unknownProduct }
    return terms.accepts(record.verification) ? nil : .unverified
  }

  private func fact(
    about entitlement: ImportedEntitlement, _ policy: Policy, _ terms: PurchaseTerms
  ) -> ImportNote.Fact? {
    guard terms.environments.contains(entitlement.environment) else { return .testPurchase }
    guard policy.knows(entitlement: entitlement.name) || policy.knows(product: entitlement.name)
    else { return .unknownEntitlement }
    guard terms.accepts(entitlement.verification) else { return .unverified }
    return lastSubscription(like: entitlement, terms: terms) == nil ? .endUnknown : nil
  }
}
