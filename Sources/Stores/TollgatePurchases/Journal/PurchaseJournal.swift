public import TollgateRuntime

/// Stores everything about purchases that must not be lost: entries are appended, and read in the
/// same order.
///
/// ```swift
/// let state = JournalState(replaying: try await journal.entries())
/// show(state.ledger.records.count)
/// ```
///
/// ``FileJournal`` uses a file, `SQLiteJournal` of `TollgateSQLite` a database. To test another
/// one, use `JournalCheck` of `TollgateTesting`.
public protocol PurchaseJournal: Sendable {
  /// Every entry, the oldest first.
  func entries() async throws(JournalError) -> [JournalEntry]

  /// Appends entries, and returns once they survive a crash. Either all of them are added or none.
  func append(_ entries: [JournalEntry]) async throws(JournalError)

  /// Replaces the entries by those of ``JournalState/entries``, which mean the same. After a crash
  /// there are the old ones or the new ones.
  func compact() async throws(JournalError)

  /// Lets go of the file or the connection: it accepts no more entries. A journal that holds none
  /// does nothing.
  func close() async
}

/// An event of a user's purchases. It has no field for a receipt, token or card.
///
/// ```swift
/// for case .record(let record) in try await journal.entries() { show(record.product) }
/// ```
public enum JournalEntry: Sendable, Hashable {
  /// The store reported a transaction.
  case record(PurchaseRecord)
  /// A transaction was finished with the store.
  case finished(String)
  /// This many attempts at a transaction have failed.
  case failed(String, attempts: Int)
  /// The store or server was asked for all purchases of an account, and answered at this time.
  case confirmed(account: String?, Instant)
  /// A purchase was begun without a network.
  case begun(PurchaseIntent)
  /// A purchase that was begun has succeeded or failed.
  case ended(PurchaseIntent)
  /// The app's server must be sent this change.
  case outgoing(SyncItem)
  /// The app's server has acknowledged the item with this id.
  case acknowledged(String)
  /// An entry was added to the log of changes.
  case audited(AuditLog.Entry)
  /// The changes of an account up to this time were reported and logged.
  case reported(account: String?, Instant)
  /// An account was deleted.
  case cleared(account: String)
}

/// A journal in memory: for tests, and for servers with a storage of their own.
///
/// ```swift
/// // A test begins with what an app had stored.
/// let journal = MemoryJournal([.record(record)])
/// try await gate.launch(device, verifier: verifier, journal: journal)
/// ```
public actor MemoryJournal: PurchaseJournal {
  private var kept: [JournalEntry]

  /// Creates a journal with entries.
  public init(_ entries: [JournalEntry] = []) {
    kept = entries
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Appends entries.
  public func append(_ entries: [JournalEntry]) { kept += entries }

  /// Replaces the entries by the fewest that mean the same.
  public func compact() { kept = JournalState(replaying: kept).entries }

  /// Does nothing: there is no file to let go of.
  public func close() {}
}
