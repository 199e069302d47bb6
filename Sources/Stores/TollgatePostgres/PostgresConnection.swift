#if Postgres
  import Foundation
  import LibPQ

  /// A connection to a PostgreSQL server. Every call waits for the server.
  // Invariant: one actor holds it and calls it on one queue, so no two calls ever overlap.
  final class PostgresConnection: @unchecked Sendable {
    /// The error: the server's code (SQLSTATE), or nil if it did not answer.
    struct Fault: Error {
      var state: String?
    }

    /// Rows of texts; nil for NULL.
    typealias Rows = [[String?]]

    private let connection: OpaquePointer

    /// Connects.
    ///
    /// - Parameter address: `host=… dbname=… user=…`, or `postgresql://…`, as libpq reads it.
    init(_ address: String) throws(Fault) {
      // A server that does not answer is given up after some seconds; the address may say otherwise.
      let settings = [
        ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "30"),
        ("dbname", address),
      ]
      let texts = settings.flatMap { [strdup($0.0), strdup($0.1)] }
      defer { for text in texts { free(text) } }
      var names: [UnsafePointer<CChar>?] = stride(from: 0, to: texts.count, by: 2)
        .map { UnsafePointer(texts[$0]) }
      var values: [UnsafePointer<CChar>?] = stride(from: 1, to: texts.count, by: 2)
        .map { UnsafePointer(texts[$0]) }
      names.append(nil)
      values.append(nil)
      // Invariant: the pointers live until the call returns, and libpq copies what it needs.
      guard let connection = PQconnectdbParams(names, values, 1) else { throw Fault() }
      self.connection = connection
      guard PQstatus(connection) == CONNECTION_OK, PQsetClientEncoding(connection, "UTF8") == 0
      else { throw Fault() }
    }

    deinit { PQfinish(connection) }

    /// Whether the server is still there, as far as is known.
    var isOpen: Bool { !isGivenUp && PQstatus(connection) == CONNECTION_OK }
    /// Whether the server did not answer in time: what it says later is no answer to what comes next.
    private(set) var isGivenUp = false
    /// How long a statement may take, in seconds.
    private static let mostSeconds = 10.0

    /// Where it leads, without a password.
    var name: String {
      let host = PQhost(connection).map { String(cString: $0) } ?? ""
      let database = PQdb(connection).map { String(cString: $0) } ?? ""
      return "\(host)/\(database)"
    }

    /// The socket, to wait at.
    var descriptor: Int32 { PQsocket(connection) }

    /// The texts of the notices that came; nil if the connection is lost.
    func takeNotices() -> [String]? {
      guard PQconsumeInput(connection) == 1 else { return nil }
      var texts: [String] = []
      // Invariant: each notice is read before it is freed.
      while let notice = PQnotifies(connection) {
        texts.append(String(cString: notice.pointee.extra))
        PQfreemem(notice)
      }
      return texts
    }

    /// Runs one statement.
    ///
    /// - Parameter values: Its parameters `$1`, `$2` and so on; none holds a zero byte.
    /// - Returns: Its rows, and how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: [String] = []) throws(Fault) -> (rows: Rows, changed: Int) {
      guard !isGivenUp else { throw Fault() }
      let texts = values.map { strdup($0) }
      defer { for text in texts { free(text) } }
      let pointers = texts.map { UnsafePointer($0) }
      // Invariant: the pointers live until the call returns, and libpq copies what it needs.
      guard
        PQsendQueryParams(connection, sql, Int32(values.count), nil, pointers, nil, nil, 0) == 1
      else { throw Fault() }
      let result = try answer()
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
      default:
        // The field with the SQLSTATE.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
        throw Fault(state: state)
      }
      let columns = PQnfields(result)
      let rows = (0..<PQntuples(result)).map { row in
        (0..<columns).map { column in
          PQgetisnull(result, row, column) == 1
            ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
        }
      }
      let changed = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
      return (rows, changed)
    }

    /// The answer to the statement that was sent, if it comes in time.
    private func answer() throws(Fault) -> OpaquePointer {
      let end = Date().addingTimeInterval(PostgresConnection.mostSeconds)
      while PQisBusy(connection) == 1 {
        let left = end.timeIntervalSinceNow
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let found = left > 0 ? poll(&waiting, 1, Int32(left * 1000) + 1) : 0
        guard found > 0 || found < 0 && errno == EINTR, PQconsumeInput(connection) == 1 else {
          isGivenUp = true
          throw Fault()
        }
      }
      guard let first = PQgetResult(connection) else { throw Fault() }
      // One statement has one answer, and then none: this ends it.
      while let more = PQgetResult(connection) { PQclear(more) }
      return first
    }

    /// Runs statements that count together or not at all.
    ///
    /// - Parameter body: Returns whether to keep what was done.
    func transaction(_ body: () throws(Fault) -> Bool) throws(Fault) -> Bool {
      try run("BEGIN")
      do throws(Fault) {
        let isKept = try body()
        try run(isKept ? "COMMIT" : "ROLLBACK")
        return isKept
      } catch {
        _ = try? run("ROLLBACK")
        throw error
      }
    }
  }

  /// Where the calls of a connection wait: on a queue of their own, so that they keep no thread from
  /// the tasks of the program.
  final class PostgresExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "tollgate.postgres")

    func enqueue(_ job: UnownedJob) {
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }
  }
#endif
