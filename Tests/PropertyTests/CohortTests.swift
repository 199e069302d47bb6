import TestSupport
import Testing
import TollgateKit

/// A column of users gets the answers that each of them gets alone.
@Suite struct CohortTests {
  @Test(arguments: [0, 4]) func aColumnSaysWhatDecideSays(lot: Int) throws {
    var counts: [Decision.Outcome: Int] = [:]
    for example in Corpus.shared.lot(lot) {
      let graph = example.value.engine.graph
      let users = try example.situations.map { try prepared($0.snapshot, $0.ask, example) }
      for (_, ask) in example.situations.prefix(4) {
        let now = Instant(milliseconds: Int64(ask.now))
        let outcomes = graph.cohort(of: users, at: now)
          .outcomes(of: ask.target, ask: ask.engineAsk)
        for (place, user) in users.enumerated() {
          let alone = graph.decide(ask.target, ask: ask.engineAsk, for: user, at: now).outcome
          counts[alone, default: 0] += 1
          guard outcomes[place] != alone else { continue }
          let question = ask.json(with: example.situations[place].snapshot)
          Issue.record(
            """
            seed \(example.seed): \(alone) alone, \(outcomes[place]) in the column
            \(question)
            \(example.value.source)
            """)
          return
        }
      }
    }
    for outcome in Decision.Outcome.allCases {
      #expect(counts[outcome, default: 0] > 30 * Cases.factor)
    }
  }

  /// A user with what the ask knows of the thing at hand.
  private func prepared(
    _ snapshot: Naive.Snapshot, _ ask: Naive.Ask, _ example: Corpus.Example
  ) throws -> PreparedSnapshot {
    let line = try BatchLine(json: ask.json(with: snapshot))
    let engine = example.value.engine
    return engine.prepare(
      engine.prepare(line.snapshot ?? Snapshot()), usage: line.usage, facts: line.facts)
  }
}
