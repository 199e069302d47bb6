/// One user in the terms of a policy, at one time: what the columns of a cohort hold of each.
package struct CohortRow: Sendable, Hashable {
  /// Effective now.
  package var time: Int64
  /// By entitlement.
  package var held: [Truth]
  /// In the order of `CounterPlaces`; -1 for unknown.
  package var counters: [Int64]
  /// By meter, then by setting.
  package var allowances: [Allowance]
  /// By fact; `Fact.unknown` for a missing one.
  package var facts: [Int64]
  /// By rollout; -1 for unknown.
  package var buckets: [Int64]

  /// A user of whom nothing is known; a fact has the value that it has `otherwise`.
  package init(in graph: RuleGraph, at now: Instant) {
    let parts = graph.parts
    time = now.milliseconds
    held = parts.entitlements.indices.map { $0 == 0 && parts.tierCount > 0 ? .yes : .no }
    counters = Array(repeating: -1, count: graph.counterPlaces.count)
    allowances = Array(
      repeating: Allowance(own: nil, known: 0, perhaps: 0), count: graph.allowanceCount)
    facts = parts.facts.map { $0.otherwise }
    buckets = Array(repeating: -1, count: parts.rollouts.count)
  }

  /// The data of a snapshot that the policy has prepared.
  package init(_ user: PreparedSnapshot, at now: Instant) {
    let input = user.input
    let time = max(now.milliseconds, user.floor)
    let evaluation = Evaluation(
      graph: user.graph, input: input, now: time, ask: Ask(), observer: NoObserver())
    self.time = time
    held = user.graph.parts.entitlements.indices.map { evaluation.held(Int32($0)) }
    counters = input.counters.map { PackedAmount(input.used($0, at: time)).raw }
    allowances = (0..<user.graph.allowanceCount).map { input.allowance(of: Int32($0), at: time) }
    facts = input.facts
    buckets = user.graph.parts.rollouts.indices.map {
      PackedAmount(input.bucket(in: Int32($0))).raw
    }
  }
}

/// Users, row by row, who become the columns of a cohort.
package struct CohortBuilder: Sendable {
  private let graph: RuleGraph
  private let now: Instant
  private var times: [Int64] = []
  private var held: [[Truth]]
  private var counters: [[Int64]]
  private var allowances: [[Allowance]]
  private var facts: [[Int64]]
  private var buckets: [[Int64]]

  package init(for graph: RuleGraph, at now: Instant) {
    self.graph = graph
    self.now = now
    held = Array(repeating: [], count: graph.parts.entitlements.count)
    counters = Array(repeating: [], count: graph.counterPlaces.count)
    allowances = Array(repeating: [], count: graph.allowanceCount)
    facts = Array(repeating: [], count: graph.parts.facts.count)
    buckets = Array(repeating: [], count: graph.parts.rollouts.count)
  }

  /// How many users there are.
  package var count: Int { times.count }

  package mutating func add(_ row: CohortRow) {
    times.append(row.time)
    for place in held.indices { held[place].append(row.held[place]) }
    for place in counters.indices { counters[place].append(row.counters[place]) }
    for place in allowances.indices { allowances[place].append(row.allowances[place]) }
    for place in facts.indices { facts[place].append(row.facts[place]) }
    for place in buckets.indices { buckets[place].append(row.buckets[place]) }
  }

  /// The users so far.
  package var cohort: Cohort {
    var cohort = Cohort(count: count, at: now, in: graph)
    cohort.times = Column(times)
    cohort.holdings = held.map { EntitlementColumn($0) }
    cohort.counters = counters.map { Column($0) }
    cohort.allowances = allowances.map { AllowanceColumns($0) }
    cohort.facts = facts.map { Column($0) }
    cohort.buckets = buckets.map { Column($0) }
    return cohort
  }

  /// Forgets the users, and keeps the memory for the next ones.
  package mutating func removeAll() {
    times.removeAll(keepingCapacity: true)
    for place in held.indices { held[place].removeAll(keepingCapacity: true) }
    for place in counters.indices { counters[place].removeAll(keepingCapacity: true) }
    for place in allowances.indices { allowances[place].removeAll(keepingCapacity: true) }
    for place in facts.indices { facts[place].removeAll(keepingCapacity: true) }
    for place in buckets.indices { buckets[place].removeAll(keepingCapacity: true) }
  }
}
