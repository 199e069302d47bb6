import Foundation
import GRDB
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateSQLite
import TollgateUsage

/// Counts in a SQLite database: several tasks, several processes, restarts and refusals.
@Suite struct SQLiteUsageTests {
  private static let policy = "meter exports\nexports > 100 requires pro"
  private static let now = Instant(milliseconds: 1_772_323_200_000)

  private func withPath(_ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    try await body(path)
  }

  private func counter(_ store: any UsageStore) throws -> UsageCounter {
    UsageCounter(try Policy(source: Self.policy), in: store, device: "server")
  }

  private let ada = UsageCounter.Person("ada", in: TimeZone(secondsFromGMT: 0) ?? .current)

  private func used(_ store: any UsageStore) async throws -> Int64? {
    try await counter(store).snapshot(of: ada, at: Self.now).usage["exports"]?.total?.used
  }

  @Test("1,000 uses at once of a limit of 100 by 8 tasks: exactly 100 go")
  func tasks() async throws {
    try await withPath { path in
      let store = try SQLiteUsageStore(path: path)
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
    }
  }

  @Test(
    "1,000 uses at once of a limit of 100 by 8 processes: exactly 100 go",
    arguments: [false, true])
  func processes(_ ids: Bool) async throws {
    try await withPath { path in
      var running: [(Process, Pipe)] = []
      for number in 0..<8 {
        let process = Process()
        process.executableURL = SQLiteCrashTests.program
        // Every id is used by two processes.
        process.arguments = [path, Self.policy, "125", ids ? "id-\(number / 2)" : "", "count"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        running.append((process, pipe))
      }
      var allowed = 0
      for (process, pipe) in running {
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let text = String(decoding: output, as: UTF8.self)
        allowed += Int(text.split(separator: "\n").last ?? "") ?? 0
      }
      #expect(allowed == 100)
      #expect(try await used(try SQLiteUsageStore(path: path)) == 100)
    }
  }

  @Test("A book is the same after a restart, and as in memory")
  func restart() async throws {
    try await withPath { path in
      let store = try SQLiteUsageStore(path: path)
      let memory = MemoryUsageStore()
      for counter in [try counter(store), try counter(memory)] {
        _ = try await counter.use("exports", by: ada, id: "a", at: Self.now)
        _ = try await counter.use("exports", adding: 3, by: ada, id: "b", at: Self.now)
        _ = try await counter.reserve(
          "exports", adding: 2, by: ada, id: "r", for: 60, at: Self.now)
        try await counter.commit("r", amount: 1, by: ada, at: Self.now)
        try await counter.refund("a", by: ada, at: Self.now)
        try await counter.set("exports", to: 50, by: ada, at: Self.now)
      }
      let book = try await store.book(of: "ada").book
      #expect(book == (await memory.book(of: "ada").book))
      await store.close()
      let again = try SQLiteUsageStore(path: path)
      #expect(try await again.book(of: "ada").book == book)
      try await again.forget("ada")
      #expect(try await again.book(of: "ada") == StoredUsage())
    }
  }

  @Test("A damaged row and a database of something else are refused")
  func refused() async throws {
    try await withPath { path in
      let store = try SQLiteUsageStore(path: path)
      _ = try await counter(store).use("exports", by: ada, at: Self.now)
      await store.close()
      let database = try DatabaseQueue(path: path)
      try await database.write { try $0.execute(sql: "UPDATE cell SET json = json || ' '") }
      try database.close()
      let again = try SQLiteUsageStore(path: path)
      await #expect(throws: UsageError.store(.damaged(path: path))) {
        try await again.book(of: "ada")
      }
    }
    try await withPath { path in
      let database = try DatabaseQueue(path: path)
      try await database.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
      try database.close()
      #expect(throws: UsageError.store(.notAJournal(path: path))) {
        try SQLiteUsageStore(path: path)
      }
    }
  }
}
