import Foundation
import Testing
import TollgatePurchases
import TollgateSQLite

/// Processes with a SQLite journal that are killed between the steps of an order.
@Suite struct SQLiteCrashTests {
  private static let seed: UInt64 = 20_261_122

  static let program: URL = {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [folder, Bundle.main.bundleURL, folder.deletingLastPathComponent()]
      .map { $0.appendingPathComponent("SQLiteProcess") }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return found ?? candidates[0]
  }()

  @Test("processes killed at any point: no order lost, none granted twice")
  func killed() async throws {
    let factor = Int(ProcessInfo.processInfo.environment["TOLLGATE_CASES"] ?? "1") ?? 1
    var run = CrashRun(Self.program, seed: Self.seed) { path in
      let journal = try SQLiteJournal(path: path)
      #expect(journal.repair.isClean)
      return journal
    }
    try await run.run(kills: 200 * max(1, factor))
    #expect(run.lost.isEmpty, "seed \(Self.seed)")
    #expect(run.kills.steps > 40)
    #expect(run.kills.times > 40)
    #expect(run.lots > 8)
  }
}
