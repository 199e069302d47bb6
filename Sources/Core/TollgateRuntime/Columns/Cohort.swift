/// Many users at one time, in columns: the data of each user, in the terms of one policy. It
/// answers one question about all of them at once, a fraction of a nanosecond for each.
///
/// ```swift
/// var cohort = policy.cohort(count: users.count, at: now)
/// try cohort.grant(product: "annual", until: paidUntil)
/// try cohort.use("bills", billCounts)
/// let outcomes = cohort.outcomes(of: csvExport)
/// print(outcomes.allowedCount)
/// ```
///
/// A cohort is filled from snapshots, or from a backend's own arrays, in which the same place is
/// the same user. Empty cells are unknown, and never allowed. Everything that depends on time is
/// worked out when it is filled in, so a question about another time needs another cohort.
public struct Cohort: Sendable {
  /// The policy in whose terms it is.
  package let graph: RuleGraph
  /// How many users there are.
  public let count: Int
  /// The time that is asked about.
  public let now: Instant
  /// Effective now: never before what a user's snapshot has seen.
  var times: Column
  /// By entitlement.
  var holdings: [EntitlementColumn]
  /// In the order of `CounterPlaces`; -1 for unknown.
  var counters: [Column]
  /// By meter, then by setting.
  var allowances: [AllowanceColumns]
  /// By fact; `Fact.unknown` for a missing one.
  var facts: [Column]
  /// By rollout; -1 for unknown.
  var buckets: [Column]

  /// Users of whom nothing is known; a fact has the value that it has `otherwise`.
  package init(count: Int, at now: Instant, in graph: RuleGraph) {
    self.graph = graph
    self.count = max(0, count)
    self.now = now
    let parts = graph.parts
    times = Column(same: now.milliseconds)
    holdings = parts.entitlements.indices.map {
      EntitlementColumn(everybody: $0 == 0 && parts.tierCount > 0)
    }
    counters = Array(repeating: Column(same: -1), count: graph.counterPlaces.count)
    allowances = Array(repeating: AllowanceColumns(), count: graph.allowanceCount)
    facts = parts.facts.map { Column(same: $0.otherwise) }
    buckets = Array(repeating: Column(same: -1), count: parts.rollouts.count)
  }

  /// How many blocks of users there are.
  var blockCount: Int { (count + TruthBlock.width - 1) / TruthBlock.width }
}

extension RuleGraph {
  /// The users that these snapshots are about, at a time; user `i` is that of the snapshot `i`.
  /// The snapshots have to be prepared for this policy.
  package func cohort(of snapshots: [PreparedSnapshot], at now: Instant) -> Cohort {
    var builder = CohortBuilder(for: self, at: now)
    for snapshot in snapshots { builder.add(snapshot) }
    return builder.cohort
  }
}
