public import Tollgate
public import TollgatePurchases
public import TollgateRuntime

extension PurchaseImport {
  /// What the engine is to know of these purchases.
  ///
  /// - Parameters:
  ///   - policy: Says what products bring.
  ///   - terms: What a purchase must bring to count; test purchases do not, unless told.
  ///   - now: The time.
  ///   - base: What else is known of the person. It is kept.
  public func snapshot(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms(), at now: Instant,
    adding base: Snapshot = Snapshot()
  ) -> Snapshot {
    let ledger = ledger(for: policy)
    var snapshot = ledger.snapshot(
      policy: policy, terms: terms, account: account, at: now, adding: base)
    snapshot.subject = base.subject ?? account ?? owner
    let imported = snapshot.grants[base.grants.count...]
    snapshot.grants = base.grants + imported.flatMap { grants(for: $0, policy) }
    snapshot.asOf = [snapshot.asOf, confirmed].compactMap { $0 }.max()
    let standing = standing(policy: policy, terms: terms)
    snapshot.grants += standing
    // A list is no fresher than it is, whatever was read beside it.
    if !standing.isEmpty, let listed { snapshot.asOf = snapshot.asOf.map { min($0, listed) } }
    return snapshot
  }

  /// The ledger with each product under a name that the policy knows, where there is one.
  public func ledger(for policy: Policy) -> Ledger {
    var result = Ledger()
    for var record in ledger.records {
      if !policy.knows(product: record.product) {
        let names = otherNames[record.product] ?? []
        record.product = names.first { policy.knows(product: $0) } ?? record.product
      }
      // A record that was in a ledger can be in another.
      do throws(SnapshotError) { try result.insert(record) } catch {}
    }
    if otherNames.isEmpty { return ledger }
    if let confirmed { result.confirm(account: account, at: confirmed) }
    return result
  }

  /// A purchase of a product that the policy does not know counts as what the service calls it.
  private func grants(for grant: Grant, _ policy: Policy) -> [Grant] {
    if let product = grant.product, policy.knows(product: product) { return [grant] }
    let named = entitlements.compactMap { entitlement -> Grant? in
      guard let id = grant.id, entitlement.transactionID == id else { return nil }
      return policy.grant(of: entitlement.name, as: grant)
    }
    return named.isEmpty ? [grant] : named
  }

  /// What is held without a purchase of its own.
  private func standing(policy: Policy, terms: PurchaseTerms) -> [Grant] {
    entitlements.compactMap { entitlement in
      guard entitlement.transactionID == nil,
        terms.environments.contains(entitlement.environment), entitlement.environment != .other,
        terms.accepts(entitlement.verification)
      else { return nil }
      let last = lastSubscription(like: entitlement, terms: terms)
      let grant = Grant(
        until: last.map { $0.graceEnd ?? $0.end } ?? nil,
        isTrial: last?.isTrial ?? false,
        renews: last.map { $0.renews && $0.state != .cancelled }, id: entitlement.id
      )
      return policy.grant(of: entitlement.name, as: grant)
    }
  }

  /// The subscription of the service that lasts longest, as far as it is known.
  func lastSubscription(
    like entitlement: ImportedEntitlement, terms: PurchaseTerms
  ) -> PurchaseRecord? {
    ledger.transactions(terms: terms, account: account).filter { record in
      record.kind == .subscription && record.environment == entitlement.environment
    }.max { a, b in
      guard let first = a.graceEnd ?? a.end, let second = b.graceEnd ?? b.end else { return false }
      return first == second ? a.transactionID < b.transactionID : first < second
    }
  }
}

extension PurchaseTerms {
  /// Whether what is verified so far counts.
  func accepts(_ verification: Verification) -> Bool {
    switch verification {
    case .waiting, .invalid: false
    case .device: proof == .device
    case .server: true
    }
  }
}

extension Policy {
  /// Whether a product is one of the policy, by its name or by a store's id.
  func knows(product: String) -> Bool { graph.names.products[product] != nil }

  /// Whether an entitlement or a tier is one of the policy.
  func knows(entitlement: String) -> Bool { graph.names.entitlements[entitlement] != nil }

  /// The grant as one of what the policy has under a name: an entitlement, or else a product.
  fileprivate func grant(of name: String, as grant: Grant) -> Grant? {
    var grant = grant
    if knows(entitlement: name) {
      grant.entitlement = name
    } else if knows(product: name) {
      grant.product = name
    } else {
      return nil
    }
    return grant
  }
}
