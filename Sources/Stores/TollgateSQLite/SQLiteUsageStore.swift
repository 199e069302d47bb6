#if SQLite
  import Foundation
  import GRDB
  import TollgatePurchases
  public import TollgateUsage

  /// The counts of people in a SQLite database, which several processes may have open at once.
  ///
  /// ```swift
  /// let counts = try SQLiteUsageStore(path: folder.path + "/counts.sqlite")
  /// try await gate.count(in: counts, device: "phone")
  /// ```
  ///
  /// A counted use survives a crash and a loss of power: the database writes ahead to a log (WAL),
  /// and the drive stores it at each commit (`synchronous=FULL`). The file and its log, `-wal`,
  /// belong together. Each counter and each id has a row of its own, with a checksum.
  public actor SQLiteUsageStore: DocumentStore {
    /// The path of the database.
    public nonisolated let path: String
    private var database: DatabaseQueue?
    private var known = RecentBooks()

    /// Opens a database, or creates it.
    ///
    /// - Throws: ``UsageError/store(_:)``, also for a database of something else; nothing is changed
    ///   then.
    public init(path: String) throws(UsageError) {
      self.path = path
      SQLiteJournal.makeFile(path)
      guard !SQLiteJournal.isStump(path) else { throw .store(.damaged(path: path)) }
      do {
        database = try SQLiteUsageStore.open(path)
      } catch {
        throw .store(SQLiteJournal.error(error, path, else: .unreadable(path: path)))
      }
    }

    /// The book of a person.
    public func book(of person: String) throws(UsageError) -> StoredUsage {
      let known = known[person]
      let stored = try work(else: .unreadable(path: path)) { database in
        try database.read { try SQLiteUsageStore.read(person, known, $0) }
      }
      guard let stored else { throw .store(.damaged(path: path)) }
      self.known[person] = stored
      return stored
    }

    /// Applies a change in one transaction if the book still has this version, and returns once the
    /// disk has stored it.
    public func apply(
      _ change: UsageChange, to person: String, at version: Int64
    ) throws(UsageError) -> Bool {
      let isApplied = try work(else: .unwritable(path: path)) { database in
        try database.writeWithoutTransaction { database in
          var isApplied = false
          try database.inTransaction(.immediate) {
            isApplied = try SQLiteUsageStore.write(change, person, version, database)
            return isApplied ? .commit : .rollback
          }
          return isApplied
        }
      }
      if version == 0 {
        // Its first version is drawn.
        known[person] = nil
      } else {
        known.follow(change, to: person, at: version, isApplied: isApplied)
      }
      return isApplied
    }

    /// Forgets a person; the rows are overwritten in the file, too.
    public func forget(_ person: String) throws(UsageError) {
      try work(else: .unwritable(path: path)) { database in
        try database.write { database in
          try database.execute(sql: "DELETE FROM book WHERE person = ?", arguments: [person])
          try database.execute(sql: "DELETE FROM cell WHERE person = ?", arguments: [person])
        }
        _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      }
      known[person] = nil
    }

    /// Closes the database.
    public func close() {
      try? database?.close()
      database = nil
    }

    func work<Result>(
      else error: JournalError, _ body: (DatabaseQueue) throws -> Result
    ) throws(UsageError) -> Result {
      guard let database else { throw .store(.unwritable(path: path)) }
      do {
        return try body(database)
      } catch let fault {
        throw .store(SQLiteJournal.error(fault, path, else: error))
      }
    }
  }
#endif
