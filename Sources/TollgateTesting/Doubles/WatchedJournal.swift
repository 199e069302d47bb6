public import TollgatePurchases

/// A journal that lasts as long as the process, writes down in which order things happen, and
/// fails where a test wants it to.
///
/// ```swift
/// let journal = WatchedJournal(failingOnceAt: ["stored t1 device"])
/// let processor = try await PurchaseProcessor.open(journal, verifier: verifier) { id in
///   await journal.note("finished \(id)")
/// }
/// ```
public actor WatchedJournal: PurchaseJournal {
  /// What happened: `stored t1 waiting`, and what ``note(_:)`` was told.
  public private(set) var lines: [String] = []
  private var kept: [JournalEntry]
  private var failing: Set<String>

  /// A journal with entries.
  ///
  /// - Parameter failing: The lines that are refused once instead, as by a full disk.
  public init(_ entries: [JournalEntry] = [], failingOnceAt failing: Set<String> = []) {
    kept = entries
    self.failing = failing
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Adds entries, unless one of them is to fail; then none is added.
  public func append(_ entries: [JournalEntry]) throws(JournalError) {
    var stored: [String] = []
    for case .record(let record) in entries {
      let line = "stored \(record.transactionID) \(record.verification.rawValue)"
      if failing.remove(line) != nil { throw .unwritable(path: "the disk") }
      stored.append(line)
    }
    lines += stored
    kept += entries
  }

  /// Keeps every entry: a test looks at them.
  public func compact() {}

  /// Writes a line down among the others.
  public func note(_ line: String) { lines.append(line) }
}
