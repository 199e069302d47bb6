import AllocationCounter
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// A resolved target, a prepared snapshot: nothing is allocated on the way to the answer.
@Suite struct AllocationTests {
  static let source = """
    trust snapshots for 30 days
    tiers free < pro < max
    product annual
      grants pro
    product space
      adds 10 to bills
    meter bills
    feature export
    feature sync
    fact platform is ios, android or web
    fact installed is a date
    rollout new-sync is 50% of users
    grant pro for 7 days after installed when platform is ios
    bills > 500 requires pro
    bills > 20 per day requires max
    export requires pro or max unless platform is web
    sync requires max when in new-sync
      soft until 2027-01-01
    """

  @Test func anAnswerAllocatesNothing() throws {
    let graph = try #require(
      Compiler.compile(Source(name: "a.gate", text: AllocationTests.source)).graph)
    let now = Instant(milliseconds: 1_780_000_000_000)
    let snapshot = Snapshot(
      subject: "user-1", asOf: now,
      grants: [Grant(product: "annual", until: now.advanced(by: 1000)), Grant(product: "space")],
      usage: ["bills": Usage(total: Counter(499), day: Counter(3))],
      facts: ["platform": .choice("ios"), "installed": .date(now)])
    let prepared = graph.prepare(snapshot)
    let targets = graph.targets
    let few = count(100, graph, targets, prepared, now)
    let many = count(10_000, graph, targets, prepared, now)
    #if canImport(Glibc)
      #expect(few >= 0, "allocations are counted here")
    #endif
    #expect(few == many, "\(few) for 100 rounds, \(many) for 10,000")
  }

  /// How many blocks are asked for while every target is asked about so many times.
  private func count(
    _ rounds: Int, _ graph: RuleGraph, _ targets: [Target], _ prepared: PreparedSnapshot,
    _ now: Instant
  ) -> Int {
    var allowed = 0
    let before = allocation_count()
    // An iterator of its own is what a `for` costs in a build that is not optimised.
    var round = 0
    while round < rounds {
      var index = 0
      while index < targets.count {
        if graph.isAllowed(targets[index], for: prepared, at: now) { allowed += 1 }
        if graph.verdict(targets[index], for: prepared, at: now).isAllowed { allowed += 1 }
        index += 1
      }
      round += 1
    }
    let after = allocation_count()
    #expect(allowed > 0)
    return before < 0 ? -1 : after - before
  }
}
