import Foundation
import TestSupport
import Testing
import TollgateAnalysis
import TollgateKit
import TollgateRuntime

@testable import tollgate

/// Counts are exact without a budget; the lines that brought them are looked for in a time.
@Suite struct ImpactTimeTests {
  private func report(within limit: Int) throws -> ImpactReport {
    let head = "tiers free < pro\nfeatures f, g\ng requires pro\n"
    let policies = [
      try Policy(source: head + "f requires nothing\n"),
      try Policy(source: head + "f requires pro\n"),
    ]
    let folder = try Folder([
      "users.jsonl": "{\"schema\":1,\"subject\":\"a\",\"asOf\":\"2026-03-01T00:00:00Z\"}\n"
    ])
    let counter = UserCounter(
      policies: policies, at: Instant(milliseconds: 1_780_000_000_000), fact: nil, isListing: false,
      isForSpreadsheet: false)
    let result = try counter.count(folder["users.jsonl"], jobs: 1, listing: nil)
    withExtendedLifetime(folder) {}
    let run = RunBudget(limit: limit) { 1 }
    return ImpactReport(
      result, of: policies, isForSpreadsheet: false, budget: Budget(run: run))
  }

  @Test func aLineThatThereIsNoTimeForIsUndecidedAndTheCountsStand() throws {
    let lines = ["line 4: f requires nothing", "undecided; give it more time with --within"]
    for (limit, before) in zip([2, 1], lines) {
      let text = try report(within: limit).text
      #expect(text.contains("          1  loses it, 100.0 %"), "\(text)")
      #expect(text.contains("1: \(before) → line 4: f requires pro"), "\(text)")
    }
  }

  @Test func aTimeIsADuration() throws {
    let folder = try Folder(["a.gate": "f requires pro\n"])
    let policy = folder["a.gate"]
    #expect(try Command.run("table", policy, "--within", "soon").status == 64)
    #expect(try Command.run("impact", policy, "--users", "u", "--within", "0s").status == 64)
  }
}
