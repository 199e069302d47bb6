import Foundation
import Testing
import TollgateKit
import TollgatePostgres
import TollgatePurchases
import TollgateRuntime
import TollgateUsage

/// Counts in a PostgreSQL database: several tasks, several processes, restarts and refusals.
@Suite(.serialized) struct PostgresUsageTests {
  private static let policy = "meter exports\nexports > 100 requires pro"
  private static let now = Instant(milliseconds: 1_772_323_200_000)
  private let ada = UsageCounter.Person("ada", in: TimeZone(secondsFromGMT: 0) ?? .current)

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

  private func counter(_ store: any UsageStore) throws -> UsageCounter {
    UsageCounter(try Policy(source: Self.policy), in: store, device: "server")
  }

  private func used(_ store: any UsageStore) async throws -> Int64? {
    try await counter(store).snapshot(of: ada, at: Self.now).usage["exports"]?.total?.used
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
      let counter = try counter(store)
      let ada = ada
      let allowed = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            var allowed = 0
            for _ in 0..<125 where try await counter.use("exports", by: ada, at: Self.now).isAllowed
            {
              allowed += 1
            }
            return allowed
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(allowed == 100)
      #expect(try await used(store) == 100)
      for ids in [false, true] {
        try await store.forget("ada")
        #expect(try await used(store) == 0)
        let address = server.address
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<8 {
            // Every id is used by two processes.
            let words = [
              Self.program, address, Self.policy, "125", ids ? "id-\(number / 2)" : "",
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
        #expect(try await used(store) == 100)
      }
    }
  }

  @Test(
    "a book is the same as in memory, also for another process, and after the connection is lost")
  func restart() async throws {
    try await withServer { server in
      let store = try await PostgresUsageStore.open(server.address)
      let memory = MemoryUsageStore()
      for counter in [try counter(store), try counter(memory)] {
        _ = try await counter.use("exports", by: ada, id: "a", at: Self.now)
        _ = try await counter.use("exports", adding: 3, by: ada, id: "b \"'\\ ü", at: Self.now)
        _ = try await counter.reserve(
          "exports", adding: 2, by: ada, id: "r", for: 60, at: Self.now)
        try await counter.commit("r", amount: 1, by: ada, at: Self.now)
        try await counter.refund("a", by: ada, at: Self.now)
        try await counter.set("exports", to: 50, by: ada, at: Self.now)
      }
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
      _ = try await counter(store).use("exports", by: ada, at: Self.now)
      await #expect(throws: UsageError.notAnID("a\0b")) { try await store.book(of: "a\0b") }
      try await server.execute("UPDATE tollgate_cell SET json = json || ' '")
      let again = try await PostgresUsageStore.open(server.address)
      await #expect(throws: UsageError.store(.damaged(path: again.name))) {
        try await again.book(of: "ada")
      }
      try await server.execute("UPDATE tollgate_usage SET edition = 2")
      await #expect(throws: UsageError.store(.newer(path: again.name))) {
        try await PostgresUsageStore.open(server.address)
      }
    }
    let error = await #expect(throws: UsageError.self) {
      try await PostgresUsageStore.open("host=/nowhere password=secret")
    }
    #expect(error?.description(in: "en").contains("secret") == false)
  }
}
