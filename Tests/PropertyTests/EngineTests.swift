import Foundation
import TestSupport
import Testing
import TollgateKit

/// The engine against the naive evaluator, on random policies, snapshots and asks. A failure names
/// the seed: `Naive.Generator(seed:)` makes the case again.
@Suite struct EngineTests {
  static let lots = Corpus.lots

  @Test(arguments: lots) func theEngineAgreesWithTheNaiveEvaluator(lot: Int) throws {
    var failures = 0
    try EngineTests.each(in: lot) { example, snapshot, ask, decision, seed in
      let expected = example.evaluator.decide(ask, snapshot).withoutTexts
      let actual = Naive.Decision(decision)
      guard expected != actual, failures < 3 else { return }
      failures += 1
      Issue.record(
        """
        seed \(seed): \(ask.json(with: snapshot))
        \(example.source)
        naive:  \(expected)
        engine: \(actual)
        """)
    }
  }

  /// The corpus has few add-ons that are on hold, in their grace or stale: here everybody has all.
  @Test(arguments: lots) func whatAnAddOnAddsCountsOnceAndIsStaleLikeAllElse(lot: Int) throws {
    var failures = 0
    for example in Corpus.shared.lot(lot) {
      let addOns = example.value.evaluator.productsThatAdd
      guard !addOns.isEmpty else { continue }
      for (place, (snapshot, ask)) in example.situations.enumerated() {
        let changed = snapshot.having(addOns, isStale: place % 2 == 0, at: ask.now)
        let expected = example.value.evaluator.decide(ask, changed).withoutTexts
        let actual = Naive.Decision(try example.value.decide(ask, changed))
        guard expected != actual, failures < 3 else { continue }
        failures += 1
        Issue.record(
          """
          seed \(example.seed): \(ask.json(with: changed))
          \(example.value.source)
          naive:  \(expected)
          engine: \(actual)
          """)
      }
    }
  }

  @Test(arguments: lots) func theAnswerAndItsExplanationNeverDisagree(lot: Int) throws {
    try EngineTests.each(in: lot) { example, snapshot, ask, decision, seed in
      let text = decision.explanation(in: "en")
      #expect(text.hasPrefix("Locked:") == !decision.isAllowed, "seed \(seed)")
      #expect(decision.isAllowed == (decision.outcome != .denied), "seed \(seed)")
      #expect(decision.blockers.isEmpty == (decision.outcome == .allowed || isUndeclared(decision)))
      guard let target = example.engine.target(ask.target), ask.facts.isEmpty, ask.usage.isEmpty
      else { return }
      let fast = example.engine.isAllowed(
        target, ask: ask.engineAsk, for: example.engine.prepare(try snapshot.engineSnapshot),
        at: Instant(milliseconds: Int64(ask.now)))
      #expect(fast == decision.isAllowed, "seed \(seed)")
    }
  }

  @Test(arguments: lots) func everythingAtOnceIsEachPartByItself(lot: Int) throws {
    try EngineTests.each(in: lot) { _, _, _, decision, seed in
      guard seed % 4 == 0 else { return }
      let details = decision.details
      #expect(details.flags == decision.flags, "seed \(seed)")
      #expect(details.quota == decision.quota, "seed \(seed)")
      #expect(details.blockers == decision.blockers, "seed \(seed)")
      #expect(details.waysIn == decision.waysIn, "seed \(seed)")
      #expect(details.reminder == decision.reminder, "seed \(seed)")
      #expect(details.prompt == decision.prompt, "seed \(seed)")
      #expect(details.validUntil == decision.validUntil, "seed \(seed)")
      #expect(details.value == decision.value, "seed \(seed)")
    }
  }

  private func isUndeclared(_ decision: Decision) -> Bool { decision.reason == .undeclared }

  @Test(arguments: lots) func anAnswerHoldsExactlyAsLongAsItSays(lot: Int) throws {
    try EngineTests.each(in: lot) { example, snapshot, ask, decision, seed in
      guard let until = decision.validUntil else { return }
      var later = ask
      later.now = Int(until.milliseconds)
      let after = try example.decide(later, snapshot)
      #expect(
        after.outcome != decision.outcome || after.value?.value != decision.value?.value,
        "seed \(seed)")
      later.now -= 1
      let before = try example.decide(later, snapshot)
      #expect(before.outcome == decision.outcome, "seed \(seed)")
      #expect(before.value?.value == decision.value?.value, "seed \(seed)")
    }
  }

  /// Calls a body with random policies, each with some snapshots and asks, and what is decided.
  static func each(
    in lot: Int,
    _ body: (Case, Naive.Snapshot, Naive.Ask, Decision, UInt64) throws -> Void
  ) throws {
    for example in Corpus.shared.lot(lot) {
      for ((snapshot, ask), decision) in zip(example.situations, example.decisions) {
        try body(example.value, snapshot, ask, decision, example.seed)
      }
    }
  }
}

extension Naive.Decision {
  /// Without the texts of messages: the engine makes those apart from the decision.
  var withoutTexts: Naive.Decision {
    var copy = self
    for index in copy.blockers.indices { copy.blockers[index].message = nil }
    copy.reminder?.text = nil
    return copy
  }
}

extension Naive.Evaluator {
  /// The names of the products that add to a meter.
  fileprivate var productsThatAdd: [String] {
    policy.statements.compactMap { statement in
      guard case .product(let product) = statement, !product.adds.isEmpty || !product.packs.isEmpty
      else { return nil }
      return product.name
    }
  }
}

extension Naive.Snapshot {
  /// The same with all of these products: active in old data, or on hold since a moment ago.
  fileprivate func having(_ products: [String], isStale: Bool, at now: Int) -> Naive.Snapshot {
    var copy = self
    if isStale { copy.asOf = now - 1000 * 86_400_000 }
    for product in products {
      var grant = Grant(product: product)
      if !isStale {
        grant.state = "hold"
        grant.until = now - 1
      }
      copy.grants.append(grant)
    }
    return copy
  }
}

extension Naive.Ask {
  var engineAsk: Ask {
    switch change {
    case .adding(let amount)?: return Ask(.adding(Int64(amount)), continuing: continuing)
    case .reaching(let value)?, .reachingChoice(let value, _)?:
      return Ask(.reaching(Int64(value)), continuing: continuing)
    case .reachingUnlimited?: return Ask(.reachingUnlimited, continuing: continuing)
    case nil: return Ask(continuing: continuing)
    }
  }
}

extension Naive.Snapshot {
  var engineSnapshot: Snapshot {
    get throws { try Snapshot(json: Data(json().utf8)) }
  }
}
