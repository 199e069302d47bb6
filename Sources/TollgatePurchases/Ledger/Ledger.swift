public import TollgateKit
public import TollgateRuntime

/// Everything that stores have said about purchases: a set of records, merged.
///
/// For each transaction, and for each ``Verification`` apart, the newest reading counts: the one
/// confirmed last; of one time, the one that takes the purchase back, then the one that ends
/// later, then the one whose fields come last in a fixed order. That order is total, so a ledger
/// is a join semilattice: merging is idempotent, commutative and associative. In whatever order,
/// and however often, records arrive, and on however many devices, the ledger is the same.
///
/// A ledger only grows. What is not verified is kept apart from what is, and never takes its place.
public struct Ledger: Sendable, Hashable {
  /// One place for a reading.
  struct Key: Sendable, Hashable {
    var transactionID: String
    var standing: PurchaseRecord.Standing
  }

  private(set) var readings: [Key: PurchaseRecord] = [:]
  /// When the store was last asked about everything, by account; "" where there is none.
  private(set) var syncs: [String: Instant] = [:]

  /// A ledger in which nothing stands yet.
  public init() {}

  /// A ledger of records.
  ///
  /// - Throws: ``SnapshotError`` for the first record that cannot be right; it names its field.
  public init(_ records: [PurchaseRecord]) throws(SnapshotError) {
    for record in records { try insert(record) }
  }

  /// Takes in a record. A record that is there already, or is older than what is there, changes
  /// nothing.
  ///
  /// - Returns: Whether the ledger is another than before.
  /// - Throws: ``SnapshotError`` for a record that cannot be right, such as a subscription without
  ///   an end; it names the field, and nothing is taken in.
  @discardableResult
  public mutating func insert(_ record: PurchaseRecord) throws(SnapshotError) -> Bool {
    try record.check()
    return join(record)
  }

  /// Takes in everything of another ledger.
  public mutating func merge(_ other: Ledger) {
    for record in other.readings.values { join(record) }
    for (account, instant) in other.syncs { joinSync(account, instant) }
  }

  /// Both ledgers together.
  public func merging(_ other: Ledger) -> Ledger {
    var result = self
    result.merge(other)
    return result
  }

  /// Notes that the store was asked about every purchase of an account, and has answered.
  ///
  /// - Parameter instant: When it answered. An earlier one than is known changes nothing.
  public mutating func confirm(account: String? = nil, at instant: Instant) {
    joinSync(account ?? "", instant)
  }

  /// Forgets everything about one account, when it is deleted; records without an account stay.
  public mutating func clear(account: String) {
    readings = readings.filter { $0.value.account != account }
    syncs[account] = nil
  }

  /// Every reading that counts, in a fixed order: by start, then by transaction id.
  public var records: [PurchaseRecord] {
    readings.values.sorted { a, b in
      if a.start != b.start { return a.start < b.start }
      if a.transactionID != b.transactionID { return a.transactionID < b.transactionID }
      return a.standing.rawValue < b.standing.rawValue
    }
  }

  @discardableResult
  private mutating func join(_ record: PurchaseRecord) -> Bool {
    let key = Key(transactionID: record.transactionID, standing: record.standing)
    if let known = readings[key], !known.yields(to: record) { return false }
    readings[key] = record
    return true
  }

  private mutating func joinSync(_ account: String, _ instant: Instant) {
    if let known = syncs[account], known >= instant { return }
    syncs[account] = instant
  }
}
