import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// What is worked out ahead against the evaluator: a verdict is the same from both, for every
/// target, at every time at which something changes, for asks of every kind.
@Suite struct VerdictTests {
  static let asks: [Ask] = [
    Ask(), Ask(.adding(0)), Ask(.adding(-3)), Ask(.adding(7)), Ask(.adding(.max)),
    Ask(.reaching(0)), Ask(.reaching(12)), Ask(.reaching(.max)), Ask(continuing: true),
  ]

  @Test(arguments: Corpus.lots) func isTheEvaluators(lot: Int) throws {
    try VerdictTests.each(in: lot) { graph, snapshot, now, seed in
      let prepared = graph.prepareTyped(snapshot)
      let plain = graph.prepareOnce(snapshot)
      for (index, time) in VerdictTests.times(graph, plain, now).enumerated() {
        for target in graph.targets {
          let ask = VerdictTests.asks[(index + Int(target.index)) % VerdictTests.asks.count]
          let fast = graph.verdict(target, ask: ask, for: prepared, at: time)
          let slow = graph.verdict(target, ask: ask, for: plain, at: time)
          #expect(fast == slow, "seed \(seed), target \(target.index), at \(time), \(ask)")
          let oneMore = graph.verdict(target, for: prepared, at: time)
          #expect(oneMore == graph.verdict(target, for: plain, at: time), "seed \(seed), \(time)")
          let isAllowed = graph.isAllowed(target, for: prepared, at: time)
          #expect(oneMore.isAllowed == isAllowed, "seed \(seed), \(time)")
          let decision = graph.decide(target, ask: ask, for: prepared, at: time)
          let blockers = decision.blockers
          let deciding = blockers.first { !$0.isSoft } ?? blockers.first
          #expect(graph.place(of: fast)?.line == deciding?.line, "seed \(seed)")
          #expect(graph.place(of: fast)?.rule == deciding?.rule, "seed \(seed)")
          let quota = decision.quota
          #expect(fast.limit == quota?.limit && fast.used == quota?.used, "seed \(seed)")
          #expect(fast.remaining == quota?.remaining && fast.window == quota?.window)
        }
      }
    }
  }

  @Test(arguments: Corpus.lots) func ofAllTargetsAreThoseOfEach(lot: Int) throws {
    var all: [Verdict] = []
    try VerdictTests.each(in: lot) { graph, snapshot, now, seed in
      let prepared = graph.prepareTyped(snapshot)
      for time in VerdictTests.times(graph, prepared, now) {
        graph.verdicts(for: prepared, at: time, into: &all)
        let each = graph.targets.map { graph.verdict($0, for: prepared, at: time) }
        #expect(all == each, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Corpus.lots) func afterAUseIsThatOfASnapshotWithTheUse(lot: Int) throws {
    try VerdictTests.each(in: lot, skipping: 16) { graph, snapshot, now, seed in
      for target in graph.targets {
        let name = graph.decide(target, for: graph.prepareOnce(snapshot), at: now).target
        let counter = Counter(Int64(seed % 40), resets: seed % 3 == 0 ? now.advanced(by: 5) : nil)
        let updated = graph.prepare(graph.prepareTyped(snapshot), counting: target, counter)
        var other = snapshot
        if graph.decide(target, for: updated, at: now).quota != nil {
          other.usage[name, default: Usage()].total = counter
        }
        let anew = graph.prepareOnce(other)
        for time in [now, now.advanced(by: 4), now.advanced(by: 5)] {
          for asked in graph.targets {
            let fast = graph.verdict(asked, for: updated, at: time)
            #expect(fast == graph.verdict(asked, for: anew, at: time), "seed \(seed) \(name)")
          }
        }
      }
    }
  }

  /// Counters that are told beside a snapshot without any give the verdict of a snapshot with them.
  @Test(arguments: Corpus.lots) func withCountersBesideItIsThatOfASnapshotWithThem(
    lot: Int
  ) throws {
    var told = 0
    try VerdictTests.each(in: lot, skipping: 2) { graph, snapshot, now, seed in
      var bare = snapshot
      bare.usage = [:]
      let prepared = graph.prepareTyped(bare)
      let whole = graph.prepareOnce(snapshot)
      var counters: [(counter: CounterIndex, state: Counter)] = []
      for (name, usage) in snapshot.usage {
        guard let meter = graph.names.meter(name, in: graph.parts) else { continue }
        usage.forEach { counters.append((CounterIndex(meter, $0), $1)) }
      }
      for time in [0, 5, 86_400_000, 40 * 86_400_000].map(now.advanced) {
        for target in graph.targets {
          for amount in [1, 7, .max] as [Int64] {
            let verdict = graph.verdict(
              target, adding: amount, for: prepared, counting: counters, at: time)
            guard let verdict else { continue }
            told += 1
            let slow = graph.verdict(target, ask: Ask(.adding(amount)), for: whole, at: time)
            #expect(verdict == slow, "seed \(seed), target \(target.index), \(time), \(amount)")
          }
        }
      }
    }
    // The everyday lots are small, and some policies carry what is unused.
    #expect(told > 10 || Cases.factor == 1)
  }

  /// The time of the ask, those at which something changes, and those just before.
  private static func times(
    _ graph: RuleGraph, _ prepared: PreparedSnapshot, _ now: Instant
  ) -> [Instant] {
    var times: Set<Instant> = [now, now.advanced(by: -400_000)]
    for target in graph.targets {
      let points = graph.decide(target, for: prepared, at: now).inquiry?.turningPoints ?? []
      for point in points.prefix(4) {
        times.insert(point)
        times.insert(point.advanced(by: -1))
      }
    }
    return times.sorted()
  }

  /// Calls a body with random policies, one in so many, each with one snapshot.
  private static func each(
    in lot: Int, skipping step: Int = 8,
    _ body: (RuleGraph, Snapshot, Instant, UInt64) throws -> Void
  ) throws {
    for example in Corpus.shared.lot(lot) where example.seed % UInt64(step) == 0 {
      guard let (snapshot, ask) = example.situations.first else { continue }
      try body(
        example.value.engine.graph, try snapshot.engineSnapshot,
        Instant(milliseconds: Int64(ask.now)), example.seed)
    }
  }
}
