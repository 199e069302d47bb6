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
      adds 1 day to history
    meter bills
    meter guests
    setting history is 7 days
      30 days with pro
      unlimited with max when platform is web
    setting quality is low < standard < high
      high with pro
    feature export
    feature sync
    fact platform is ios, android or web
    fact installed is a date
    rollout new-sync is 50% of users
    grant pro for 7 days after installed when platform is ios
    bills > 500 requires pro
    bills > 20 per day requires max
    guests at most 10
      100 with pro
      unlimited with max
      reminder at 90%
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
    let prepared = graph.prepareTyped(snapshot)
    let targets = graph.targets
    let few = count(100, graph, targets, prepared, now)
    let many = count(10_000, graph, targets, prepared, now)
    #if canImport(Glibc)
      #expect(few >= 0, "allocations are counted here")
    #endif
    #expect(few == many, "\(few) for 100 rounds, \(many) for 10,000")
  }

  @Test func theValueOfASettingIsWorkedOutAhead() throws {
    let graph = try #require(
      Compiler.compile(Source(name: "a.gate", text: AllocationTests.source)).graph)
    let now = Instant(milliseconds: 1_780_000_000_000)
    let snapshot = Snapshot(
      asOf: now, grants: [Grant(product: "annual", until: now.advanced(by: 1000))],
      allowances: ["history": 60], facts: ["platform": .choice("ios")])
    let history = try #require(graph.setting("history"))
    let quality = try #require(graph.setting("quality"))
    for prepared in [graph.prepareTyped(snapshot), graph.prepareOnce(snapshot)] {
      let later = now.advanced(by: 1000)
      #expect(graph.value(of: history, for: prepared, at: now) == .seconds(30 * 86_400 + 60))
      #expect(graph.value(of: history, for: prepared, at: later) == .seconds(7 * 86_400 + 60))
      #expect(graph.value(of: quality, for: prepared, at: now) == .choice("high", place: 2))
      #expect(graph.value(of: quality, for: prepared, at: later) == .choice("low", place: 0))
    }
    #expect(graph.setting("bills") == nil)
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
        if graph.value(of: targets[index], for: prepared, at: now) != nil { allowed += 1 }
        index += 1
      }
      round += 1
    }
    let after = allocation_count()
    #expect(allowed > 0)
    return before < 0 ? -1 : after - before
  }
}
