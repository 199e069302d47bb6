import Foundation
import GRDB
import Testing
import TollgatePurchases
import TollgateSQLite
import TollgateUsage
import UsageTrial

/// Counts in a SQLite database: several tasks, several processes, restarts and refusals.
@Suite struct SQLiteUsageTests {
  private func withPath(_ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    try await body(path)
  }

  @Test("1,000 uses at once of a limit of 100 by 8 tasks: exactly 100 go")
  func tasks() async throws {
    try await withPath { path in
      let trial = try UsageTrial(SQLiteUsageStore(path: path))
      #expect(try await trial.thousandUses() == 100)
      #expect(try await trial.used() == 100)
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
        process.arguments = [
          path, UsageTrial.policy, "125", ids ? "id-\(number / 2)" : "", "count",
        ]
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
      #expect(try await UsageTrial(SQLiteUsageStore(path: path)).used() == 100)
    }
  }

  @Test("A book is the same after a restart, and as in memory")
  func restart() async throws {
    try await withPath { path in
      let store = try SQLiteUsageStore(path: path)
      let memory = MemoryUsageStore()
      for store: any UsageStore in [store, memory] { try await UsageTrial(store).everyChange() }
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
      #expect(try await UsageTrial(store).use())
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

  @Test("Documents have versions, an order, and one writer at a time")
  func documents() async throws {
    try await withPath { path in
      let store = try SQLiteUsageStore(path: path)
      #expect(try await DocumentTrial(store).faults == [])
      await store.close()
      let database = try DatabaseQueue(path: path)
      try await database.write { try $0.execute(sql: "UPDATE document SET text = text || ' '") }
      try database.close()
      let again = try SQLiteUsageStore(path: path)
      await #expect(throws: UsageError.store(.damaged(path: path))) {
        try await again.document("race", of: "user")
      }
    }
    #expect(try await DocumentTrial(MemoryUsageStore()).faults == [])
  }

  @Test("A database of the first edition gets what it lacks, and keeps what it has")
  func migration() async throws {
    try await withPath { path in
      let store = try SQLiteUsageStore(path: path)
      #expect(try await UsageTrial(store).use())
      let book = try await store.book(of: "ada")
      await store.close()
      let database = try DatabaseQueue(path: path)
      try await database.write {
        try $0.execute(sql: "DROP TABLE document; PRAGMA user_version = 1")
      }
      try database.close()
      let later = try SQLiteUsageStore(path: path)
      #expect(try await later.book(of: "ada") == book)
      #expect(try await DocumentTrial(later).faults == [])
    }
  }

  @Test("A process is told that another one changed something, and a forgotten book is begun anew")
  func changes() async throws {
    try await withPath { path in
      let one = try SQLiteUsageStore(path: path)
      let other = try SQLiteUsageStore(path: path)
      #expect(try await UsageTrial(one).use())
      #expect(try await UsageTrial(other).used() == 1)
      var changes = other.changes().makeAsyncIterator()
      try await Task.sleep(nanoseconds: 300_000_000)
      try await one.forget("ada")
      #expect(try await UsageTrial(one).use())
      #expect(await changes.next() == .some(nil))
      #expect(try await UsageTrial(other).used() == 1)
    }
  }
}
