public import TollgateKit
public import TollgateRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// All readings of purchases from all stores, merged.
///
/// ```swift
/// var ledger = Ledger()
/// try ledger.insert(record)
/// let snapshot = ledger.snapshot(policy: policy, account: account, at: .now)
/// show(policy.decide("csv-export", for: snapshot, at: .now).message(in: "en").text)
/// ```
///
/// For each transaction and ``Verification``, the newest reading counts: the one confirmed last; at
/// equal times, the one that is revoked, then the one that ends later, then the one whose fields
/// sort last. This order is total, so a ledger is a join semilattice: merging is idempotent,
/// commutative and associative. The ledger is the same in whatever order, however often and on
/// however many devices records arrive.
///
/// A ledger only grows. Unverified readings are kept apart and never replace verified ones.
public struct Ledger: Sendable, Hashable {
  /// The key of a reading.
  struct Key: Sendable, Hashable {
    var transactionID: String
    var verification: Verification
  }

  private(set) var readings: [Key: PurchaseRecord] = [:]
  /// The readings that may count, by subscription; made of the readings alone.
  private(set) var runs: [RenewalRun.Key: RenewalRun] = [:]
  /// When the store last answered for all purchases, by account; "" for no account.
  private(set) var syncs: [String: Instant] = [:]
  /// The latest time that a journal knows of since the store or the server last answered. It is no
  /// purchase: two ledgers with the same purchases are equal.
  private(set) var latestSeen: Instant?

  /// Creates an empty ledger.
  public init() {}

  /// Creates a ledger of records.
  ///
  /// - Throws: ``SnapshotError`` for the first invalid record; it names the field.
  public init(_ records: [PurchaseRecord]) throws(SnapshotError) {
    for record in records { try insert(record) }
  }

  /// Adds a record. A record that is known already, or is older than the known one, changes
  /// nothing.
  ///
  /// - Returns: Whether the ledger changed.
  /// - Throws: ``SnapshotError`` for an invalid record, such as a subscription without an end; it
  ///   names the field, and the ledger is unchanged.
  @discardableResult
  public mutating func insert(_ record: PurchaseRecord) throws(SnapshotError) -> Bool {
    try record.check()
    return join(record)
  }

  /// Whether ``insert(_:)`` would change the ledger.
  func isChanged(by record: PurchaseRecord) throws(SnapshotError) -> Bool {
    try record.check()
    let key = Key(transactionID: record.transactionID, verification: record.effectiveVerification)
    return readings[key].map { $0.yields(to: record) } ?? true
  }

  /// Adds everything of another ledger.
  public mutating func merge(_ other: Ledger) {
    for record in other.readings.values { join(record) }
    for (account, instant) in other.syncs { joinSync(account, instant) }
    if let seen = other.latestSeen { see(seen) }
  }

  /// This ledger merged with another.
  public func merging(_ other: Ledger) -> Ledger {
    var result = self
    result.merge(other)
    return result
  }

  /// Notes that the store has answered a request for all purchases of an account.
  ///
  /// - Parameter instant: The time of the answer. One that is not later than the known one changes
  ///   nothing.
  public mutating func confirm(account: String? = nil, at instant: Instant) {
    joinSync(account ?? "", instant)
  }

  /// Notes that the store or the server has answered, and begins the latest time anew: what was
  /// known of a later time came from a clock that was in the future.
  mutating func answer(account: String?, at instant: Instant) {
    limit(to: instant)
    syncs[account ?? ""] = instant
    latestSeen = instant
  }

  /// Takes back every answer of a later time.
  mutating func limit(to instant: Instant) {
    for (account, known) in syncs where known > instant { syncs[account] = instant }
  }

  /// Whether ``answer(account:at:)`` would change nothing.
  func isAnswered(account: String?, at instant: Instant) -> Bool {
    syncs[account ?? ""] == instant && !isAhead(of: instant)
  }

  /// Whether a time is known that is later than this.
  func isAhead(of instant: Instant) -> Bool {
    (latestSeen ?? instant) > instant || syncs.values.contains { $0 > instant }
  }

  /// Notes that it has been as late as this: setting the clock back opens nothing again.
  mutating func see(_ instant: Instant) {
    latestSeen = max(latestSeen ?? instant, instant)
  }

  /// Deletes an account's data; records without an account stay.
  public mutating func clear(account: String) {
    readings = readings.filter { $0.value.account != account }
    runs = [:]
    for (key, record) in readings { index(record, key) }
    syncs[account] = nil
  }

  /// Every newest reading, ordered by start, then by transaction id.
  public var records: [PurchaseRecord] {
    readings.values.sorted { a, b in
      if a.start != b.start { return a.start < b.start }
      if a.transactionID != b.transactionID { return a.transactionID < b.transactionID }
      return a.effectiveVerification.order < b.effectiveVerification.order
    }
  }

  @discardableResult
  private mutating func join(_ record: PurchaseRecord) -> Bool {
    let key = Key(transactionID: record.transactionID, verification: record.effectiveVerification)
    if let known = readings[key], !known.yields(to: record) { return false }
    if let known = readings.updateValue(record, forKey: key) { unindex(known, record, key) }
    index(record, key)
    return true
  }

  /// Notes a reading that may count under its subscription.
  private mutating func index(_ record: PurchaseRecord, _ key: Key) {
    guard let other = key.verification.other else { return }
    let run = RenewalRun.Key(record, key)
    runs[run, default: RenewalRun(record)].insert(record)
    // A transaction with two readings counts by the newer one.
    let second = Key(transactionID: key.transactionID, verification: other)
    guard let reading = readings[second] else { return }
    runs[run]?.mix()
    runs[RenewalRun.Key(reading, second)]?.mix()
  }

  private mutating func unindex(_ old: PurchaseRecord, _ new: PurchaseRecord, _ key: Key) {
    let run = RenewalRun.Key(old, key)
    runs[run]?.remove(old)
    if run != RenewalRun.Key(new, key) || old.account != new.account { runs[run]?.mix() }
  }

  private mutating func joinSync(_ account: String, _ instant: Instant) {
    if let known = syncs[account], known >= instant { return }
    syncs[account] = instant
  }
}

extension Ledger {
  /// Two ledgers are equal if their readings and answers are.
  public static func == (left: Ledger, right: Ledger) -> Bool {
    left.readings == right.readings && left.syncs == right.syncs
  }

  /// The hash of its readings and answers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(readings)
    hasher.combine(syncs)
  }
}

extension RenewalRun.Key {
  fileprivate init(_ record: PurchaseRecord, _ key: Ledger.Key) {
    self.init(firstTransactionID: record.firstTransactionID, verification: key.verification)
  }
}

extension Verification {
  /// The other of the two verifications that may count; nil for those that never do.
  fileprivate var other: Verification? {
    switch self {
    case .device: .server
    case .server: .device
    case .waiting, .invalid: nil
    }
  }
}

extension Ledger {
  /// The newest acceptable reading of each transaction of an account, in no order.
  func effective(_ terms: PurchaseTerms, account: String?) -> [PurchaseRecord] {
    newest(of: account) { terms.accepts($0) }
  }

  /// The newest reading of each transaction of an account, among readings of some verifications.
  private func newest(
    of account: String?, where isIncluded: (Verification) -> Bool
  ) -> [PurchaseRecord] {
    newest(among: readings.keys.filter { isIncluded($0.verification) })
      .filter { $0.belongs(to: account) }
  }

  /// The same without those that are over at a time, and that a later period of the same
  /// subscription replaces: renewals take no more time when there are many.
  func current(_ terms: PurchaseTerms, account: String?, at now: Instant) -> [PurchaseRecord] {
    var found: [PurchaseRecord] = []
    var mixed: [Key] = []
    for (run, periods) in runs where terms.accepts(run.verification) {
      for entry in periods.entries(at: now) {
        let key = Key(transactionID: entry.transactionID, verification: run.verification)
        if !periods.isPlain {
          mixed.append(key)
        } else if let record = readings[key], record.belongs(to: account) {
          found.append(record)
        }
      }
    }
    return found + newest(among: mixed).filter { $0.belongs(to: account) }
  }

  /// The newest reading of each transaction.
  private func newest(among keys: some Sequence<Key>) -> Dictionary<String, PurchaseRecord>.Values {
    var newest: [String: PurchaseRecord] = [:]
    for key in keys {
      guard let record = readings[key] else { continue }
      if let known = newest[key.transactionID], !known.yields(to: record) { continue }
      newest[key.transactionID] = record
    }
    return newest.values
  }

  /// The reading of a transaction that counts; nil if there is none, or none is verified as the
  /// terms require.
  public func record(
    _ transactionID: String, terms: PurchaseTerms = PurchaseTerms()
  ) -> PurchaseRecord? {
    let accepted = Verification.allCases.filter { terms.accepts($0) }
    return accepted.compactMap { readings[Key(transactionID: transactionID, verification: $0)] }
      .max { $0.yields(to: $1) }
  }

  /// The transactions of an account that count, the latest first.
  public func transactions(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> [PurchaseRecord] {
    effective(terms, account: account).sorted {
      ($0.start, $0.transactionID) > ($1.start, $1.transactionID)
    }
  }

  /// The transactions that still have to be verified or paid, sorted by id: the newest reading of
  /// each that is newer than the one that counts, and was not found to be false since.
  public func waiting(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> [PurchaseRecord] {
    let answers = Verification.allCases.filter { $0 == .invalid || terms.accepts($0) }
    return newest(of: account) { !answers.contains($0) }.filter { record in
      !answers.contains { verification in
        let key = Key(transactionID: record.transactionID, verification: verification)
        return readings[key].map { $0.confirmed >= record.confirmed } ?? false
      }
    }.sorted { $0.transactionID < $1.transactionID }
  }

  /// When the purchases of an account were last confirmed: the later of the last answer about all
  /// of them and the newest reading that counts.
  public func confirmed(
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> Instant? {
    var instants = [syncs[account ?? ""]].compactMap { $0 }
    var mixed: [Key] = []
    for (run, periods) in runs where terms.accepts(run.verification) {
      // Periods of one subscription that are plain belong to one account.
      if periods.isPlain, periods.belongs(to: account) { instants.append(periods.confirmed) }
      guard !periods.isPlain else { continue }
      mixed += periods.entries.map {
        Key(transactionID: $0.transactionID, verification: run.verification)
      }
    }
    for record in newest(among: mixed) where record.belongs(to: account) {
      instants.append(record.confirmed)
    }
    return instants.max()
  }
}

extension PurchaseRecord {
  /// Whether it counts for an account: its own, or any if it has none.
  func belongs(to account: String?) -> Bool {
    self.account == nil || self.account == account
  }
}

extension Ledger {
  /// Reads a ledger from JSON, schema 1: `{"schema": 1, "records": [RECORD],
  /// "synced": {ACCOUNT: INSTANT}}`.
  ///
  /// A record has `transaction`, `product`, `kind` (`subscription`, `non-renewing`,
  /// `non-consumable` or `consumable`), `start` and `verification` (`waiting`, `invalid`, `device`
  /// or `server`); a subscription has `end`. It may have `original`, `state` (as a grant in a
  /// snapshot; default `active`), `account`, `graceEnd`, `renews` (default true), `renewsAs`,
  /// `ownership` (`purchased` or `family-shared`), `revoked` (an instant), `refundPercentage` (a
  /// number from 0 to 100), `trial`, `offerUsed`, `superseded`, `quantity`, `amount` (a text with a decimal
  /// point) with `currency`, `method` (`apple_iap`, `wechat_pay`, `alipay`, `google_play` or
  /// `stripe`), `environment` (default `production`) and `confirmed` (default `start`). Records
  /// without an account are under "" in `synced`. Unknown keys are ignored and not kept. A purchase
  /// of an unknown kind, state, ownership or environment grants nothing.
  ///
  /// - Parameter data: UTF-8, at most 16 MiB, nested at most 64 deep, no key twice in an object.
  /// - Throws: ``SnapshotError`` with the path of the mistake, such as `records[3].end`; then
  ///   nothing is read.
  public init(json data: Data) throws(SnapshotError) {
    try self.init(json: [UInt8](data.prefix(JSONReader.mostBytes + 1)))
  }

  /// Reads a ledger from JSON, schema 1.
  public init(json text: String) throws(SnapshotError) {
    try self.init(json: Array(text.utf8))
  }

  /// Reads a ledger from the bytes of JSON, schema 1.
  package init(json bytes: [UInt8]) throws(SnapshotError) {
    let object = try JSONObject(document: try SnapshotError.read(bytes))
    self.init()
    let records = try object.read("records", Ledger.records) ?? []
    for (index, record) in records.enumerated() {
      do throws(SnapshotError) {
        try insert(record)
      } catch {
        throw error.under(.element(index)).under(.key("records"))
      }
    }
    for (account, instant) in try object.table("synced", Read.instant) {
      confirm(account: account, at: instant)
    }
  }

  private static func records(_ value: JSONValue) throws(SnapshotError) -> [PurchaseRecord] {
    try value.readList(PurchaseRecord.init(json:))
  }

  /// The ledger as JSON, schema 1, on one line, or with one member per line. Equal ledgers give
  /// equal texts.
  public func json(pretty: Bool = false) -> String {
    let synced = syncs.sorted { $0.key < $1.key }.map {
      JSONValue.Member($0.key, .instant($0.value))
    }
    return JSONValue.object([
      JSONValue.Member("schema", .integer(1)),
      JSONValue.Member("records", .list(records.map { $0.json })),
      JSONValue.Member("synced", .object(synced)),
    ]).json(pretty: pretty)
  }
}

/// The outcome of a restore.
///
/// ```swift
/// let outcome = await gate.restore()
/// alert(PurchaseTexts.standard.text(for: outcome, in: gate.locale))
/// ```
public enum RestoreOutcome: Sendable, Hashable {
  /// The names of the products that are open now, in order of declaration. (An app that keeps a
  /// ``Ledger`` by itself gets the ids of the genuine transactions that it restored.)
  case restored([String])
  /// The store has no purchase of this user.
  case nothingToRestore
  /// The store could not be asked; nothing changed.
  case failed(PurchaseError)

  /// Its code.
  public var code: OutcomeCode {
    switch self {
    case .restored: .restored
    case .nothingToRestore: .nothingToRestore
    case .failed: .restoreFailed
    }
  }
}

extension Ledger {
  /// Takes in all purchases that a store has, as if they were just made. No known purchase is lost,
  /// even if the store has fewer.
  ///
  /// - Parameters:
  ///   - answer: The store's records, or its error. Invalid records are skipped; consumables are
  ///     recorded, but do not count as restored.
  ///   - now: The time of the store's answer; the status is fresh from then on.
  public mutating func restore(
    _ answer: Result<[PurchaseRecord], PurchaseError>, terms: PurchaseTerms = PurchaseTerms(),
    account: String? = nil, at now: Instant
  ) -> RestoreOutcome {
    switch answer {
    case .failure(let error): return .failed(error)
    case .success(let records):
      var restored: Set<String> = []
      for record in records where (try? insert(record)) != nil {
        if terms.accepts(record.effectiveVerification), record.kind != .consumable {
          restored.insert(record.transactionID)
        }
      }
      confirm(account: account, at: now)
      return restored.isEmpty ? .nothingToRestore : .restored(restored.sorted())
    }
  }
}

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
