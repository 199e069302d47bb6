import Foundation
import Synchronization
import TestSupport
import Testing
import TollgateAnalysis
import TollgateKit
import TollgateRuntime

@testable import tollgate

/// A comparison that has no time for the plans says so once, and nothing that would then be wrong.
@Suite struct DiffTimeTests {
  private static let old = "tiers free < pro\nproduct p\n  grants pro\nfeature f\nf requires pro\n"
  private static let new = old + "feature more\nmore requires pro\n"

  /// A clock that is a millisecond later at each look.
  private func report(_ limit: Int, _ format: Diff.Format = .text) throws -> DiffReport {
    let looks = Looks()
    let run = RunBudget(limit: limit) { looks.next() }
    return DiffReport.comparing(
      try Policy(source: DiffTimeTests.old), try Policy(source: DiffTimeTests.new),
      budget: Budget(run: run), withPlans: format != .json,
      at: Instant(milliseconds: 1_780_000_000_000))
  }

  @Test func thePlansAreLeftOutAfterHalfOfTheTime() throws {
    let words = "The plans are not compared: they took half of the time. Give more with --within."
    let short = try report(8)
    #expect(short.text.components(separatedBy: words).count == 2)
    #expect(short.markdown.components(separatedBy: words).count == 2)
    #expect(short.text.contains("new targets: more"))
    #expect(!short.text.contains("for nobody"))
    #expect(short.owner.plans.isEmpty)
  }

  @Test func withTimeTheyAreCompared() throws {
    let long = try report(100_000)
    #expect(!long.text.contains("not compared"))
    #expect(long.text.contains("new with p"))
    #expect(!long.owner.plans.isEmpty)
    // A program gets the exact cases alone, whatever the time.
    #expect(try report(8, .json).unfinished == nil)
  }

  private final class Looks: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
