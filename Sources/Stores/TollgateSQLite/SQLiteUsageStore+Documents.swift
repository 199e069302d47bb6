#if SQLite
  import Foundation
  import GRDB
  import TollgatePurchases
  public import TollgateUsage

  // Documents beside the books. Every row has a checksum, as the counts have.
  extension SQLiteUsageStore {
    /// The document with an id.
    public func document(_ id: String, of kind: String) throws(UsageError) -> StoredDocument? {
      let rows = try work(else: .unreadable(path: path)) { database in
        try database.read { database in
          try Row.fetchAll(
            database.cachedStatement(
              sql: """
                SELECT id, version, CAST(text AS BLOB), checksum FROM document
                WHERE kind = ? AND id = ?
                """), arguments: [kind, id])
        }
      }
      return try rows.first.map { (row) throws(UsageError) in try stored(row) }
    }

    /// Writes a document, or deletes it, and returns once the disk has stored it.
    public func write(
      _ text: String?, as id: String, of kind: String, at version: Int64?
    ) throws(UsageError) -> Int64? {
      let next = text == nil ? 0 : StoredDocument.newVersion
      let isWritten = try work(else: .unwritable(path: path)) { database in
        try database.write { database in
          guard let text else {
            guard let version else {
              return try Row.fetchOne(
                database, sql: "SELECT 1 FROM document WHERE kind = ? AND id = ?",
                arguments: [kind, id]) == nil
            }
            try database.execute(
              sql: "DELETE FROM document WHERE kind = ? AND id = ? AND version = ?",
              arguments: [kind, id, version])
            return database.changesCount == 1
          }
          let checksum = Int64(CRC32.of(text.utf8))
          guard let version else {
            try database.cachedStatement(
              sql: "INSERT INTO document VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
            ).execute(arguments: [kind, id, next, text, checksum])
            return database.changesCount == 1
          }
          try database.cachedStatement(
            sql: """
              UPDATE document SET version = ?, text = ?, checksum = ?
              WHERE kind = ? AND id = ? AND version = ?
              """
          ).execute(arguments: [next, text, checksum, kind, id, version])
          return database.changesCount == 1
        }
      }
      return isWritten ? next : nil
    }

    /// The documents of a kind in the order of their ids' bytes.
    public func documents(
      of kind: String, after id: String, most: Int
    ) throws(UsageError) -> [StoredDocument] {
      let rows = try work(else: .unreadable(path: path)) { database in
        try database.read { database in
          try Row.fetchAll(
            database,
            sql: """
              SELECT id, version, CAST(text AS BLOB), checksum FROM document
              WHERE kind = ? AND id > ? ORDER BY id LIMIT ?
              """, arguments: [kind, id, most])
        }
      }
      var found: [StoredDocument] = []
      for row in rows { found.append(try stored(row)) }
      return found
    }

    /// Whether the database can be read.
    public func check() throws(UsageError) {
      _ = try work(else: .unreadable(path: path)) { database in
        try database.read { try Int.fetchOne($0, sql: "SELECT 1") }
      }
    }

    /// Says that something was changed, within a second: SQLite does not tell what.
    public nonisolated func changes() -> AsyncStream<String?> {
      AsyncStream { continuation in
        let task = Task { [weak self] in
          var known: Int64?
          while !Task.isCancelled, let self {
            // The number of changes by other connections.
            let now = try? await self.work(else: .unreadable(path: self.path)) { database in
              try database.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
            }
            if let now, known != nil, known != now { continuation.yield(nil) }
            if let now { known = now }
            try? await Task.sleep(nanoseconds: 1_000_000_000)
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    private func stored(_ row: Row) throws(UsageError) -> StoredDocument {
      let bytes = Data.fromDatabaseValue(row[2]) ?? Data()
      guard let id = String.fromDatabaseValue(row[0]),
        let version = Int64.fromDatabaseValue(row[1]),
        Int64.fromDatabaseValue(row[3]) == Int64(CRC32.of(bytes))
      else { throw .store(.damaged(path: path)) }
      return StoredDocument(id: id, text: String(decoding: bytes, as: UTF8.self), version: version)
    }
  }
#endif
