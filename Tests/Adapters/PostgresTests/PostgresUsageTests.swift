import Foundation
import Testing
import TollgatePostgres
import TollgatePurchases
import TollgateUsage
import UsageTrial

/// Counts in a PostgreSQL database: several tasks, several processes, restarts and refusals.
@Suite(.serialized) struct PostgresUsageTests {
  private func withServer(_ body: (PostgresServer) async throws -> Void) async throws {
    let server = try await PostgresServer()
    do {
      try await body(server)
    } catch {
      try await server.stop()
      throw error
    }
    try await server.stop()
  }

  /// Beside this program.
  private static var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("PostgresProcess").path
  }

  @Test("1,000 uses at once of a limit of 100 by 8 tasks and by 8 processes: exactly 100 go")
  func exactly() async throws {
    try await withServer { server in
      let store = try await PostgresUsageStore.open(server.address)
      let trial = try UsageTrial(store)
      #expect(try await trial.thousandUses() == 100)
      #expect(try await trial.used() == 100)
      for ids in [false, true] {
        try await store.forget("ada")
        #expect(try await trial.used() == 0)
        let address = server.address
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<8 {
            // Every id is used by two processes.
            let words = [
              Self.program, address, UsageTrial.policy, "125", ids ? "id-\(number / 2)" : "",
            ]
            group.addTask {
              let (status, output) = try await PostgresServer.run(words)
              #expect(status == 0, "\(output)")
              return Int(output.split(separator: "\n").last ?? "") ?? 0
            }
          }
          return try await group.reduce(0, +)
        }
        #expect(sum == 100)
        #expect(try await trial.used() == 100)
      }
    }
  }

  @Test(
    "a book is the same as in memory, also for another process, and after the connection is lost")
  func restart() async throws {
    try await withServer { server in
      let store = try await PostgresUsageStore.open(server.address)
      let memory = MemoryUsageStore()
      for store: any UsageStore in [store, memory] { try await UsageTrial(store).everyChange() }
      let book = try await store.book(of: "ada").book
      #expect(book == (await memory.book(of: "ada").book))
      let again = try await PostgresUsageStore.open(server.address)
      #expect(try await again.book(of: "ada").book == book)
      // The server ends the connection: one call fails, and the next one connects anew.
      try await server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
      await #expect(throws: UsageError.self) { try await again.book(of: "ada") }
      #expect(try await again.book(of: "ada").book == book)
      try await again.forget("ada")
      #expect(try await again.book(of: "ada") == StoredUsage())
      await again.close()
      await #expect(throws: UsageError.self) { try await again.book(of: "ada") }
    }
  }

  @Test("a damaged row, tables of a later version, a zero byte and no server are refused")
  func refused() async throws {
    try await withServer { server in
      let store = try await PostgresUsageStore.open(server.address)
      #expect(try await UsageTrial(store).use())
      await #expect(throws: UsageError.notAnID("a\0b")) { try await store.book(of: "a\0b") }
      try await server.execute("UPDATE tollgate_cell SET json = json || ' '")
      let again = try await PostgresUsageStore.open(server.address)
      await #expect(throws: UsageError.store(.damaged(path: again.name))) {
        try await again.book(of: "ada")
      }
      try await server.execute("UPDATE tollgate_usage SET edition = 3")
      await #expect(throws: UsageError.store(.newer(path: again.name))) {
        try await PostgresUsageStore.open(server.address)
      }
    }
    let error = await #expect(throws: UsageError.self) {
      try await PostgresUsageStore.open("host=/nowhere password=secret")
    }
    #expect(error?.description(in: "en").contains("secret") == false)
  }

  @Test("Documents have versions, an order, and one writer at a time")
  func documents() async throws {
    try await withServer { server in
      let store = try await PostgresUsageStore.open(server.address)
      #expect(try await DocumentTrial(store).faults == [])
      try await server.execute("UPDATE tollgate_document SET json = json || ' '")
      await #expect(throws: UsageError.store(.damaged(path: store.name))) {
        try await store.document("race", of: "user")
      }
    }
  }

  @Test("Tables of the first edition get what they lack, and keep what they have")
  func migration() async throws {
    try await withServer { server in
      let store = try await PostgresUsageStore.open(server.address)
      #expect(try await UsageTrial(store).use())
      let book = try await store.book(of: "ada")
      try await server.execute(
        """
        DROP TABLE tollgate_document; DROP TRIGGER tollgate_book_changed ON tollgate_book;
        DROP FUNCTION tollgate_book_changed; DROP FUNCTION tollgate_document_changed;
        UPDATE tollgate_usage SET edition = 1
        """)
      let later = try await PostgresUsageStore.open(server.address)
      #expect(try await later.book(of: "ada") == book)
      #expect(try await DocumentTrial(later).faults == [])
    }
  }

  @Test("A book that is forgotten and begun anew is nobody's old one")
  func forgotten() async throws {
    try await withServer { server in
      let one = try await PostgresUsageStore.open(server.address)
      let other = try await PostgresUsageStore.open(server.address)
      #expect(try await UsageTrial(one).use())
      #expect(try await UsageTrial(one).use())
      #expect(try await UsageTrial(other).used() == 2)
      try await one.forget("ada")
      #expect(try await UsageTrial(one).use())
      #expect(try await UsageTrial(other).used() == 1)
    }
  }

  @Test("Every process is told whose data another one changed")
  func changes() async throws {
    try await withServer { server in
      let one = try await PostgresUsageStore.open(server.address)
      let other = try await PostgresUsageStore.open(server.address)
      var changes = other.changes().makeAsyncIterator()
      // It listens from now on.
      #expect(await changes.next() == .some(nil))
      #expect(try await UsageTrial(one).use())
      #expect(await changes.next() == "ada")
      _ = try await one.write("{}", as: "bob", of: "user", at: nil)
      #expect(await changes.next() == "bob")
    }
  }
}
