/// Users, row by row, who become the columns of a cohort: one number for each column, in the terms
/// of a policy and at one time.
///
/// The rows of all users lie in one array, so a user takes no memory of their own, and beside
/// copying a row only what is told of them takes time.
package struct CohortBuilder: Sendable {
  package let graph: RuleGraph
  package let now: Instant
  private let layout: Layout
  /// A user of whom nothing is known; a fact has the value that it has `otherwise`.
  private let nobody: [Int64]
  private var numbers: [Int64] = []
  /// Which columns differ from those of nobody.
  private var isTold: [Bool]
  /// How many users there are.
  package private(set) var count = 0

  /// Where the columns of each kind begin in a row.
  private struct Layout: Sendable {
    let time = 0
    let held = 1
    let counters: Int
    /// Three for each meter, then for each setting: the snapshot's own, what is added surely, and
    /// what is added perhaps.
    let allowances: Int
    let facts: Int
    let buckets: Int
    let width: Int

    init(_ graph: RuleGraph) {
      counters = held + graph.parts.entitlements.count
      allowances = counters + graph.counterPlaces.count
      facts = allowances + 3 * graph.allowanceCount
      buckets = facts + graph.parts.facts.count
      width = buckets + graph.parts.rollouts.count
    }
  }

  package init(for graph: RuleGraph, at now: Instant) {
    self.graph = graph
    self.now = now
    layout = Layout(graph)
    let parts = graph.parts
    var row = [now.milliseconds]
    row += parts.entitlements.indices.map { place in
      Int64((place == 0 && parts.tierCount > 0 ? Truth.yes : .no).rawValue)
    }
    row += Array(repeating: PackedAmount(nil).raw, count: graph.counterPlaces.count)
    for _ in 0..<graph.allowanceCount { row += [PackedAmount(nil).raw, 0, 0] }
    row += parts.facts.map { $0.otherwise }
    row += Array(repeating: PackedAmount(nil).raw, count: parts.rollouts.count)
    nobody = row
    isTold = Array(repeating: false, count: row.count)
  }

  /// Begins with a user of whom nothing is told yet.
  ///
  /// - Parameter time: The user's effective now.
  @inline(__always)
  package mutating func begin(at time: Int64) {
    numbers.append(contentsOf: nobody)
    count += 1
    tell(layout.time, time)
  }

  /// Takes the last user back.
  package mutating func removeLast() {
    guard count > 0 else { return }
    count -= 1
    numbers.removeLast(layout.width)
  }

  /// Adds the data of a snapshot that the policy has prepared.
  package mutating func add(_ user: PreparedSnapshot) {
    let input = user.input
    let now = max(now.milliseconds, user.floor)
    let evaluation = Evaluation(
      graph: user.graph, input: input, now: now, ask: Ask(), observer: NoObserver())
    begin(at: now)
    for place in graph.parts.entitlements.indices {
      self[held: Int32(place)] = evaluation.held(Int32(place))
    }
    for (place, counter) in input.counters.enumerated() {
      self[counter: place] = input.used(counter, at: now)
    }
    for place in 0..<Int32(graph.allowanceCount) {
      self[allowance: place] = input.allowance(of: place, at: now)
    }
    for (place, fact) in input.facts.enumerated() { self[fact: Int32(place)] = fact }
    for place in graph.parts.rollouts.indices {
      self[bucket: Int32(place)] = input.bucket(in: Int32(place))
    }
  }

  /// Forgets the users, and keeps the memory for the next ones.
  package mutating func removeAll() {
    count = 0
    numbers.removeAll(keepingCapacity: true)
    for place in isTold.indices { isTold[place] = false }
  }

  // MARK: The last user

  /// The numbers of the last user, column by column.
  package var last: [Int64] { Array(numbers.suffix(layout.width)) }

  @inline(__always)
  private func told(_ column: Int) -> Int64 { numbers[numbers.count - layout.width + column] }

  @inline(__always)
  private mutating func tell(_ column: Int, _ number: Int64) {
    if number == nobody[column], !isTold[column] { return }
    isTold[column] = true
    numbers[numbers.count - layout.width + column] = number
  }

  /// Effective now.
  package var time: Int64 { told(layout.time) }

  /// Whether a grant gives an entitlement.
  package subscript(held entitlement: EntitlementIndex) -> Truth {
    get {
      Truth(rawValue: UInt8(truncatingIfNeeded: told(layout.held + Int(entitlement)))) ?? .unknown
    }
    set { tell(layout.held + Int(entitlement), Int64(newValue.rawValue)) }
  }

  /// The value of a counter by its place; nil for unknown.
  package subscript(counter place: Int) -> Int64? {
    get { PackedAmount(raw: told(layout.counters + place)).value }
    set { tell(layout.counters + place, PackedAmount(newValue).raw) }
  }

  /// The allowance of a meter or setting by its place.
  package subscript(allowance place: Int32) -> Allowance {
    get {
      let column = layout.allowances + 3 * Int(place)
      return Allowance(
        brought: PackedAmount(raw: told(column)), known: told(column + 1),
        perhaps: told(column + 2))
    }
    set {
      let column = layout.allowances + 3 * Int(place)
      tell(column, newValue.brought.raw)
      tell(column + 1, newValue.known)
      tell(column + 2, newValue.perhaps)
    }
  }

  /// The value of a fact; `Fact.unknown` for a missing one.
  package subscript(fact fact: FactIndex) -> Int64 {
    get { told(layout.facts + Int(fact)) }
    set { tell(layout.facts + Int(fact), newValue) }
  }

  /// The bucket of a rollout; nil for unknown.
  package subscript(bucket rollout: RolloutIndex) -> Int64? {
    get { PackedAmount(raw: told(layout.buckets + Int(rollout))).value }
    set { tell(layout.buckets + Int(rollout), PackedAmount(newValue).raw) }
  }

  // MARK: Columns

  /// The users so far.
  package var cohort: Cohort {
    var cohort = Cohort(count: count, at: now, in: graph)
    cohort.times = column(layout.time)
    for place in cohort.holdings.indices where isTold[layout.held + place] {
      cohort.holdings[place] = EntitlementColumn(column(layout.held + place), count: count)
    }
    for place in cohort.counters.indices {
      cohort.counters[place] = column(layout.counters + place)
    }
    for place in cohort.allowances.indices {
      let first = layout.allowances + 3 * place
      cohort.allowances[place] = AllowanceColumns(
        own: column(first), known: column(first + 1), perhaps: column(first + 2))
    }
    for place in cohort.facts.indices { cohort.facts[place] = column(layout.facts + place) }
    for place in cohort.buckets.indices { cohort.buckets[place] = column(layout.buckets + place) }
    return cohort
  }

  private func column(_ place: Int) -> Column {
    guard isTold[place] else { return Column(same: nobody[place]) }
    var values: [Int64] = []
    values.reserveCapacity(count)
    var index = place
    for _ in 0..<count {
      values.append(numbers[index])
      index += layout.width
    }
    return Column(values)
  }
}
