import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A journal on a disk without space, without a folder, and on a clock that is set back.
@Suite struct FullDiskTests {
  @Test("a failed compaction leaves nothing beside the journal, and the next entry fits")
  func failedCompaction() async throws {
    let entries = FileJournalTests.entries(seed: 9, atLeast: 30)
    // Which of the steps of a compaction fails: writing, synchronizing, replacing.
    for step in 0..<3 {
      let drive = Drive()
      drive.staysBroken = false
      let journal = try FileJournal(Drive.Disk(drive: drive), path: "full")
      try await journal.append(entries)
      drive.failsAfter = step
      await #expect(throws: JournalError.self) { try await journal.compact() }
      #expect(drive.beside == -1, "step \(step)")
      try await journal.append([.finished("later")])
      let opened = try FileJournal(Drive.Disk(drive: drive), path: "full")
      #expect(await opened.entries() == entries + [.finished("later")])
    }
  }

  @Test("a replacement that is not to come is no file any more")
  func replacementGoes() throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("purchases").path
    var disk = try FileDisk(path: path, most: 1 << 20)
    defer { disk.close() }
    try disk.writeReplacement([1, 2, 3])
    #expect(FileManager.default.fileExists(atPath: path + ".compacting"))
    disk.discardReplacement()
    #expect(!FileManager.default.fileExists(atPath: path + ".compacting"))
    // What a crash left goes when the journal is opened.
    try Data("x".utf8).write(to: URL(fileURLWithPath: path + ".compacting"))
    disk.close()
    _ = try FileJournal(path: path)
    #expect(!FileManager.default.fileExists(atPath: path + ".compacting"))
  }

  @Test("a missing folder is called so")
  func missingFolder() throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("away/purchases").path
    #expect(throws: JournalError.noFolder(path: path)) { try FileJournal(path: path) }
    for error in [JournalError.noFolder(path: "p"), .readOnly(path: "p"), .unwritable(path: "p")] {
      #expect(error.description(in: "en") != error.description(in: "zh-Hans"))
    }
    #expect(
      JournalError.readOnly(path: "p").description(in: "en")
        == "the purchases cannot be saved in p: it can only be read; choose another folder")
  }

  @Test("a journal remembers how late it was: a clock set back opens nothing again")
  func clockSetBack() async throws {
    let policy = try Policy(
      source: """
        product monthly
          grants pro
          price 10 CNY per month
        entitlement pro
        export requires pro
        """)
    let start: Instant = "2026-01-01"
    let monthly = PurchaseRecord(
      transactionID: "t1", product: "monthly", kind: .subscription, start: start,
      end: start.advanced(by: 30 * 86_400_000), renews: false, verification: .device,
      environment: .production, confirmed: start)
    let dayForty = start.advanced(by: 40 * 86_400_000)
    let dayFive = start.advanced(by: 5 * 86_400_000)
    func isOpen(_ entries: [JournalEntry]) -> Bool {
      let ledger = JournalState(replaying: entries).ledger
      let snapshot = ledger.snapshot(policy: policy, at: dayFive)
      let status = ledger.status(policy: policy, at: dayFive)
      let isOpen = policy.decide("export", for: snapshot, at: dayFive).isAllowed
      #expect((status.plan != nil) == isOpen)
      return isOpen
    }
    #expect(isOpen([.record(monthly)]))
    #expect(isOpen([.record(monthly), .confirmed(account: nil, dayFive)]))
    #expect(!isOpen([.record(monthly), .reported(account: nil, dayForty)]))
    #expect(!isOpen([.record(monthly), .confirmed(account: "A", dayForty)]))
    // Also in the shorter journal, and merged with another ledger.
    let kept = JournalState(replaying: [.record(monthly), .reported(account: nil, dayForty)])
    #expect(!isOpen(kept.entries))
    let merged = try Ledger([monthly]).merging(kept.ledger)
    #expect(merged == kept.ledger)
    let snapshot = merged.snapshot(policy: policy, at: dayFive)
    #expect(!policy.decide("export", for: snapshot, at: dayFive).isAllowed)
  }
}
