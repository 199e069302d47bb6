#if SQLite
  import Foundation
  import GRDB
  public import TollgatePurchases

  /// A journal in a SQLite database of its own, for an app that backs up or looks into its data
  /// that way. Where that is no wish, ``FileJournal`` does the same without a package.
  ///
  /// What `append` has returned from outlasts a crash and a loss of power: the database writes
  /// ahead to a log (WAL) and has the drive write it down at each commit (`synchronous=FULL`; in a
  /// log, `EXTRA` is the same). Beside the file stands its log, `-wal`; the two belong together.
  ///
  /// One journal has a database open at a time, in whatever process; the next is refused with
  /// ``JournalError/inUse(path:)`` until ``close()``, or until that process ends.
  public actor SQLiteJournal: PurchaseJournal {
    /// The most that is added at once, in bytes of JSON: 1 MiB.
    public static let mostBytesAtOnce = FileJournal.mostBytesAtOnce

    /// What was found wrong with the database when it was opened: rows that are not what was
    /// written. Their line is the row's number, and there is no offset. Nothing is ever torn.
    public nonisolated let repair: FileJournal.Repair
    /// Where the database is.
    public nonisolated let path: String
    private var database: DatabaseQueue?
    private var kept: [JournalEntry]

    /// Opens a database, or makes it.
    ///
    /// - Throws: ``JournalError``, also for a database of something else; nothing is changed then.
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

    /// Adds entries in one transaction, and returns once the disk has them.
    public func append(_ entries: [JournalEntry]) throws(JournalError) {
      guard !entries.isEmpty else { return }
      let texts = entries.map { $0.json() }
      guard texts.reduce(0, { $0 + $1.utf8.count }) <= SQLiteJournal.mostBytesAtOnce else {
        throw .tooLarge(path: path)
      }
      try write { try SQLiteJournal.insert(texts, into: $0) }
      kept += entries
    }

    /// Replaces all entries by fewer that say the same, in one transaction, and gives the room
    /// back.
    public func compact() throws(JournalError) {
      let entries = JournalState(replaying: kept).entries
      try write { database in
        try database.execute(sql: "DELETE FROM entry")
        try SQLiteJournal.insert(entries.map { $0.json() }, into: database)
      }
      kept = entries
      // What was deleted is overwritten in the file too (`secure_delete`), once the log is in it.
      _ = try? database?.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try? database?.vacuum()
    }

    /// Lets another journal open the database; nothing can be added to this one any more.
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
