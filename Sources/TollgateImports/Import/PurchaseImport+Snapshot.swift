public import TollgateKit
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
    var snapshot = ledger(for: policy).snapshot(
      policy: policy, terms: terms, account: account, at: now, adding: base)
    snapshot.subject = base.subject ?? account ?? owner
    let names = namesByPurchase
    let imported = snapshot.grants[base.grants.count...]
    let standing = standing(policy: policy, terms: terms)
    snapshot.grants =
      base.grants + imported.flatMap { policy.grants(for: $0, alsoCalled: names) } + standing
    snapshot.asOf = [snapshot.asOf, confirmed].compactMap { $0 }.max()
    // A list is no fresher than it is, whatever was read beside it.
    if !standing.isEmpty, let listed { snapshot.asOf = snapshot.asOf.map { min($0, listed) } }
    return snapshot
  }

  /// The ledger with each product under a name that the policy knows, where there is one.
  public func ledger(for policy: Policy) -> Ledger {
    guard !otherNames.isEmpty else { return ledger }
    var result = Ledger()
    for var record in ledger.records {
      if !policy.knows(product: record.product) {
        let names = otherNames[record.product] ?? []
        record.product = names.first { policy.knows(product: $0) } ?? record.product
      }
      // A record that was in a ledger can be in another.
      do throws(SnapshotError) { try result.insert(record) } catch {}
    }
    if let confirmed { result.confirm(account: account, at: confirmed) }
    return result
  }

  /// What the service calls held through each purchase.
  var namesByPurchase: [String: [String]] {
    var names: [String: [String]] = [:]
    for entitlement in entitlements {
      guard let id = entitlement.transactionID else { continue }
      names[id, default: []].append(entitlement.name)
    }
    return names
  }

  /// What is held without a purchase of its own.
  private func standing(policy: Policy, terms: PurchaseTerms) -> [Grant] {
    let last = lastSubscriptions(terms: terms)
    return entitlements.compactMap { entitlement in
      guard entitlement.transactionID == nil,
        terms.environments.contains(entitlement.environment), entitlement.environment != .other,
        terms.accepts(entitlement.verification)
      else { return nil }
      let subscription = last[entitlement.environment]
      let grant = Grant(
        until: subscription?.lasts, isTrial: subscription?.isTrial ?? false,
        renews: subscription.map { $0.renews && $0.state != .cancelled }, id: entitlement.id)
      return policy.grant(of: entitlement.name, as: grant)
    }
  }

  /// The subscription that lasts longest in each environment. One that was over when a newer list
  /// still named what is held was renewed since: it does not tell when that ends.
  func lastSubscriptions(terms: PurchaseTerms) -> [StoreEnvironment: PurchaseRecord] {
    var last: [StoreEnvironment: PurchaseRecord] = [:]
    for record in ledger.transactions(terms: terms, account: account) {
      guard record.kind == .subscription, let lasts = record.lasts else { continue }
      if let listed, record.confirmed < listed, lasts <= listed { continue }
      let known = last[record.environment]?.lasts
      if known.map({ $0 < lasts }) ?? true { last[record.environment] = record }
    }
    return last
  }
}

extension PurchaseRecord {
  /// Until when it gives access, the store's grace with it.
  fileprivate var lasts: Instant? { graceEnd ?? end }
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

  /// Whether the policy has an entitlement, a tier or a product of a name.
  func knows(_ name: String) -> Bool {
    graph.names.entitlements[name] != nil || knows(product: name)
  }

  /// A purchase of a product that the policy does not know counts as what the service calls it.
  fileprivate func grants(for grant: Grant, alsoCalled names: [String: [String]]) -> [Grant] {
    if let product = grant.product, knows(product: product) { return [grant] }
    let named = (grant.id.flatMap { names[$0] } ?? []).compactMap { self.grant(of: $0, as: grant) }
    return named.isEmpty ? [grant] : named
  }

  /// The grant as one of what the policy has under a name: an entitlement, or else a product.
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
