import Foundation
import GRDB
import Testing
import TollgatePurchases
import TollgateRuntime
import TollgateSQLite
import TollgateTesting

/// The journal in a SQLite database: the check of journals, damage, and refusals.
@Suite struct SQLiteJournalTests {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func entries(_ count: Int) -> [JournalEntry] {
    (0..<count).map { .finished("transaction-\($0)-" + String(repeating: "x", count: $0 % 50)) }
  }

  @Test("it passes the check of journals")
  func check() async throws {
    try await withFolder { folder in
      let check = JournalCheck(
        make: {
          try SQLiteJournal(path: folder.appendingPathComponent(UUID().uuidString).path)
        },
        reopen: { journal in
          await journal.close()
          let again = try SQLiteJournal(path: journal.path)
          #expect(again.repair.isClean)
          return again
        })
      let violations = try await check.violations()
      #expect(violations == [])
    }
  }

  @Test("a log that is cut anywhere keeps every earlier append whole")
  func cutLog() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("journal").path
      let journal = try SQLiteJournal(path: path)
      let batches = (0..<6).map { batch in
        (0..<3).map { JournalEntry.finished("\(batch)-\($0)") }
      }
      for batch in batches { try await journal.append(batch) }
      // After a crash: the database, and the log that is not merged yet.
      let database = try Data(contentsOf: URL(fileURLWithPath: path))
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
      #expect(log.count > 10_000)
      let copy = folder.appendingPathComponent("copy").path
      var seen: Set<Int> = []
      for count in Array(stride(from: 0, to: log.count, by: 509)) + [log.count - 1, log.count] {
        try database.write(to: URL(fileURLWithPath: copy))
        try log.prefix(count).write(to: URL(fileURLWithPath: copy + "-wal"))
        let opened = try SQLiteJournal(path: copy)
        let told = await opened.entries()
        #expect(told.count % 3 == 0, "cut at \(count)")
        #expect(told == Array(batches.joined().prefix(told.count)), "cut at \(count)")
        #expect(opened.repair.isClean)
        seen.insert(told.count)
        await opened.close()
      }
      #expect(seen.contains(0) && seen.contains(18))
    }
  }

  @Test("a damaged database is an error or names its lost rows; it never returns other entries")
  func damaged() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("journal").path
      let expected = entries(400)
      let journal = try SQLiteJournal(path: path)
      try await journal.append(expected)
      await journal.close()
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      var (refused, told) = (0, 0)
      for index in stride(from: 0, to: bytes.count, by: 97) {
        var damaged = bytes
        damaged[index] ^= 0x04
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        do {
          let opened = try SQLiteJournal(path: path)
          let entries = await opened.entries()
          #expect(Set(entries).isSubset(of: expected), "byte \(index)")
          #expect(entries.count + opened.repair.damages.count >= 400 || entries == expected)
          told += opened.repair.isClean ? 0 : 1
          await opened.close()
        } catch let error as JournalError {
          #expect(error.description(in: "en").contains(path))
          refused += 1
        }
      }
      #expect(refused > 0)
      #expect(told > 20)
    }
  }

  @Test("a cut database is an error, or returns a part of its entries and says so")
  func cut() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("journal").path
      let journal = try SQLiteJournal(path: path)
      try await journal.append(entries(300))
      await journal.close()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      for count in stride(from: 1, to: bytes.count, by: 811) {
        try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
        #expect(throws: JournalError.self, "cut at \(count)") { try SQLiteJournal(path: path) }
      }
      // An empty file is a new journal.
      try Data().write(to: URL(fileURLWithPath: path))
      #expect(try await SQLiteJournal(path: path).entries().isEmpty)
    }
  }

  @Test("a database that is not a journal is refused and unchanged")
  func foreign() async throws {
    try await withFolder { folder in
      let text = folder.appendingPathComponent("text")
      try Data(String(repeating: "dear diary ", count: 900).utf8).write(to: text)
      #expect(throws: JournalError.notAJournal(path: text.path)) {
        try SQLiteJournal(path: text.path)
      }
      let other = folder.appendingPathComponent("other").path
      let queue = try DatabaseQueue(path: other)
      try await queue.write { try $0.execute(sql: "CREATE TABLE diary (day TEXT)") }
      try queue.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: other))
      #expect(throws: JournalError.notAJournal(path: other)) { try SQLiteJournal(path: other) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
      let missing = folder.appendingPathComponent("no/such").path
      #expect(throws: JournalError.unwritable(path: missing)) {
        try SQLiteJournal(path: missing)
      }
    }
  }

  @Test("a database of a later edition is refused")
  func newer() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("journal").path
      let journal = try SQLiteJournal(path: path)
      try await journal.append(entries(3))
      await journal.close()
      let queue = try DatabaseQueue(path: path)
      try await queue.write { database in
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('of a later edition')")
      }
      try queue.close()
      #expect(throws: JournalError.newer(path: path)) { try SQLiteJournal(path: path) }
    }
  }

  @Test("a database has one writer, until it is closed, and is for its user alone")
  func oneWriter() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("journal").path
      let first = try SQLiteJournal(path: path)
      #expect(throws: JournalError.inUse(path: path)) { try SQLiteJournal(path: path) }
      try await first.append(entries(1))
      for name in [path, path + "-wal"] {
        let mode = try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(name)")
      }
      await first.close()
      await #expect(throws: JournalError.unwritable(path: path)) {
        try await first.append(entries(1))
      }
      #expect(try await SQLiteJournal(path: path).entries() == entries(1))
    }
  }

  @Test("too long appends are refused; cleared data is no longer in the file")
  func clearing() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("journal").path
      let journal = try SQLiteJournal(path: path)
      let long = JournalEntry.finished(
        String(repeating: "x", count: SQLiteJournal.mostBytesAtOnce))
      await #expect(throws: JournalError.tooLarge(path: path)) {
        try await journal.append([long])
      }
      try await journal.append([.confirmed(account: "PERSON-A", .init(milliseconds: 1))])
      try await journal.append([.cleared(account: "PERSON-A")])
      try await journal.compact()
      #expect(await journal.entries().isEmpty)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        #expect(data.range(of: Data("PERSON-A".utf8)) == nil, "\(name)")
      }
    }
  }
}
