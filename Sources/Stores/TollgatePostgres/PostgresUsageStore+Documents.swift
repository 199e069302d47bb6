#if Postgres
  import Foundation
  import LibPQ
  import TollgatePurchases
  public import TollgateUsage

  // Documents beside the books. Every row has a checksum, as the counts have.
  extension PostgresUsageStore {
    /// The document with an id.
    public func document(_ id: String, of kind: String) throws(UsageError) -> StoredDocument? {
      try PostgresUsageStore.check([id, kind])
      let rows = try work(else: .unreadable(path: name)) {
        connection throws(PostgresConnection.Fault) in
        try connection.run(
          "SELECT id, version, json, checksum FROM tollgate_document WHERE kind = $1 AND id = $2",
          [kind, id]
        ).rows
      }
      return try rows.first.map { (row) throws(UsageError) in try stored(row) }
    }

    /// Writes a document, or deletes it, and returns once the server has committed it.
    public func write(
      _ text: String?, as id: String, of kind: String, at version: Int64?
    ) throws(UsageError) -> Int64? {
      try PostgresUsageStore.check([id, kind, text ?? ""])
      let next = text == nil ? 0 : StoredDocument.newVersion
      let isWritten = try work(else: .unwritable(path: name)) {
        connection throws(PostgresConnection.Fault) in
        let place = [kind, id]
        guard let text else {
          guard let version else {
            return try connection.run(
              "SELECT 1 FROM tollgate_document WHERE kind = $1 AND id = $2", place
            ).rows.isEmpty
          }
          return try connection.run(
            "DELETE FROM tollgate_document WHERE kind = $1 AND id = $2 AND version = $3",
            place + [String(version)]
          ).changed == 1
        }
        let content = [String(next), text, String(CRC32.of(text.utf8))]
        guard let version else {
          return try connection.run(
            "INSERT INTO tollgate_document VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            place + content
          ).changed == 1
        }
        return try connection.run(
          """
          UPDATE tollgate_document SET version = $3, json = $4, checksum = $5
          WHERE kind = $1 AND id = $2 AND version = $6
          """, place + content + [String(version)]
        ).changed == 1
      }
      return isWritten ? next : nil
    }

    /// The documents of a kind in the order of their ids' bytes.
    public func documents(
      of kind: String, after id: String, most: Int
    ) throws(UsageError) -> [StoredDocument] {
      try PostgresUsageStore.check([id, kind])
      let rows = try work(else: .unreadable(path: name)) {
        connection throws(PostgresConnection.Fault) in
        try connection.run(
          """
          SELECT id, version, json, checksum FROM tollgate_document
          WHERE kind = $1 AND id > $2 ORDER BY id LIMIT $3
          """, [kind, id, String(most)]
        ).rows
      }
      var found: [StoredDocument] = []
      for row in rows { found.append(try stored(row)) }
      return found
    }

    /// Whether the server answers.
    public func check() throws(UsageError) {
      _ = try work(else: .unreadable(path: name)) { connection throws(PostgresConnection.Fault) in
        try connection.run("SELECT 1")
      }
    }

    /// The ids of what any process changed, as the server tells them; nil where the connection was
    /// lost for a while.
    public nonisolated func changes() -> AsyncStream<String?> {
      let address = address
      return AsyncStream { continuation in
        let isEnded = Ended()
        continuation.onTermination = { _ in isEnded.end() }
        // It waits for the server, so it has a thread of its own.
        Thread.detachNewThread {
          while !isEnded.isEnded {
            if let connection = try? PostgresConnection(address),
              (try? connection.run("LISTEN tollgate")) != nil
            {
              continuation.yield(nil)
              while !isEnded.isEnded, let ids = connection.notified(within: 1_000) {
                for id in ids { continuation.yield(id) }
              }
            }
            if !isEnded.isEnded { Thread.sleep(forTimeInterval: 1) }
          }
          continuation.finish()
        }
      }
    }

    private func stored(_ row: [String?]) throws(UsageError) -> StoredDocument {
      guard let id = row[0], let version = row[1].flatMap({ Int64($0) }), let text = row[2],
        row[3] == String(CRC32.of(text.utf8))
      else { throw .store(.damaged(path: name)) }
      return StoredDocument(id: id, text: text, version: version)
    }
  }

  /// Whether a thread should end.
  // Invariant: the lock guards the value.
  private final class Ended: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isEnded: Bool { lock.withLock { value } }

    func end() { lock.withLock { value = true } }
  }

  extension PostgresConnection {
    /// The texts of the notices that came, after waiting for so many milliseconds at most; nil if the
    /// connection is lost.
    fileprivate func notified(within milliseconds: Int32) -> [String]? {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, milliseconds) >= 0 || errno == EINTR else { return nil }
      return takeNotices()
    }
  }
#endif
