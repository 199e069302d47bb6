#if SQLite
  import Foundation
  import GRDB
  public import TollgatePurchases

  /// A journal in its own SQLite database, for an app that backs up or inspects its data that way.
  /// Otherwise ``FileJournal`` does the same without a package.
  ///
  /// ```swift
  /// let journal = try SQLiteJournal(path: folder.path + "/purchases.sqlite")
  /// try await gate.launch(StoreKitStore(), verifier: StoreKitVerifier(), journal: journal)
  /// ```
  ///
  /// Appended entries survive a crash and a loss of power: the database writes ahead to a log
  /// (WAL), and the drive stores it at each commit (`synchronous=FULL`; in WAL mode `EXTRA` is the
  /// same). The file and its log, `-wal`, belong together.
  ///
  /// Only one journal can have a database open, in any process. The next is refused with
  /// ``JournalError/inUse(path:)`` until ``close()``, or until that process ends.
  public actor SQLiteJournal: PurchaseJournal {
    /// The most bytes of JSON per append: 1 MiB.
    public static let mostBytesAtOnce = FileJournal.mostBytesAtOnce

    /// The repair that opening the database needed: the damaged rows. A damage's line is the row's
    /// number, and its offset is 0. Nothing is ever torn.
    public nonisolated let repair: FileJournal.Repair
    /// The path of the database.
    public nonisolated let path: String
    private var database: DatabaseQueue?
    private var kept: [JournalEntry]

    /// Opens a database, or creates it.
    ///
    /// - Throws: ``JournalError``, also for a database that is not a journal; nothing is changed
    ///   then.
    public init(path: String) throws(JournalError) {
      self.path = path
      SQLiteJournal.makeFile(path)
      guard !SQLiteJournal.isStump(path) else { throw .damaged(path: path) }
      do {
        let database = try DatabaseQueue(
          path: path, configuration: SQLiteJournal.configuration)
        let reading = try SQLiteJournal.open(database)
        self.database = database
        kept = reading.entries
        repair = reading.repair
      } catch {
        throw SQLiteJournal.error(error, path, else: .unreadable(path: path))
      }
    }

    /// Every entry.
    public func entries() -> [JournalEntry] { kept }

    /// Appends entries in one transaction, and returns once the disk has stored them.
    public func append(_ entries: [JournalEntry]) throws(JournalError) {
      guard !entries.isEmpty else { return }
      let texts = entries.map { $0.json() }
      guard texts.reduce(0, { $0 + $1.utf8.count }) <= SQLiteJournal.mostBytesAtOnce else {
        throw .tooLarge(path: path)
      }
      try write { try SQLiteJournal.insert(texts, into: $0) }
      kept += entries
    }

    /// Replaces the entries by the fewest that mean the same, in one transaction, and frees the
    /// space.
    public func compact() throws(JournalError) {
      let entries = JournalState(replaying: kept).entries
      try write { database in
        try database.execute(sql: "DELETE FROM entry")
        try SQLiteJournal.insert(entries.map { $0.json() }, into: database)
      }
      kept = entries
      // Deleted data is overwritten in the file too (`secure_delete`), once the log is merged into
      // it.
      _ = try? database?.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try? database?.vacuum()
    }

    /// Lets another journal open the database. This one accepts no more entries.
    public func close() {
      try? database?.close()
      database = nil
    }

    private func write(_ change: (Database) throws -> Void) throws(JournalError) {
      guard let database else { throw .unwritable(path: path) }
      do {
        try database.write(change)
      } catch {
        throw SQLiteJournal.error(error, path, else: .unwritable(path: path))
      }
    }

    private static func insert(_ texts: [String], into database: Database) throws {
      let statement = try database.cachedStatement(
        sql: "INSERT INTO entry (json, checksum) VALUES (?, ?)")
      for text in texts {
        try statement.execute(arguments: [text, Int64(CRC32.of(text.utf8))])
      }
    }
  }
#endif
