import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateTesting

/// The check of journals: Tollgate's journals pass it, broken ones do not.
@Suite struct JournalCheckTests {
  @Test("a journal in memory")
  func memory() async throws {
    let check = JournalCheck(make: { MemoryJournal() }, reopen: { $0 })
    #expect(try await check.violations() == [])
  }

  @Test("a journal in a file")
  func file() async throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let check = JournalCheck(
      make: {
        try FileJournal(path: folder.appendingPathComponent(UUID().uuidString).path)
      },
      reopen: { journal in
        await journal.close()
        let again = try FileJournal(path: journal.path)
        #expect(again.repair.isClean)
        return again
      })
    #expect(try await check.violations() == [])
  }

  /// Possible mistakes.
  enum Fault: CaseIterable {
    case forgetsTheLast, sorts, forgetsAccounts, splitsBatches, doesNotCompact, losesTheAudit
    case addsNothing, putsFirst
  }

  private actor BrokenJournal: PurchaseJournal {
    private let fault: Fault
    private let maker: Int?
    private var kept: [JournalEntry] = []
    private var writers = 0

    init(_ fault: Fault) {
      self.fault = fault
      maker = BrokenJournal.task
    }

    /// The task that runs now.
    private static var task: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    func entries() -> [JournalEntry] {
      fault == .sorts ? kept.sorted { $0.json() < $1.json() } : kept
    }

    func append(_ entries: [JournalEntry]) async {
      switch fault {
      case .putsFirst: kept = entries + kept
      case .addsNothing: kept += entries.isEmpty ? [.finished("")] : entries
      case .forgetsAccounts:
        kept += entries.map {
          if case .confirmed(_, let instant) = $0 { .confirmed(account: nil, instant) } else { $0 }
        }
      case .splitsBatches:
        kept += entries.prefix(1)
        writers += 1
        // Of many writers, each in a task of its own, the first waits for the second, but not
        // forever: there is none if the check writes one batch after another.
        var waits = 0
        while writers < 2, waits < 30_000, BrokenJournal.task != maker {
          waits += 1
          try? await Task.sleep(nanoseconds: 1_000_000)
        }
        kept += entries.dropFirst()
      default: kept += entries
      }
    }

    func close() {}
    func compact() {
      switch fault {
      case .doesNotCompact: break
      case .losesTheAudit:
        kept = JournalState(replaying: kept).entries.filter {
          if case .audited = $0 { false } else { true }
        }
      default: kept = JournalState(replaying: kept).entries
      }
    }

    func reopen() -> BrokenJournal {
      if fault == .forgetsTheLast { kept = kept.dropLast() }
      return self
    }
  }

  @Test("a journal that is wrong in one way is found out", arguments: Fault.allCases)
  func broken(fault: Fault) async throws {
    let check = JournalCheck(
      make: { BrokenJournal(fault) }, reopen: { await $0.reopen() })
    #expect(try await !check.violations().isEmpty)
  }

  @Test("the fewest entries of any history tell the same as all of them")
  func fewest() {
    for seed in 0..<300 as Range<UInt64> {
      var random = Naive.SplitMix64(seed: seed)
      let entries = random.shuffled(
        FileJournalTests.entries(seed: seed * 7, atLeast: 10)
          + [.cleared(account: "A"), .reported(account: "B", History.day(9)), .finished("t0")])
      let state = JournalState(replaying: entries)
      #expect(JournalState(replaying: state.entries) == state, "seed \(seed)")
      #expect(JournalState(replaying: state.entries).entries == state.entries, "seed \(seed)")
      let written = state.entries.map { $0.json() }
      let read = written.compactMap { try? JournalEntry(json: $0) }
      #expect(read == state.entries, "seed \(seed)")
    }
  }
}
