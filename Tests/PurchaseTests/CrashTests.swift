import Foundation
import TestSupport
import Testing
import TollgatePurchases

/// Processes that are killed between the steps accept → store → verify → grant → finish.
@Suite struct CrashTests {
  private static let program = Shell.built("PurchaseProcess")
  private static let seed: UInt64 = 20_261_121

  @Test("FW-5.5, LG-IOS-5 five hundred processes killed: no order lost, none granted twice")
  func killed() async throws {
    var run = CrashRun(Self.program, seed: Self.seed) { try FileJournal(path: $0) }
    try await run.run(kills: max(500, 170 * Cases.factor))
    #expect(run.lost.isEmpty, "seed \(Self.seed)")
    // They died in both ways, and in several batches.
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
