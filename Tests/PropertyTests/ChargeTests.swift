import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// What uses cost, and how many further ones fit, on random policies.
@Suite struct ChargeTests {
  /// Charging for 3 and then for 4 is charging for 7, wherever a limit goes on for money.
  @Test(arguments: Corpus.lots) func chargesAddUp(lot: Int) throws {
    var compared = 0
    for example in Corpus.shared.lot(lot) where example.value.engine.graph.hasOverages {
      let policy = example.value.engine
      for rule in policy.graph.parts.overages.map({ $0.rule }) {
        guard let limit = policy.graph[rule: rule].limit, let meter = limit.meter else { continue }
        let name = policy.graph[meter: meter].name
        for (place, (snapshot, ask)) in example.situations.enumerated() {
          var known = try snapshot.engineSnapshot
          let now = Instant(milliseconds: Int64(ask.now))
          func units(_ used: Int64, adding amount: Int64) -> Int64? {
            known.usage[name, default: Usage()][limit.window] = Usage.Counter(used)
            let decision = policy.graph.decide(
              name, ask: Ask(.adding(amount)), for: policy.prepare(known), at: now)
            let charges = decision.blockers.filter { $0.charge != nil }
            return charges.count == 1 ? charges[0].charge?.units : nil
          }
          // Around the limit that this user has, if it is told.
          let told = policy.graph.decide(
            name, ask: Ask(), for: policy.prepare(known), at: now
          ).quota?.limit
          let limit = min(told ?? 10, 1_000_000_000_000)
          for used in [limit, limit + Int64(place), max(0, limit - 2)] {
            guard let first = units(used, adding: 3),
              let second = units(used + 3, adding: 4), let both = units(used, adding: 7)
            else { continue }
            compared += 1
            #expect(first + second == both, "seed \(example.seed): \(name) at \(used)")
          }
        }
      }
    }
    // The everyday lots are small.
    if lot % 2 == 1, Cases.factor > 1 { #expect(compared > 0) }
  }

  /// So many further uses go as `uses` of the quota says, and the next does not.
  @Test(arguments: Corpus.lots) func soManyFurtherUsesGo(lot: Int) throws {
    var compared = 0
    try EngineTests.each(in: lot) { example, snapshot, ask, decision, seed in
      guard let uses = decision.quota?.uses, uses < 1_000_000, decision.outcome == .allowed,
        ask.usage.isEmpty, ask.facts.isEmpty, !ask.target.contains(".."),
        // Sums end at the end of the range, which no use reaches.
        !ask.json(with: snapshot).contains("92233720368547758")
      else { return }
      let policy = example.engine
      let prepared = policy.prepare(try snapshot.engineSnapshot)
      let now = Instant(milliseconds: Int64(ask.now))
      func outcome(adding amount: Int64) -> Decision.Outcome {
        policy.graph.decide(ask.target, ask: Ask(.adding(amount)), for: prepared, at: now).outcome
      }
      // A soft limit stops nobody, and what one of several takes may be counted for each several.
      guard outcome(adding: 1) == .allowed || uses == 0, !example.hasSoftRules else { return }
      compared += 1
      if uses > 0 { #expect(outcome(adding: uses) != .denied, "seed \(seed): \(uses)") }
      #expect(
        outcome(adding: uses + 1) == .denied,
        "seed \(seed): \(uses) \(ask.json(with: snapshot))\n\(example.source)")
    }
    #expect(compared > 0)
  }
}

extension Case {
  /// Whether some rule only warns.
  fileprivate var hasSoftRules: Bool {
    engine.graph.parts.rules.contains { engine.graph[node: $0.soft] != .never }
  }
}
