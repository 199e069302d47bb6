import Foundation
import TestSupport
import Testing
import TollgatePurchases

/// Processes that are killed on the way Accept → store → verify → grant → finish.
/// `TOLLGATE_CASES=n` kills n times as many.
@Suite struct CrashTests {
  private static let program = Shell.built("PurchaseProcess")
  private static let seed: UInt64 = 20_261_121

  @Test("FW-5.5, LG-IOS-5 five hundred processes killed: no order lost, none granted twice")
  func killed() async throws {
    var run = CrashRun(Self.program, seed: Self.seed) { try FileJournal(path: $0) }
    try await run.run(kills: 500 * HistoryTests.factor)
    #expect(run.lost.isEmpty, "seed \(Self.seed)")
    // They died in both ways, and not all in the same lot.
    #expect(run.kills.steps > 100)
    #expect(run.kills.times > 100)
    #expect(run.lots > 20)
  }

  @Test("an app that finishes before it has stored loses orders, and the test sees it")
  func finishesFirst() async throws {
    var run = CrashRun(Self.program, seed: Self.seed) { try FileJournal(path: $0) }
    run.finishesFirst = true
    try await run.run(kills: 40)
    #expect(!run.lost.isEmpty)
  }
}
