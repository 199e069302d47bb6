#if Postgres
  import Foundation
  import TollgatePurchases
  public import TollgateUsage

  /// The counts of people in a PostgreSQL database, for the processes of several machines.
  ///
  /// ```swift
  /// let store = try await PostgresUsageStore.open("postgresql://shop@db.internal/shop")
  /// let counter = UsageCounter(policy, in: store, device: "server")
  /// ```
  ///
  /// A counted use is committed before a call returns, as durably as the server commits. Each counter
  /// and each id has a row of its own, with a checksum, in the tables `tollgate_book` and
  /// `tollgate_cell`, which `open` makes in the schema that the connection finds first.
  ///
  /// One store has one connection, and one call at a time goes through it; a program with more to do
  /// opens several. A connection that was lost is made again by the next call.
  public actor PostgresUsageStore: DocumentStore {
    /// The host and the database, without a password: the name in errors.
    public nonisolated let name: String
    private nonisolated let executor: PostgresExecutor
    nonisolated let address: String
    private var connection: PostgresConnection?
    private var isClosed = false
    /// Until when the server is not asked again: it did not answer.
    private var isAwayUntil = Date.distantPast
    private var known = RecentBooks()

    /// The calls wait for the server on a queue of their own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    private init(_ address: String, _ connection: PostgresConnection, _ executor: PostgresExecutor)
    {
      self.address = address
      self.connection = connection
      self.executor = executor
      name = connection.name
    }

    /// Connects, and makes the tables if they are missing.
    ///
    /// - Parameter address: `host=… dbname=… user=…`, or `postgresql://…`, as libpq reads it; with
    ///   its environment (`PGPASSWORD`) and its files.
    /// - Throws: ``UsageError/store(_:)``: `unreadable` if the server does not answer, `newer` for
    ///   tables of a later version. The error never holds the address, which may hold a password.
    public static func open(_ address: String) async throws(UsageError) -> PostgresUsageStore {
      let opened: Result<PostgresUsageStore, UsageError> = await withCheckedContinuation {
        continuation in
        DispatchQueue.global().async {
          do throws(UsageError) {
            continuation.resume(returning: .success(try connect(address)))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }
      return try opened.get()
    }

    private static func connect(_ address: String) throws(UsageError) -> PostgresUsageStore {
      let connection: PostgresConnection
      do throws(PostgresConnection.Fault) {
        connection = try PostgresConnection(address)
        try makeTables(connection)
      } catch {
        throw .store(.unreadable(path: "the PostgreSQL server"))
      }
      let edition: String?
      do throws(PostgresConnection.Fault) {
        edition = try connection.run("SELECT edition FROM tollgate_usage").rows.first?.first ?? nil
      } catch {
        throw .store(.unreadable(path: connection.name))
      }
      guard edition == PostgresUsageStore.edition else {
        throw .store(.newer(path: connection.name))
      }
      return PostgresUsageStore(address, connection, PostgresExecutor())
    }

    /// The book of a person.
    public func book(of person: String) throws(UsageError) -> StoredUsage {
      try PostgresUsageStore.check([person])
      let known = known[person]
      let stored = try work(else: .unreadable(path: name)) {
        connection throws(PostgresConnection.Fault) in
        try PostgresUsageStore.read(person, known, connection)
      }
      guard let stored else { throw .store(.damaged(path: name)) }
      self.known[person] = stored
      return stored
    }

    /// Applies a change in one transaction if the book still has this version, and returns once the
    /// server has committed it.
    public func apply(
      _ change: UsageChange, to person: String, at version: Int64
    ) throws(UsageError) -> Bool {
      try PostgresUsageStore.check([person] + change.cells.flatMap { [$0.device, $0.key] })
      let isApplied = try work(else: .unwritable(path: name)) {
        connection throws(PostgresConnection.Fault) in
        try connection.transaction { () throws(PostgresConnection.Fault) in
          try PostgresUsageStore.write(change, person, version, connection)
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

    /// Forgets a person: the rows are deleted.
    public func forget(_ person: String) throws(UsageError) {
      try PostgresUsageStore.check([person])
      known[person] = nil
      _ = try work(else: .unwritable(path: name)) { connection throws(PostgresConnection.Fault) in
        try connection.transaction { () throws(PostgresConnection.Fault) in
          try connection.run("DELETE FROM tollgate_book WHERE person = $1", [person])
          try connection.run("DELETE FROM tollgate_cell WHERE person = $1", [person])
          return true
        }
      }
    }

    /// Closes the connection. The store accepts no more calls.
    public func close() {
      connection = nil
      isClosed = true
    }

    /// PostgreSQL keeps no text with a zero byte.
    static func check(_ texts: [String]) throws(UsageError) {
      for text in texts where text.utf8.contains(0) { throw .notAnID(text) }
    }

    /// Works with the connection, which is made again if it was lost before.
    func work<Result>(
      else fault: JournalError,
      _ body: (PostgresConnection) throws(PostgresConnection.Fault) -> Result
    ) throws(UsageError) -> Result {
      guard !isClosed else { throw .store(fault) }
      do throws(PostgresConnection.Fault) {
        let open: PostgresConnection
        if let connection, connection.isOpen {
          open = connection
        } else {
          guard isAwayUntil < Date() else { throw PostgresConnection.Fault() }
          connection = nil
          open = try PostgresConnection(address)
          connection = open
        }
        return try body(open)
      } catch {
        // Those who wait behind this call need not wait for the same again.
        if connection?.isGivenUp ?? true, isAwayUntil < Date() {
          isAwayUntil = Date().addingTimeInterval(1)
        }
        throw .store(fault)
      }
    }
  }
#endif
