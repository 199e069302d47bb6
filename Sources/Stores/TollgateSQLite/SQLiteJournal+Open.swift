#if SQLite
  import Foundation
  import GRDB
  import TollgatePurchases

  extension SQLiteJournal {
    /// `TGPJ`, the application id of a journal.
    private static let application: Int64 = 0x5447_504A

    static var configuration: Configuration {
      var configuration = Configuration()
      configuration.prepareDatabase { database in
        // Set it before anything is read: the first read takes the lock, and keeps it.
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // Systems without this call ignore it; on Apple's, `fsync` is not enough.
        try database.execute(sql: "PRAGMA fullfsync = 1")
        try database.execute(sql: "PRAGMA checkpoint_fullfsync = 1")
        // Deleted rows of an account are overwritten in the file as well.
        try database.execute(sql: "PRAGMA secure_delete = ON")
      }
      return configuration
    }

    private static var migrator: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("entries") { database in
        try database.execute(
          sql: """
            CREATE TABLE entry (
              number INTEGER PRIMARY KEY AUTOINCREMENT,
              json TEXT NOT NULL,
              checksum INTEGER NOT NULL
            )
            """)
      }
      return migrator
    }

    /// Creates an empty file that only its user may read, before SQLite creates one for everybody;
    /// its log gets the same permissions.
    static func makeFile(_ path: String) {
      guard !FileManager.default.fileExists(atPath: path) else { return }
      _ = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }

    /// Whether a file is shorter than its first page: SQLite would take it for a new database.
    static func isStump(_ path: String) -> Bool {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let size = (attributes?[.size] as? NSNumber)?.intValue ?? 0
      return size > 0 && size < 512
    }

    /// Checks that the database is a journal, makes it one if it is empty, and reads it.
    static func open(
      _ queue: DatabaseQueue
    ) throws -> (entries: [JournalEntry], repair: FileJournal.Repair) {
      let path = queue.path
      try queue.read { database in
        let id = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        guard id == application || id == 0 && tables == 0 else {
          throw JournalError.notAJournal(path: path)
        }
        if try migrator.hasBeenSuperseded(database) { throw JournalError.newer(path: path) }
        let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        guard found == "ok" else { throw JournalError.damaged(path: path) }
      }
      // The file keeps the mode; it cannot be changed within a transaction.
      try queue.writeWithoutTransaction { database in
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw JournalError.unwritable(path: path) }
        // Set it before the first table: a crash must not leave a table in an unmarked database.
        if try Int64.fetchOne(database, sql: "PRAGMA application_id") != application {
          try database.execute(sql: "PRAGMA application_id = \(application)")
        }
      }
      try migrator.migrate(queue)
      return try queue.read { try read($0) }
    }

    private static func read(
      _ database: Database
    ) throws -> (entries: [JournalEntry], repair: FileJournal.Repair) {
      var entries: [JournalEntry] = []
      var repair = FileJournal.Repair()
      let rows = try Row.fetchCursor(
        database, sql: "SELECT number, CAST(json AS BLOB), checksum FROM entry ORDER BY number")
      while let row = try rows.next() {
        // Values are checked one by one: a damaged row may contain anything.
        let bytes = Data.fromDatabaseValue(row[1]) ?? Data()
        let checksum = Int64.fromDatabaseValue(row[2])
        let entry =
          checksum == Int64(CRC32.of(bytes))
          ? try? JournalEntry(json: String(decoding: bytes, as: UTF8.self)) : nil
        if let entry {
          entries.append(entry)
        } else {
          let number = Int.fromDatabaseValue(row[0]) ?? 0
          repair.damages.append(
            FileJournal.Damage(line: number, offset: 0, bytes: bytes.count))
        }
      }
      return (entries, repair)
    }

    /// The journal's error for an error of SQLite.
    static func error(
      _ error: any Error, _ path: String, else other: JournalError
    ) -> JournalError {
      if let error = error as? JournalError { return error }
      guard let error = error as? DatabaseError else { return other }
      switch error.resultCode {
      case .SQLITE_NOTADB: return .notAJournal(path: path)
      case .SQLITE_CORRUPT: return .damaged(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: return .inUse(path: path)
      case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR: return .unwritable(path: path)
      case .SQLITE_TOOBIG: return .tooLarge(path: path)
      case .SQLITE_CANTOPEN:
        let isThere = FileManager.default.fileExists(atPath: path)
        return isThere ? .unreadable(path: path) : .unwritable(path: path)
      default: return other
      }
    }
  }
#endif
