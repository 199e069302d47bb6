#if Postgres
  import TollgatePurchases
  import TollgateUsage

  extension PostgresUsageStore {
    /// The edition of the tables: 2 since there are documents.
    static let edition = "2"

    /// Makes the tables that the database does not have yet: all of them, or those of a later edition.
    /// Several processes may do so at the same moment; one after the other does.
    static func makeTables(
      _ connection: PostgresConnection
    ) throws(PostgresConnection.Fault) {
      _ = try connection.transaction { () throws(PostgresConnection.Fault) in
        // `TGUS` as a number; the lock ends with the transaction.
        try connection.run("SELECT pg_advisory_xact_lock(1413960019)")
        let found = try connection.run("SELECT to_regclass('tollgate_usage')").rows.first?.first
        var edition = "0"
        if found != nil, found != .some(nil) {
          let row = try connection.run("SELECT edition FROM tollgate_usage").rows.first
          edition = (row?.first ?? nil) ?? ""
        }
        if edition == "0" { try makeBooks(connection) }
        if edition == "0" || edition == "1" { try makeDocuments(connection) }
        return true
      }
    }

    private static func makeBooks(
      _ connection: PostgresConnection
    ) throws(PostgresConnection.Fault) {
      try connection.run("CREATE TABLE tollgate_usage (edition bigint NOT NULL)")
      try connection.run("INSERT INTO tollgate_usage VALUES (1)")
      try connection.run(
        """
        CREATE TABLE tollgate_book (
          person text COLLATE "C" PRIMARY KEY,
          version bigint NOT NULL,
          seen bigint NOT NULL
        )
        """)
      try connection.run(
        """
        CREATE TABLE tollgate_cell (
          person text COLLATE "C" NOT NULL,
          device text COLLATE "C" NOT NULL,
          kind bigint NOT NULL,
          key text COLLATE "C" NOT NULL,
          json text NOT NULL,
          checksum bigint NOT NULL,
          PRIMARY KEY (person, device, kind, key)
        )
        """)
    }

    /// The documents, and who is told of changes: every process that listens.
    private static func makeDocuments(
      _ connection: PostgresConnection
    ) throws(PostgresConnection.Fault) {
      try connection.run(
        """
        CREATE TABLE tollgate_document (
          kind text COLLATE "C" NOT NULL,
          id text COLLATE "C" NOT NULL,
          version bigint NOT NULL,
          json text NOT NULL,
          checksum bigint NOT NULL,
          PRIMARY KEY (kind, id)
        )
        """)
      for (table, column) in [("tollgate_document", "id"), ("tollgate_book", "person")] {
        try connection.run(
          """
          CREATE FUNCTION \(table)_changed() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            PERFORM pg_notify('tollgate', coalesce(NEW.\(column), OLD.\(column)));
            RETURN NULL;
          END $$
          """)
        try connection.run(
          """
          CREATE TRIGGER \(table)_changed AFTER INSERT OR UPDATE OR DELETE ON \(table)
          FOR EACH ROW EXECUTE FUNCTION \(table)_changed()
          """)
      }
      try connection.run("UPDATE tollgate_usage SET edition = \(edition)")
    }

    /// Reads a book; the one that is known if nobody changed it since. Nil if a row is damaged.
    static func read(
      _ person: String, _ known: StoredUsage?, _ connection: PostgresConnection
    ) throws(PostgresConnection.Fault) -> StoredUsage? {
      if let known {
        let head = try connection.run(
          "SELECT version FROM tollgate_book WHERE person = $1", [person])
        if head.rows.first?.first == .some(.some(String(known.version))) { return known }
      }
      // One statement sees one moment.
      let rows = try connection.run(
        """
        SELECT version, seen, json, checksum
        FROM tollgate_book LEFT JOIN tollgate_cell USING (person)
        WHERE person = $1 ORDER BY device, kind, key
        """, [person]
      ).rows
      guard let head = rows.first else { return StoredUsage() }
      guard let version = head[0].flatMap({ Int64($0) }), let seen = head[1].flatMap({ Int64($0) })
      else { return nil }
      var stored = StoredUsage(version: version)
      stored.book.see(seen)
      for row in rows {
        guard let json = row[2] else { continue }
        guard row[3] == String(CRC32.of(json.utf8)), (try? stored.book.apply(cell: json)) != nil
        else { return nil }
      }
      return stored
    }

    /// Writes a change, if the book has this version.
    static func write(
      _ change: UsageChange, _ person: String, _ version: Int64, _ connection: PostgresConnection
    ) throws(PostgresConnection.Fault) -> Bool {
      let sql =
        version == 0
        ? """
        INSERT INTO tollgate_book (seen, person, version) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING
        """
        : """
        UPDATE tollgate_book SET seen = greatest(seen, $1), version = version + 1
        WHERE person = $2 AND version = $3
        """
      // A book that was forgotten and begun anew has no version that another process still knows.
      let place = version == 0 ? Int64.random(in: 1...UsageBook.mostFirstVersion) : version
      let head = try connection.run(sql, [String(change.seen), person, String(place)])
      guard head.changed == 1 else { return false }
      for device in change.replacedDevices {
        try connection.run(
          "DELETE FROM tollgate_cell WHERE person = $1 AND device = $2", [person, device])
      }
      for cell in change.cells { try write(cell, person, connection) }
      return true
    }

    private static func write(
      _ cell: UsageCell, _ person: String, _ connection: PostgresConnection
    ) throws(PostgresConnection.Fault) {
      let place = [person, cell.device, String(cell.kind.rawValue), cell.key]
      guard let json = cell.json else {
        try connection.run(
          """
          DELETE FROM tollgate_cell
          WHERE person = $1 AND device = $2 AND kind = $3 AND key = $4
          """, place)
        return
      }
      try connection.run(
        """
        INSERT INTO tollgate_cell VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (person, device, kind, key)
        DO UPDATE SET json = excluded.json, checksum = excluded.checksum
        """, place + [json, String(CRC32.of(json.utf8))])
    }
  }
#endif
