import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The journal in a file: damage, refusals, and what stays.
@Suite struct FileJournalTests {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func withFile(_ body: (String) async throws -> Void) async throws {
    try await withFolder { try await body($0.appendingPathComponent("purchases").path) }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Entries of a typical user.
  static func entries(seed: UInt64, atLeast count: Int) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var seed = seed
    while entries.count < count {
      entries += History(seed: seed).records.flatMap { record in
        [JournalEntry.record(record), .finished(record.transactionID)]
      }
      let account = seed % 2 == 0 ? "A" : nil
      entries += [
        .confirmed(account: account, History.day(Int(seed % 50))),
        .reported(account: account, History.day(Int(seed % 50))),
        .begun(PurchaseIntent(product: "p\(seed)", account: account)),
        .failed("x\(seed)", attempts: 1),
      ]
      seed += 1
    }
    return entries
  }

  @Test("a journal that is cut at any byte opens, with all that was written whole, and says so")
  func cut() async throws {
    try await withFile { path in
      let entries = Self.entries(seed: 1, atLeast: 6)
      let journal = try FileJournal(path: path)
      var ends = [try bytes(path).count]
      for entry in entries {
        try await journal.append([entry])
        ends.append(try bytes(path).count)
      }
      let bytes = try bytes(path)
      #expect(bytes.count > 1000)
      for count in 0...bytes.count {
        let drive = Drive(Array(bytes.prefix(count)))
        let opened = try FileJournal(Drive.Disk(drive: drive), path: "cut")
        // The first line is not an entry.
        let whole = ends.filter { $0 <= count }.count - 1
        let expected = Array(entries.prefix(max(0, whole)))
        #expect(await opened.entries() == expected, "cut at \(count)")
        #expect(opened.repair.damages.isEmpty)
        #expect(opened.repair.tornBytes == (count - (whole < 0 ? 0 : ends[whole])))
        #expect((opened.repair.description(in: "en") == nil) == opened.repair.isClean)
        // The next entry gets its own line.
        guard count % 7 == 0 else { continue }
        try await opened.append([.finished("next")])
        let again = try FileJournal(Drive.Disk(drive: drive), path: "cut")
        #expect(await again.entries() == expected + [.finished("next")], "cut at \(count)")
        #expect(again.repair.isClean)
      }
    }
  }

  @Test("orders are done to the end from a journal that is cut anywhere")
  func orders() async throws {
    let records = (0..<2).map { owned("n1", "t\($0)") }
    let whole = Drive()
    let journal = try FileJournal(Drive.Disk(drive: whole), path: "orders")
    func open(_ journal: FileJournal) async throws -> PurchaseProcessor<Given> {
      try await PurchaseProcessor.open(journal, verifier: Given(), clock: StillClock()) { _ in }
    }
    let processor = try await open(journal)
    for record in records { _ = await processor.receive(record, proof: .genuine(record)) }
    let expected = await processor.ledger
    for count in stride(from: 0, through: whole.content.count, by: 5) {
      let drive = Drive(Array(whole.content.prefix(count)))
      let journal = try FileJournal(Drive.Disk(drive: drive), path: "orders")
      let processor = try await open(journal)
      // The store delivers unfinished transactions again.
      let finished = JournalState(replaying: await journal.entries()).finished
      for record in records where !finished.contains(record.transactionID) {
        #expect(await processor.receive(record, proof: .genuine(record)) == .purchased(record))
      }
      #expect(await processor.ledger == expected, "cut at \(count)")
      let state = JournalState(replaying: await journal.entries())
      #expect(state.ledger == expected, "cut at \(count)")
      #expect(state.finished == ["t0", "t1"])
    }
  }

  @Test("a bit that has flipped costs the line that it is in, and it is said which")
  func decayed() async throws {
    let drive = Drive()
    let entries = Self.entries(seed: 5, atLeast: 4)
    let journal = try FileJournal(Drive.Disk(drive: drive), path: "decayed")
    for entry in entries { try await journal.append([entry]) }
    let bytes = drive.content
    var (line, start) = (1, 0)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      let opened = try FileJournal(
        Drive.Disk(drive: Drive(damaged)), path: "decayed")
      let told = await opened.entries()
      // A flipped line break joins two lines, or at the end leaves one that is torn.
      let isBreak = bytes[index] == 0x0A
      #expect(told.count >= entries.count - (isBreak ? 2 : 1), "byte \(index)")
      #expect(Set(told).isSubset(of: entries), "byte \(index)")
      #expect(!opened.repair.isClean, "byte \(index)")
      if index < bytes.count - 1 {
        #expect(opened.repair.damages.first?.line == line, "byte \(index)")
        #expect(opened.repair.damages.first?.offset == start, "byte \(index)")
      }
      #expect(opened.repair.description(in: "en") != nil)
      #expect(opened.repair.description(in: "zh-Hans") != nil)
      if bytes[index] == 0x0A { (line, start) = (line + 1, index + 1) }
    }
  }

  @Test("compacting keeps what counts, in fewer lines", arguments: [1, 2, 3] as [UInt64])
  func compaction(seed: UInt64) async throws {
    try await withFile { path in
      let entries = Self.entries(seed: seed * 100, atLeast: 60)
      let journal = try FileJournal(path: path)
      try await journal.append(entries + entries)
      let before = try bytes(path).count
      try await journal.compact()
      try await journal.append([.finished("later")])
      await journal.close()
      let opened = try FileJournal(path: path)
      #expect(opened.repair.isClean)
      let expected = JournalState(replaying: entries + entries + [.finished("later")])
      #expect(JournalState(replaying: await opened.entries()) == expected)
      #expect(try bytes(path).count < before * 2 / 3)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
      #expect(names == ["purchases"], "no other file is left")
    }
  }

  @Test("a journal that says the same again and again stays small by itself")
  func growth() async throws {
    let drive = Drive()
    let journal = try FileJournal(Drive.Disk(drive: drive), path: "growth")
    let record = owned("n1", "t1")
    var most = 0
    for day in 0..<700 {
      let reading = record.changed(at: History.day(day)) { _ in }
      try await journal.append([.record(reading), .finished(String(repeating: "t", count: 1000))])
      if day % 50 == 0 { most = max(most, drive.content.count) }
    }
    #expect(most < 300_000)
    #expect(
      JournalState(replaying: await journal.entries()).ledger.record("t1")?.confirmed
        == History.day(699))
  }

  @Test("a file has one writer, until it is closed or the writer is gone")
  func oneWriter() async throws {
    try await withFile { path in
      let first = try FileJournal(path: path)
      #expect(throws: JournalError.alreadyOpen(path: path)) { try FileJournal(path: path) }
      try await first.compact()
      #expect(throws: JournalError.alreadyOpen(path: path)) { try FileJournal(path: path) }
      try await first.append([.finished("t1")])
      await first.close()
      await #expect(throws: JournalError.unwritable(path: path)) {
        try await first.append([.finished("t2")])
      }
      await #expect(throws: JournalError.unwritable(path: path)) { try await first.compact() }
      #expect(try await FileJournal(path: path).entries() == [.finished("t1")])
    }
  }

  @Test("what is no journal is refused, and stays as it is")
  func foreign() async throws {
    try await withFolder { folder in
      for (name, content) in [
        ("text", "dear diary\nnothing happened\n"), ("one", "x"), ("json", "{\"journal\": 1}\n"),
        ("zeros", String(repeating: "\0", count: 5000)),
      ] {
        let path = folder.appendingPathComponent(name).path
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: JournalError.notAJournal(path: path)) { try FileJournal(path: path) }
        #expect(try bytes(path) == Array(content.utf8))
      }
      let later = folder.appendingPathComponent("later").path
      let line = #"{"journal":2}"#
      let sum = String(CRC32.of(line.utf8), radix: 16)
      try Data((String(repeating: "0", count: 8 - sum.count) + sum + " " + line + "\n").utf8)
        .write(to: URL(fileURLWithPath: later))
      #expect(throws: JournalError.newer(path: later)) { try FileJournal(path: later) }
      #expect(throws: JournalError.unreadable(path: folder.path)) {
        try FileJournal(path: folder.path)
      }
      let missing = folder.appendingPathComponent("no/such").path
      #expect(throws: JournalError.noFolder(path: missing)) { try FileJournal(path: missing) }
    }
  }

  @Test("what is too long is refused, and leaves the journal as it was")
  func limits() async throws {
    try await withFile { path in
      let journal = try FileJournal(path: path)
      try await journal.append([.finished("t1")])
      let long = JournalEntry.finished(String(repeating: "x", count: FileJournal.mostBytesAtOnce))
      await #expect(throws: JournalError.tooLarge(path: path)) { try await journal.append([long]) }
      // The largest append can be read back.
      let most = JournalEntry.finished(
        String(repeating: "x", count: FileJournal.mostBytesAtOnce - 60))
      try await journal.append([most])
      await journal.close()
      #expect(try await FileJournal(path: path).entries() == [.finished("t1"), most])
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.truncate(atOffset: UInt64(FileJournal.mostBytes + 1))
      try handle.close()
      #expect(throws: JournalError.tooLarge(path: path)) { try FileJournal(path: path) }
    }
  }

  @Test("the file is for its user alone; a link to it stays a link")
  func permissions() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("file").path
      let link = folder.appendingPathComponent("link").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      let journal = try FileJournal(path: link)
      try await journal.append([.finished("t1")])
      for _ in 0..<2 {
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        try await journal.compact()
      }
    }
  }

  @Test("every error names the file, in two languages")
  func errors() {
    let path = "/tmp/no/such"
    for error in [
      JournalError.unreadable(path: path), .unwritable(path: path), .inUse(path: path),
      .notAJournal(path: path), .newer(path: path), .tooLarge(path: path), .damaged(path: path),
    ] {
      #expect(error.description(in: "en").contains(path))
      #expect(error.description(in: "zh-Hans").contains(path))
      #expect(error.description(in: "zh-Hans") != error.description(in: "en"))
    }
  }
}

/// The proof is the verifier's result.
struct Given: PurchaseVerifier {
  func verify(_ proof: VerificationResult) async -> VerificationResult { proof }
}

/// A clock that always shows the beginning of March, or a given time.
struct StillClock: StoreClock {
  var time: Instant = "2026-03-01"
  func now() -> Instant { time }
  func sleep(until instant: Instant) async throws {}
}
