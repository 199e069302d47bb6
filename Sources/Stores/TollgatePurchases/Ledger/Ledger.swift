public import TollgateKit
public import TollgateRuntime

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
