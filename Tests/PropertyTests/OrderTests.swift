import TestSupport
import Testing
import Tollgate

/// Order never matters: moving a statement changes no outcome and no set of blockers or ways in.
@Suite struct OrderTests {
  @Test(arguments: Corpus.lots) func movingStatementsChangesNoDecision(lot: Int) throws {
    var moved: (seed: UInt64, value: Case)?
    try EngineTests.each(in: lot) { example, snapshot, ask, before, seed in
      if moved?.seed != seed {
        var random = Naive.SplitMix64(seed: seed)
        moved = (seed, try Case(example.policy.shuffled(using: &random)))
      }
      let moved = try #require(moved).value
      let after = try moved.decide(ask, snapshot)
      #expect(before.outcome == after.outcome, "seed \(seed)")
      #expect(before.validUntil == after.validUntil, "seed \(seed)")
      #expect(blockers(before) == blockers(after), "seed \(seed)")
      #expect(ways(before) == ways(after), "seed \(seed)")
    }
  }

  private func blockers(_ decision: Decision) -> [String] {
    decision.blockers.map { "\($0.rule) \($0.reason.rawValue) \($0.isSoft)" }.sorted()
  }

  /// Ways in as texts, products of a set in one order.
  private func ways(_ decision: Decision) -> [String] {
    decision.waysIn.map { way in
      guard case .buy(let offers) = way else { return "\(way)" }
      return offers.map { $0.product }.sorted().joined(separator: " and ")
    }.sorted()
  }
}
