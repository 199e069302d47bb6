import TestSupport
import Testing
import TollgateKit

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

  /// Sets of products and entitlements are kept in another way where there are more than 64.
  @Test(arguments: Corpus.lots) func whatNoRuleAsksForChangesNoDecision(lot: Int) throws {
    for example in Corpus.shared.lot(lot) where example.seed % 32 == 0 {
      var policy = example.value.policy
      policy.statements.insert(contentsOf: OrderTests.crowd, at: 1)
      let crowded = try Case(policy)
      for ((snapshot, ask), before) in zip(example.situations, example.decisions) {
        let after = try crowded.decide(ask, snapshot)
        #expect(before.verdict.description == after.verdict.description, "seed \(example.seed)")
        #expect(before.validUntil == after.validUntil, "seed \(example.seed)")
        #expect(blockers(before) == blockers(after), "seed \(example.seed)")
        #expect(before.waysIn == after.waysIn, "seed \(example.seed)")
      }
    }
  }

  /// Entitlements that no rule asks for, and products that grant them.
  private static let crowd: [Naive.Statement] = {
    let names = (0..<70).map { "crowd-\($0)" }
    return [.entitlements(names)]
      + names.map { name in
        var product = Naive.Product(name: name)
        product.grants = [name]
        return .product(product)
      }
  }()

  private func blockers(_ decision: Decision) -> [String] {
    decision.blockers.map { "\($0.rule) \($0.reason.rawValue) \($0.isSoft)" }.sorted()
  }

  /// Ways in as texts, products of a set in one order.
  private func ways(_ decision: Decision) -> [String] {
    decision.waysIn.map { way in
      switch way {
      case .buy(let offers): offers.map { $0.product }.sorted().joined(separator: " and ")
      case .refresh(let missing): refresh(missing)
      default: "\(way)"
      }
    }.sorted()
  }

  /// The missing data in an order of its own: that of a decision is the order of the source.
  private func refresh(_ missing: MissingData) -> String {
    let lists = [missing.facts, missing.usage, missing.allowances].map { $0.sorted() }
    return "refresh \(missing.purchases) \(lists)"
  }
}
