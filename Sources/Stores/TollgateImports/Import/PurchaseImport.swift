public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// The purchases of one user in the documents of a store or a service.
///
/// ```swift
/// let imported = try RevenueCatImporter.read(json: data, account: "user-42")
/// let snapshot = imported.snapshot(policy: policy, at: .now)
/// for note in imported.notes(policy: policy) { log(note.description(in: "en")) }
/// ```
///
/// The policy says what each product grants; it names the store's id with `sold as "ID"`. If the
/// policy does not know a product, the service's own entitlements (``entitlements``) count, as the
/// entitlement or product of that name. A product that the policy does not know at all opens
/// nothing, and is listed by ``notes(policy:terms:)``.
///
/// Receipts, tokens, addresses and attributes of the user are never read.
public struct PurchaseImport: Sendable, Hashable {
  /// The account that owns the purchases: the reader's argument, or the owner in the document.
  public var account: String?
  /// The owner in the documents, by the service's id. An import never contains two owners.
  public var owner: String?
  /// When the service answered; the latest time, if there are several documents.
  public var confirmed: Instant?
  /// Every purchase; ``otherNames`` has further names of its product.
  public var ledger: Ledger
  /// Further names of a product, the most exact first: `pro` for Google Play's `pro:annual`. The
  /// first name that the policy knows counts.
  public var otherNames: [String: [String]]
  /// All entitlements that the service reports.
  public var entitlements: [ImportedEntitlement]
  /// When the service listed ``entitlements``; nil if it did not.
  public var listed: Instant?
  /// Whether the documents contain all purchases of the user at the service. Of two complete
  /// imports only the newer one counts.
  public var isComplete: Bool
  /// The list of which this is one page and not the last; nil if nothing is missing.
  package var openList: String?
  /// The list of which this is a page, the last one included.
  package var list: String?
  /// The ids in the list.
  package var listedIDs: Set<String> = []
  /// The notes of the readers.
  package var documentNotes: [ImportNote] = []

  /// Creates an import.
  ///
  /// - Parameters:
  ///   - ledger: Every purchase, whatever its state.
  ///   - confirmed: When the service answered a request for all purchases.
  public init(
    account: String? = nil, owner: String? = nil, confirmed: Instant? = nil,
    ledger: Ledger = Ledger(), otherNames: [String: [String]] = [:],
    entitlements: [ImportedEntitlement] = [], listed: Instant? = nil, isComplete: Bool = false
  ) {
    self.account = account
    self.owner = owner
    self.confirmed = confirmed
    self.ledger = ledger
    self.otherNames = otherNames
    self.entitlements = entitlements
    self.listed = listed
    self.isComplete = isComplete
    if let confirmed { self.ledger.confirm(account: account, at: confirmed) }
  }

  /// Adds another import. Of two readings of a purchase the newer one counts, and of two lists of
  /// entitlements the newer list.
  ///
  /// - Throws: ``SnapshotError`` for another owner; then nothing is added.
  public mutating func merge(_ other: PurchaseImport) throws(SnapshotError) {
    if let owner, let others = other.owner, owner != others {
      throw .refused(
        "it belongs to another user than the previous document; import each user separately",
        chinese: "与前一份文档不属于同一用户；请为每位用户单独导入")
    }
    try checkPage(other)
    if isComplete, other.isComplete, confirmed != other.confirmed {
      if PurchaseImport.isEarlier(confirmed, than: other.confirmed) { self = other }
      return
    }
    mergeEntitlements(other)
    ledger.merge(other.ledger)
    otherNames.merge(other.otherNames) { mine, _ in mine }
    documentNotes = (documentNotes + other.documentNotes).withoutRepetition
    account = account ?? other.account
    owner = owner ?? other.owner
    confirmed = [confirmed, other.confirmed].compactMap { $0 }.max()
    isComplete = isComplete && other.isComplete
    openList = other.openList
    list = other.openList
    listedIDs = other.openList == nil ? [] : listedIDs.union(other.listedIDs)
  }

  /// After a page that says that there are more comes the next one of the same list, and no other.
  private func checkPage(_ other: PurchaseImport) throws(SnapshotError) {
    guard let openList else { return }
    guard other.list == openList, listedIDs.isDisjoint(with: other.listedIDs),
      !other.listedIDs.isEmpty
    else { throw PurchaseImport.pageMissing }
  }

  /// An error for a list whose pages do not join.
  package static let pageMissing = SnapshotError.refused(
    "the list is incomplete: give all its pages, each once, in the order in which Stripe returned "
      + "them; the last one says `has_more: false`",
    chinese: "列表不完整：请按 Stripe 返回的顺序给出所有页，每页一次；最后一页为 has_more: false")

  /// Entitlements that the newer list leaves out have ended.
  private mutating func mergeEntitlements(_ other: PurchaseImport) {
    if listed == other.listed {
      entitlements = (entitlements + other.entitlements).withoutRepetition
    } else if PurchaseImport.isEarlier(listed, than: other.listed) {
      (entitlements, listed) = (other.entitlements, other.listed)
    }
  }

  /// No time is earlier than any time.
  private static func isEarlier(_ instant: Instant?, than other: Instant?) -> Bool {
    guard let instant, let other else { return instant == nil }
    return instant < other
  }
}

extension SnapshotError {
  /// An error for a value that cannot be used.
  static func refused(_ english: String, chinese: String) -> SnapshotError {
    SnapshotError(.refused(english, chinese: chinese))
  }

  /// The same error without the text that was found: a text in the wrong place may be a secret.
  package var withoutContent: SnapshotError {
    switch problem {
    case .expected(let expected, found: .text):
      SnapshotError(.expected(expected, found: .text("…")), at: place)
    case .instant(_, let fault): SnapshotError(.instant("…", fault), at: place)
    default: self
    }
  }
}

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

/// An entitlement that a service reports under its own name: an entitlement of RevenueCat, or an
/// active entitlement of Stripe by its lookup key.
///
/// ```swift
/// for entitlement in imported.entitlements where entitlement.end == nil {
///   log("\(entitlement.name) is given by \(entitlement.transactionID ?? "no purchase")")
/// }
/// ```
public struct ImportedEntitlement: Sendable, Hashable {
  /// The service's name; in the policy it may be an entitlement, a tier, a product, or unknown.
  public var name: String
  /// The purchase that grants it. It lasts as long as that purchase, and counts only if the policy
  /// does not know the product. Without a purchase it lasts as long as the service's subscriptions
  /// in the import, or without an end if there are none.
  public var transactionID: String?
  /// When the service ends it, if that is before its purchase ends; nil if it lasts as long as that.
  public var end: Instant?
  /// The service's id of it.
  public var id: String?
  /// The environment.
  public var environment: StoreEnvironment
  /// The result of its verification.
  public var verification: Verification

  /// Creates an entitlement.
  public init(
    name: String, transactionID: String? = nil, end: Instant? = nil, id: String? = nil,
    environment: StoreEnvironment = .production, verification: Verification
  ) {
    self.name = name
    self.transactionID = transactionID
    self.end = end
    self.id = id
    self.environment = environment
    self.verification = verification
  }
}
