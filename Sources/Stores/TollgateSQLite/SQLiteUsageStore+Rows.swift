#if SQLite
  import Foundation
  import GRDB
  import TollgatePurchases
  import TollgateUsage

  extension SQLiteUsageStore {
    /// `TGUS`, the application id of counts.
    private static let application: Int64 = 0x5447_5553
    /// 2 since there are documents.
    private static let edition: Int64 = 2

    /// Opens a database. Several processes may do so at the same moment, and one of them makes the
    /// tables.
    static func open(_ path: String) throws -> DatabaseQueue {
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // Systems without this call ignore it; on Apple's, `fsync` is not enough.
        try database.execute(sql: "PRAGMA fullfsync = 1")
        try database.execute(sql: "PRAGMA checkpoint_fullfsync = 1")
        try database.execute(sql: "PRAGMA secure_delete = ON")
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { try check($0, path) }
      try useLog(queue, path)
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try makeTables(database)
          return .commit
        }
      }
      return queue
    }

    /// Checks that the database is one of counts, or empty, and not damaged.
    private static func check(_ database: Database, _ path: String) throws {
      let id = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      guard id == application || id == 0 && tables == 0 else {
        throw JournalError.notAJournal(path: path)
      }
      let found = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard found <= edition else { throw JournalError.newer(path: path) }
      let state = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
      guard state == "ok" else { throw JournalError.damaged(path: path) }
    }

    /// Sets the mode of the log. While another process does the same, SQLite does not wait.
    private static func useLog(_ queue: DatabaseQueue, _ path: String) throws {
      for attempt in 0..<100 {
        do {
          let mode = try queue.writeWithoutTransaction {
            try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
          }
          if mode == "wal" { return }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
          if attempt == 99 { throw error }
        }
        usleep(20_000)
      }
      throw JournalError.unwritable(path: path)
    }

    /// Makes the tables that the database does not have yet: all of them, or those of a later edition.
    private static func makeTables(_ database: Database) throws {
      let found = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      if found == 0 {
        try database.execute(
          sql: """
            PRAGMA application_id = \(application);
            CREATE TABLE book (
              person TEXT PRIMARY KEY NOT NULL,
              version INTEGER NOT NULL,
              seen INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE cell (
              person TEXT NOT NULL,
              device TEXT NOT NULL,
              kind INTEGER NOT NULL,
              key TEXT NOT NULL,
              json TEXT NOT NULL,
              checksum INTEGER NOT NULL,
              PRIMARY KEY (person, device, kind, key)
            ) WITHOUT ROWID;
            """)
      }
      if found < 2 {
        try database.execute(
          sql: """
            CREATE TABLE document (
              kind TEXT NOT NULL,
              id TEXT NOT NULL,
              version INTEGER NOT NULL,
              text TEXT NOT NULL,
              checksum INTEGER NOT NULL,
              PRIMARY KEY (kind, id)
            ) WITHOUT ROWID;
            PRAGMA user_version = \(edition);
            """)
      }
    }

    /// Reads a book; the one that is known if nobody changed it since. Nil if a row is damaged.
    static func read(
      _ person: String, _ known: StoredUsage?, _ database: Database
    ) throws -> StoredUsage? {
      let head = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT version, seen FROM book WHERE person = ?"),
        arguments: [person])
      guard let head else { return StoredUsage() }
      guard let version = Int64.fromDatabaseValue(head[0]),
        let seen = Int64.fromDatabaseValue(head[1])
      else { return nil }
      if let known, known.version == version { return known }
      var stored = StoredUsage(version: version)
      stored.book.see(seen)
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT CAST(json AS BLOB), checksum FROM cell WHERE person = ?
            ORDER BY device, kind, key
            """), arguments: [person])
      while let row = try rows.next() {
        let bytes = Data.fromDatabaseValue(row[0]) ?? Data()
        guard Int64.fromDatabaseValue(row[1]) == Int64(CRC32.of(bytes)),
          (try? stored.book.apply(cell: String(decoding: bytes, as: UTF8.self))) != nil
        else { return nil }
      }
      return stored
    }

    /// Writes a change, if the book has this version.
    static func write(
      _ change: UsageChange, _ person: String, _ version: Int64, _ database: Database
    ) throws -> Bool {
      let sql =
        version == 0
        ? """
        INSERT INTO book (seen, person, version) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
        """
        : """
        UPDATE book SET seen = max(seen, ?), version = version + 1
        WHERE person = ? AND version = ?
        """
      let head = try database.cachedStatement(sql: sql)
      // A book that was forgotten and begun anew has no version that another process still knows.
      let place = version == 0 ? Int64.random(in: 1...UsageBook.mostFirstVersion) : version
      try head.execute(arguments: [change.seen, person, place])
      guard database.changesCount == 1 else { return false }
      for device in change.replacedDevices {
        try database.execute(
          sql: "DELETE FROM cell WHERE person = ? AND device = ?", arguments: [person, device])
      }
      for cell in change.cells { try write(cell, person, database) }
      return true
    }

    private static func write(
      _ cell: UsageCell, _ person: String, _ database: Database
    ) throws {
      guard let json = cell.json else {
        let delete = try database.cachedStatement(
          sql: "DELETE FROM cell WHERE person = ? AND device = ? AND kind = ? AND key = ?")
        return try delete.execute(
          arguments: [person, cell.device, cell.kind.rawValue, cell.key])
      }
      let insert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO cell VALUES (?, ?, ?, ?, ?, ?)")
      try insert.execute(
        arguments: [
          person, cell.device, cell.kind.rawValue, cell.key, json, Int64(CRC32.of(json.utf8)),
        ])
    }
  }
#endif
