public import TollgateKit
public import TollgatePurchases

extension PurchaseImport {
  /// The notes under a policy: what opens nothing and why, and what else to know. Each appears
  /// once.
  public func notes(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms()
  ) -> [ImportNote] {
    var notes = documentNotes
    let records = ledger(for: policy).records
    let own = records.filter { $0.account == nil || $0.account == account }
    if own.count < records.count {
      notes.append(ImportNote(.otherAccounts(records.count - own.count)))
    }
    let names = namesByPurchase
    for record in own {
      let isKnown =
        policy.knows(product: record.product)
        || names[record.transactionID]?.contains { policy.knows($0) } ?? false
      if let fact = fact(about: record, isKnown: isKnown, policy, terms) {
        notes.append(ImportNote(fact, about: record.product))
      }
    }
    for pack in ledger(for: policy).usedPacks(policy: policy, terms: terms, account: account) {
      notes.append(ImportNote(.pack(meter: pack.meter), about: pack.product))
    }
    let last = lastSubscriptions(terms: terms)
    for entitlement in entitlements where entitlement.transactionID == nil {
      let hasEnd = last[entitlement.environment] != nil
      if let fact = fact(about: entitlement, policy, terms) ?? (hasEnd ? nil : .endUnknown) {
        notes.append(ImportNote(fact, about: entitlement.name))
      }
    }
    return notes.withoutRepetition
  }

  private func fact(
    about record: PurchaseRecord, isKnown: Bool, _ policy: Policy, _ terms: PurchaseTerms
  ) -> ImportNote.Fact? {
    // The reader has already noted unknown environments and kinds.
    guard record.environment != .other, record.kind != .other else { return nil }
    guard terms.environments.contains(record.environment) else { return .testPurchase }
    guard isKnown else { return .unknownProduct }
    if record.ownership == .familyShared, !policy.shares(record.product) {
      return .notShared
    }
    return terms.accepts(record.verification) ? nil : .unverified
  }

  private func fact(
    about entitlement: ImportedEntitlement, _ policy: Policy, _ terms: PurchaseTerms
  ) -> ImportNote.Fact? {
    guard terms.environments.contains(entitlement.environment) else { return .testPurchase }
    guard policy.knows(entitlement.name) else { return .unknownEntitlement }
    return terms.accepts(entitlement.verification) ? nil : .unverified
  }
}

extension Array where Element: Hashable {
  /// The elements in order, without repetitions.
  var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
