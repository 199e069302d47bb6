import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateUsage

/// Where books are kept: at once, torn, cut, full and in use.
struct StoreTests {
  static let policy = "meter exports\nexports > 100 requires pro"

  /// In memory if possible: a drive would take long to store each of the many lines.
  static func path() -> String {
    let memory = "/dev/shm"
    let place =
      FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    return
      place
      .appendingPathComponent("tollgate-usage-\(UUID().uuidString)").path
  }

  /// 8 tasks use a limit of 100, 1,000 times together.
  static func usedAtOnce(_ store: any UsageStore, ids: Bool) async throws -> (Int, Int64) {
    let user = try TestUser(policy, store: store)
    let allowed = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var allowed = 0
          for number in 0..<125 {
            // Half of the tasks repeat the ids of the others.
            let id = ids ? "\(task / 2)-\(number)" : nil
            let answer = try await user.counter.use(
              "exports", by: user.person, id: id, at: user.now)
            if answer.isAllowed, !answer.isRepeated { allowed += 1 }
          }
          return allowed
        }
      }
      return try await group.reduce(0, +)
    }
    return (allowed, try await user.count().used)
  }

  @Test(
    "1,000 uses at once of a limit of 100 by 8 tasks: exactly 100 go", arguments: [false, true])
  func atOnce(_ ids: Bool) async throws {
    let (allowed, counted) = try await StoreTests.usedAtOnce(MemoryUsageStore(), ids: ids)
    #expect(allowed == 100)
    #expect(counted == 100)
  }

  @Test(
    "1,000 uses at once in a file: exactly 100 go, and they are there after a restart",
    arguments: [false, true])
  func atOnceInFile(_ ids: Bool) async throws {
    let path = StoreTests.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try FileUsageStore(path: path)
    let (allowed, counted) = try await StoreTests.usedAtOnce(store, ids: ids)
    #expect(allowed == 100)
    #expect(counted == 100)
    let before = await store.book(of: "ada").book
    await store.close()
    let again = try FileUsageStore(path: path)
    #expect(await again.book(of: "ada").book == before)
    #expect(again.damagedLines.isEmpty)
  }

  /// A store that somebody else always changes first.
  private actor BusyStore: UsageStore {
    private(set) var attempts = 0

    func book(of person: String) -> StoredUsage { StoredUsage() }

    func close() {}
    func apply(_ change: UsageChange, to person: String, at version: Int64) -> Bool {
      attempts += 1
      return false
    }
  }

  @Test("Whoever is never the first gives up and says so")
  func busy() async throws {
    let store = BusyStore()
    let user = try TestUser(StoreTests.policy, store: store)
    await #expect(throws: UsageError.busy(attempts: 100)) { try await user.use() }
    #expect(await store.attempts == 100)
  }

  @Test("A change of an old version is refused", arguments: [false, true])
  func oldVersion(_ isFile: Bool) async throws {
    let path = StoreTests.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store: any UsageStore =
      isFile ? try FileUsageStore(path: path) : MemoryUsageStore()
    let change = UsageChange(latest: 5)
    #expect(try await store.apply(change, to: "ada", at: 1) == false)
    #expect(try await store.apply(change, to: "ada", at: 0))
    #expect(try await store.apply(change, to: "ada", at: 0) == false)
    #expect(try await store.book(of: "ada").version == 1)
    #expect(try await store.book(of: "bob").version == 0)
  }

  /// The bytes of a file with some uses, and the counts after each line.
  private static func written() async throws -> (bytes: [UInt8], path: String) {
    let path = path()
    let store = try FileUsageStore(path: path)
    let user = try TestUser(policy, store: store)
    for number in 1...6 { _ = try await user.use(id: "\(number)") }
    await store.close()
    return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), path)
  }

  private static func count(_ path: String) async throws -> Int64 {
    let store = try FileUsageStore(path: path)
    let count = try await TestUser(policy, store: store).count().used
    await store.close()
    return count
  }

  @Test("A file that is cut at any byte has every use whose line is whole, and counts on")
  func cut() async throws {
    let (bytes, path) = try await StoreTests.written()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    for length in 0...bytes.count {
      try Data(bytes[..<length]).write(to: URL(fileURLWithPath: path))
      let whole = ends.filter { $0 < length }.count
      #expect(try await StoreTests.count(path) == Int64(max(0, whole - 1)), "\(length) bytes")
      let store = try FileUsageStore(path: path)
      _ = try await TestUser(StoreTests.policy, store: store).use()
      await store.close()
      #expect(try await StoreTests.count(path) == Int64(max(1, whole)), "\(length) bytes")
    }
  }

  @Test("A damaged line is told by its number, and the lines after it count")
  func damaged() async throws {
    let (bytes, path) = try await StoreTests.written()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    for line in 1..<ends.count {
      var damaged = bytes
      damaged[ends[line] - 3] ^= 0x15
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      let store = try FileUsageStore(path: path)
      #expect(store.damagedLines == [line + 1])
      await store.close()
      // Each line has the whole counter, so only the last one matters for the count.
      #expect(try await StoreTests.count(path) == (line == ends.count - 1 ? 5 : 6))
    }
  }

  @Test("A file of something else, of a later edition, or that another store has open is refused")
  func refused() async throws {
    let path = StoreTests.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let url = URL(fileURLWithPath: path)
    try Data("milk, eggs, bread\nsugar\n".utf8).write(to: url)
    #expect(throws: UsageError.store(.notAJournal(path: path))) {
      try FileUsageStore(path: path)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == "milk, eggs, bread\nsugar\n")
    try Data(JournalLine.bytes(of: .object([JSONValue.Member("usage", .integer(2))])))
      .write(to: url)
    #expect(throws: UsageError.store(.newer(path: path))) { try FileUsageStore(path: path) }
    try FileManager.default.removeItem(at: url)
    let store = try FileUsageStore(path: path)
    #expect(throws: UsageError.store(.alreadyOpen(path: path))) { try FileUsageStore(path: path) }
    await store.close()
    #expect(throws: UsageError.store(.noFolder(path: "/nowhere/at/all"))) {
      try FileUsageStore(path: "/nowhere/at/all")
    }
  }

  @Test("A file that grows is compacted, and a person who is forgotten leaves no trace")
  func compacts() async throws {
    let path = StoreTests.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try FileUsageStore(path: path)
    let user = try TestUser("meter exports\nexports > 100000 requires pro", store: store)
    var person = user.person
    person.id = "bob"
    _ = try await user.counter.use("exports", by: person, at: user.now)
    for number in 0..<1_500 { _ = try await user.use(id: "an id of the use \(number)") }
    try await store.compact()
    let url = URL(fileURLWithPath: path)
    let before = try Data(contentsOf: url).count
    let book = await store.book(of: "ada").book
    #expect(before < 400_000)
    try await store.forget("bob")
    await store.close()
    #expect(String(decoding: try Data(contentsOf: url), as: UTF8.self).contains("bob") == false)
    let again = try FileUsageStore(path: path)
    #expect(await again.book(of: "ada").book == book)
    #expect(await again.people == ["ada"])
  }

  @Test("A page of 10,000 ids from another device is merged into a file in one step")
  func longMerge() async throws {
    let path = StoreTests.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var page = UsageChange.PageChange(revision: 1)
    for number in 0..<UsageBook.mostIDs {
      page.receipts["an id that is rather long, as they are: \(number)"] = UsageReceipt(
        key: TallyKey(meter: "exports", thing: ""), asked: 1, amount: 1, at: 0,
        outcome: .allowed, reason: .withinLimit, state: .used, marks: [:], matters: nil)
    }
    var book = UsageBook()
    book.apply(UsageChange(latest: 0, pages: ["tablet": page]))
    let store = try FileUsageStore(path: path)
    let user = try TestUser(StoreTests.policy, store: store)
    _ = try await user.use()
    try await user.counter.merge(book, into: "ada")
    let merged = await store.book(of: "ada").book
    await store.close()
    let again = try FileUsageStore(path: path)
    #expect(await again.book(of: "ada").book == merged)
    #expect(merged.pages["tablet"]?.receipts.count == UsageBook.mostIDs)
  }
}
