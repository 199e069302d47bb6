public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

extension PurchaseImport {
  /// The snapshot of these purchases.
  ///
  /// - Parameters:
  ///   - policy: Says what each product grants.
  ///   - terms: The conditions under which a purchase counts; by default test purchases do not.
  ///   - now: The time.
  ///   - base: Everything else about the user. It is kept.
  public func snapshot(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms(), at now: Instant,
    adding base: Snapshot = Snapshot()
  ) -> Snapshot {
    var snapshot = ledger(for: policy).snapshot(
      policy: policy, terms: terms, account: account, at: now, adding: base)
    snapshot.subject = base.subject ?? account ?? owner
    let imported = snapshot.grants[base.grants.count...]
    let listedGrants = listedGrants(policy: policy, terms: terms)
    snapshot.grants =
      base.grants + imported.flatMap { policy.grants(for: $0, by: entitlements) } + listedGrants
    snapshot.asOf = [snapshot.asOf, confirmed].compactMap { $0 }.max()
    // The list keeps its own age, whatever was read with it.
    if !listedGrants.isEmpty, let listed { snapshot.asOf = snapshot.asOf.map { min($0, listed) } }
    return snapshot
  }

  /// The ledger with each product under a name that the policy knows, if there is one.
  public func ledger(for policy: Policy) -> Ledger {
    guard !otherNames.isEmpty else { return ledger }
    var result = Ledger()
    for var record in ledger.records {
      if !policy.knows(product: record.product) {
        let names = otherNames[record.product] ?? []
        record.product = names.first { policy.knows(product: $0) } ?? record.product
      }
      // A valid record of one ledger is valid in another.
      do throws(SnapshotError) { try result.insert(record) } catch {}
    }
    if let confirmed { result.confirm(account: account, at: confirmed) }
    return result
  }

  /// The names of the service's entitlements, by purchase.
  var namesByPurchase: [String: [String]] {
    var names: [String: [String]] = [:]
    for entitlement in entitlements {
      guard let id = entitlement.transactionID else { continue }
      names[id, default: []].append(entitlement.name)
    }
    return names
  }

  /// The grants of the entitlements that have no purchase.
  private func listedGrants(policy: Policy, terms: PurchaseTerms) -> [Grant] {
    let last = lastSubscriptions(terms: terms)
    return entitlements.compactMap { entitlement in
      guard entitlement.transactionID == nil,
        terms.environments.contains(entitlement.environment), entitlement.environment != .other,
        terms.accepts(entitlement.verification)
      else { return nil }
      let subscription = last[entitlement.environment]
      let grant = Grant(
        until: subscription?.accessEnd, isTrial: subscription?.isTrial ?? false,
        renews: subscription.map { $0.renews && $0.state != .cancelled }, id: entitlement.id,
        isOfferUsed: subscription?.isOfferUsed ?? false)
      return policy.grant(of: entitlement.name, as: grant)
    }
  }

  /// The subscription that lasts longest in each environment. If a newer list contains entitlements
  /// after its end, it was renewed since, and its end is unknown.
  func lastSubscriptions(terms: PurchaseTerms) -> [StoreEnvironment: PurchaseRecord] {
    var last: [StoreEnvironment: PurchaseRecord] = [:]
    for record in ledger.transactions(terms: terms, account: account) {
      guard record.kind == .subscription, let end = record.accessEnd else { continue }
      if let listed, record.confirmed < listed, end <= listed { continue }
      let known = last[record.environment]?.accessEnd
      if known.map({ $0 < end }) ?? true { last[record.environment] = record }
    }
    return last
  }
}

extension PurchaseRecord {
  /// The end of access, with the store's grace.
  fileprivate var accessEnd: Instant? { graceEnd ?? end }
}

extension Policy {
  /// Whether the policy has a product, by its name or a store id.
  func knows(product: String) -> Bool { graph.names.products[product] != nil }

  /// Whether a purchase of a product by a family member counts; always for what the policy does not
  /// have as a product.
  func shares(_ product: String) -> Bool {
    guard let index = graph.names.products[product] else { return true }
    return graph[product: index].isSharedWithFamily
  }

  /// Whether the policy has an entitlement, a tier or a product of this name.
  func knows(_ name: String) -> Bool {
    graph.names.entitlements[name] != nil || knows(product: name)
  }

  /// The grants of a purchase: the product's own, or those by the service's names if the policy
  /// does not know the product.
  fileprivate func grants(for grant: Grant, by entitlements: [ImportedEntitlement]) -> [Grant] {
    if let product = grant.product, knows(product: product) { return [grant] }
    let named = entitlements.compactMap { entitlement -> Grant? in
      guard let id = grant.id, entitlement.transactionID == id else { return nil }
      var own = grant
      if let end = entitlement.end { own.until = min(own.until ?? end, end) }
      return self.grant(of: entitlement.name, as: own)
    }
    return named.isEmpty ? [grant] : named
  }

  /// The grant of a name in the policy: an entitlement, or else a product.
  fileprivate func grant(of name: String, as grant: Grant) -> Grant? {
    var grant = grant
    if graph.names.entitlements[name] != nil {
      grant.entitlement = name
    } else if knows(product: name) {
      grant.product = name
    } else {
      return nil
    }
    return grant
  }
}
