import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases

/// Random histories: any order, any repetition, two devices, and a naive model.
/// `TOLLGATE_CASES=n` tries n times as many.
@Suite struct HistoryTests {
  static let lots = 0..<4
  /// Histories in a batch.
  static let count = 850 * Cases.factor

  static let policy = Result {
    try Policy(
      source: """
        tiers free < pro < max
        product plus
          grants pro
          shared with family
        product top
          grants max
        product forever
          grants pro
        feature export
        feature sync
        export requires pro
        sync requires max
        """)
  }

  private func seeds(_ lot: Int) -> Range<UInt64> {
    UInt64(lot * 10_000_000)..<UInt64(lot * 10_000_000 + HistoryTests.count)
  }

  private func ledger(_ records: some Sequence<PurchaseRecord>) -> Ledger {
    var ledger = Ledger()
    for record in records {
      do throws(SnapshotError) {
        try ledger.insert(record)
      } catch {
        Issue.record("\(error.path) of \(record)")
      }
    }
    return ledger
  }

  /// Two devices receive parts of a history, in any order, some of it twice; they merge now and
  /// then, and at the end, in either order.
  private func met(_ history: History, _ random: inout Naive.SplitMix64) -> Ledger {
    var (one, two) = (Ledger(), Ledger())
    for record in random.shuffled(history.records + random.some(history.records, atMost: 3)) {
      let place = random.below(3)
      if place != 0 { one = one.merging(ledger([record])) }
      if place != 1 { two = two.merging(ledger([record])) }
      if random.chance(20) { one.merge(two) }
      if random.chance(10) { two.merge(one) }
    }
    return random.chance(50) ? one.merging(two) : two.merging(one)
  }

  @Test("any order, any repetition and two devices give the same snapshot", arguments: lots)
  func order(lot: Int) throws {
    let policy = try Self.policy.get()
    for seed in seeds(lot) {
      let history = History(seed: seed)
      var random = history.random
      let whole = ledger(history.records)
      let repeated = history.records + random.some(history.records, atMost: 3)
      #expect(ledger(random.shuffled(repeated)) == whole, "seed \(seed)")
      let met = met(history, &random)
      #expect(met == whole, "seed \(seed)")
      let now = History.day(random.within(0...66))
      #expect(
        met.snapshot(policy: policy, account: "A", at: now)
          == whole.snapshot(policy: policy, account: "A", at: now), "seed \(seed)")
      #expect(whole.merging(whole) == whole, "seed \(seed)")
    }
  }

  @Test("merging is associative, and a ledger only grows", arguments: lots)
  func associative(lot: Int) {
    for seed in seeds(lot).prefix(HistoryTests.count / 5) {
      let parts = (0..<3).map { part in
        // The same transactions in all three, read differently.
        ledger(History(seed: seed * 3 + UInt64(part)).records)
      }
      let left = parts[0].merging(parts[1]).merging(parts[2])
      #expect(left == parts[0].merging(parts[1].merging(parts[2])), "seed \(seed)")
      #expect(left.merging(parts[1]) == left, "seed \(seed)")
    }
  }

  @Test("a naive model agrees on the tier", arguments: lots)
  func model(lot: Int) throws {
    let policy = try Self.policy.get()
    var seen: [String: Int] = [:]
    var seed = UInt64(lot * 10_000_000)
    // Enough to compare: for some the model is not sure.
    while seen.values.reduce(0, +) < HistoryTests.count {
      seed += 1
      let history = History(seed: seed)
      guard history.isClear else { continue }
      var random = history.random
      let ledger = met(history, &random)
      let account = random.pick(["A", "B", nil]) ?? nil
      let terms = PurchaseTerms(
        verifiedBy: random.chance(80) ? .device : .server,
        partialRefund: random.chance(50) ? .ends : .keeps)
      // Not before the newest reading: time does not go back.
      let now = History.day(random.within(46...66)).advanced(by: Int64(random.below(3) - 1))
      let snapshot = ledger.snapshot(policy: policy, terms: terms, account: account, at: now)
      let expected = history.tier(account: account, terms: terms, at: now)
      #expect(policy.tier(in: snapshot, at: now) == expected, "seed \(seed)")
      let plan = ledger.status(policy: policy, terms: terms, account: account, at: now).plan
      #expect((plan != nil) == (expected != "free"), "seed \(seed)")
      if let plan {
        #expect((plan.product == "top") == (expected == "max"), "seed \(seed)")
      }
      seen[expected, default: 0] += 1
    }
    // The histories differ.
    for tier in ["free", "pro", "max"] {
      #expect(seen[tier] ?? 0 > HistoryTests.count / 20, "\(seen)")
    }
  }

  @Test("what is not verified changes nothing", arguments: lots)
  func unverified(lot: Int) throws {
    let policy = try Self.policy.get()
    for seed in seeds(lot).prefix(HistoryTests.count / 5) {
      let history = History(seed: seed)
      var random = history.random
      var ledger = ledger(history.records)
      let now = History.day(random.within(0...66))
      let before = ledger.snapshot(policy: policy, account: "A", at: now)
      var more = History(seed: random.next()).records
      for index in more.indices {
        more[index].verification = random.chance(50) ? .waiting : .invalid
        if random.chance(30) {
          more[index].verification = .server
          more[index].state = .pending
        }
      }
      ledger.merge(self.ledger(more))
      #expect(ledger.snapshot(policy: policy, account: "A", at: now) == before, "seed \(seed)")
    }
  }

  @Test("a change is told exactly once, and changes add up", arguments: lots)
  func changes(lot: Int) throws {
    let policy = try Self.policy.get()
    for seed in seeds(lot).prefix(HistoryTests.count / 25) {
      let history = History(seed: seed)
      var tracker = StatusTracker(policy: policy, account: "A")
      var ledger = Ledger()
      var open: Set<String> = []
      #expect(tracker.observe(ledger, at: History.day(0)) == nil)
      for (step, record) in (history.records + history.records).enumerated() {
        ledger.merge(self.ledger([record]))
        let now = History.day(44 + step)
        let change = tracker.observe(ledger, at: now)
        open.formUnion(change?.unlocked ?? [])
        open.subtract(change?.locked ?? [])
        #expect(
          change.map { $0.before != $0.after || !$0.unlocked.isEmpty } ?? true, "seed \(seed)")
        #expect(tracker.observe(ledger, at: now) == nil, "seed \(seed)")
        let snapshot = ledger.snapshot(policy: policy, account: "A", at: now)
        let allowed = policy.access(in: snapshot, at: now).filter(\.isAllowed).map(\.target)
        #expect(open == Set(allowed), "seed \(seed)")
      }
    }
  }
}
