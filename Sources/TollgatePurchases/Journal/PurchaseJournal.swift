public import TollgateRuntime

/// Where what must not be lost is kept: entries are added at the end, and come back in their order.
///
/// ``FileJournal`` keeps them in a file, `SQLiteJournal` of `TollgateSQLite` in a database. Who
/// writes another has `JournalCheck` of `TollgateTesting` to try it with.
public protocol PurchaseJournal: Sendable {
  /// Every entry, the first first.
  func entries() async throws(JournalError) -> [JournalEntry]

  /// Adds entries, and returns once they outlast a crash. Either all of them are added or none.
  func append(_ entries: [JournalEntry]) async throws(JournalError)

  /// Says the same with fewer entries: those of ``JournalState/entries``. A crash leaves either the
  /// entries that were there or those.
  func compact() async throws(JournalError)
}

/// Something that happened to a person's purchases. No receipt, token or card has a place in it.
public enum JournalEntry: Sendable, Hashable {
  /// A store said this about a transaction.
  case record(PurchaseRecord)
  /// The store was told that a transaction is done with.
  case finished(String)
  /// So many attempts at a transaction have failed.
  case failed(String, attempts: Int)
  /// The store or the server was asked about every purchase of an account, and had answered at
  /// this time.
  case confirmed(account: String?, Instant)
  /// A purchase was begun without a network.
  case begun(PurchaseIntent)
  /// A purchase that was begun was made, or came to nothing.
  case ended(PurchaseIntent)
  /// The app's server is to hear of this.
  case outgoing(SyncItem)
  /// The app's server has heard of the item with this id.
  case acknowledged(String)
  /// This was written down.
  case audited(AuditLog.Entry)
  /// What had changed for an account by this time was told and written down.
  case looked(account: String?, Instant)
  /// An account was deleted.
  case cleared(account: String)
}

/// A journal that lasts as long as the process: for tests, and for servers that keep their own.
public actor MemoryJournal: PurchaseJournal {
  private var kept: [JournalEntry]

  /// A journal with entries.
  public init(_ entries: [JournalEntry] = []) {
    kept = entries
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Adds entries.
  public func append(_ entries: [JournalEntry]) { kept += entries }

  /// Says the same with fewer entries.
  public func compact() { kept = JournalState(replaying: kept).entries }
}
