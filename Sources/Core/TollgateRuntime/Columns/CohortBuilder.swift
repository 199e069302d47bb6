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
      counters = held + graph.heldCount
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
    row += (0..<graph.heldCount).map { place in
      Int64((place == 0 && parts.tierCount > 0 ? Truth.yes : .no).rawValue)
    }
    let carried = graph.counterPlaces.firstCarried
    row += (0..<graph.counterPlaces.count).map { $0 < carried ? PackedAmount(nil).raw : 0 }
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
    for place in 0..<graph.heldCount {
      self[held: Int32(place)] = evaluation.held(Int32(place))
    }
    for place in input.counters.indices { self[counter: place] = input.number(at: place, now) }
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

/// Writes what is told of users, name by name, as rows of a cohort: what
/// ``RuleGraph/prepareOnce(_:)`` reads of a snapshot, without making one. Names are bytes of UTF-8.
package struct RowWriter: Sendable {
  /// Invariant: the bytes are there as long as the call that is given them; nothing keeps them.
  package typealias Name = UnsafeBufferPointer<UInt8>

  package let graph: RuleGraph
  private let targets: NameIndex
  private let products: ByteTable
  private let entitlements: ByteTable
  private let facts: ByteTable
  /// By fact, the names of its choices.
  private let choices: [NameIndex?]
  /// By rollout, its name as its hash begins with it.
  private let rollouts: [[UInt8]]
  private var hashed: [UInt8] = []
  private var asOf: Instant?
  private var staleAt: Int64 = .max

  /// The users who are written; the last is written now.
  package private(set) var users: CohortBuilder

  package init(for graph: RuleGraph, at now: Instant) {
    self.graph = graph
    targets = graph.names.targets
    products = ByteTable(graph.names.products)
    entitlements = ByteTable(graph.names.entitlements)
    facts = ByteTable(graph.names.facts)
    choices = graph.parts.facts.map { $0.type == .choice ? NameIndex($0.choices) : nil }
    rollouts = graph.parts.rollouts.map { Array("\($0.name):".utf8) }
    users = CohortBuilder(for: graph, at: now)
  }

  /// Adds a user whose snapshot is prepared.
  package mutating func add(_ user: PreparedSnapshot) { users.add(user) }

  /// Takes the last user back.
  package mutating func removeLast() { users.removeLast() }

  /// Forgets the users, and keeps the memory for the next ones.
  package mutating func removeAll() { users.removeAll() }

  /// Begins with a user of whom nothing is told yet.
  package mutating func begin(asOf: Instant?, latestSeen: Instant?) {
    let now = users.now
    users.begin(at: max(now, max(asOf ?? now, latestSeen ?? now)).milliseconds)
    self.asOf = asOf
    staleAt = graph.staleAt(asOf: asOf)
  }

  /// Adds a grant; what it names is in `product` and `entitlement`.
  package mutating func add(_ grant: Grant, product: Name?, entitlement: Name?) {
    guard
      let grant = PreparedGrant(
        grant, product: product.flatMap { products[$0] },
        entitlement: entitlement.flatMap { entitlements[$0] }, in: graph, asOf: asOf)
    else { return }
    for time in grant.counts where time.contains(users.time) { count(grant) }
  }

  /// The entitlements of a grant that counts now.
  private mutating func count(_ grant: PreparedGrant) {
    let truth = users.time < staleAt ? Truth.yes : .unknown
    if let entitlement = grant.entitlement { give(entitlement, grant.isTrial, truth) }
    guard let product = grant.product else { return }
    for entitlement in graph[product: product].grants { give(entitlement, grant.isTrial, truth) }
    if let sold = graph[product: product].sold { raise(sold.place, by: grant.quantity, truth) }
    for addition in graph[product: product].adds {
      let amount = addition.amount.saturatingMultiply(grant.quantity)
      graph.forEachAllowance(raisedBy: addition) { raise($0, by: amount, truth) }
    }
    for addition in graph[product: product].settingAdds {
      raise(
        graph.allowance(ofSetting: addition.setting),
        by: addition.amount.saturatingMultiply(grant.quantity), truth)
    }
  }

  private mutating func give(
    _ entitlement: EntitlementIndex, _ isTrial: Bool, _ truth: Truth
  ) {
    graph.forEachPlace(givenBy: entitlement, inTrial: isTrial) { given in
      users[held: given] = users[held: given].or(truth)
    }
  }

  private mutating func raise(_ place: Int32, by amount: Int64, _ truth: Truth) {
    var allowance = users[allowance: place]
    if truth == .yes {
      allowance.known = allowance.known.saturatingAdd(amount)
    } else {
      allowance.perhaps = allowance.perhaps.saturatingAdd(amount)
    }
    users[allowance: place] = allowance
  }

  /// Says how much of a meter is used in a window, until it falls to nothing.
  package mutating func count(
    _ meter: Name, _ window: Window, _ used: Int64, carried: Int64 = 0, resets: Instant?
  ) {
    guard let target = targets[utf8: meter] else { return }
    guard let meter = graph.patterns.heads[Int(target)].meter else { return }
    let counter = CounterIndex(meter, window)
    guard let place = graph.counterPlaces.place(of: counter) else { return }
    let isOver = resets.map { $0.milliseconds <= users.time } ?? false
    users[counter: place] = isOver ? 0 : max(0, used)
    if carried > 0, let place = graph.counterPlaces.place(ofCarried: counter) {
      users[counter: place] = isOver ? 0 : carried
    }
  }

  /// Sets the allowance of a meter, or of a setting that is a quantity.
  package mutating func allow(_ name: Name, _ amount: Int64) {
    guard let target = targets[utf8: name] else { return }
    if let meter = graph.patterns.heads[Int(target)].meter {
      graph.forEachAllowance(ofMeter: meter) { users[allowance: $0].own = max(0, amount) }
    } else if let setting = graph.setting(of: target), graph.parts.isRaised(setting: setting) {
      users[allowance: graph.allowance(ofSetting: setting)].own = max(0, amount)
    }
  }

  /// The fact of a name.
  package func fact(_ name: Name) -> FactIndex? { facts[name] }

  /// Reports a fact.
  package mutating func report(_ fact: FactIndex, _ value: FactValue) {
    users[fact: fact] = graph[fact: fact].encode(value)
  }

  /// Reports a fact that is one of several choices.
  package mutating func report(_ fact: FactIndex, choice: Name) {
    let declared = graph[fact: fact]
    let other = declared.isOpen ? Int64(declared.choices.count) : Fact.unknown
    users[fact: fact] = choices[Int(fact)]?[utf8: choice].map { Int64($0) } ?? other
  }

  /// Says who the user is, for the rollouts.
  package mutating func identify(_ subject: Name) {
    for place in rollouts.indices {
      hashed.removeAll(keepingCapacity: true)
      hashed += rollouts[place]
      hashed.append(contentsOf: subject)
      users[bucket: RolloutIndex(place)] = Int64(Murmur3.bucket(hashed))
    }
  }
}

/// A dictionary that is asked by bytes.
private struct ByteTable: Sendable {
  private let names: NameIndex
  private let values: [Int32]

  init(_ table: [String: Int32]) {
    names = NameIndex(Array(table.keys))
    values = Array(table.values)
  }

  subscript(name: RowWriter.Name) -> Int32? {
    names[utf8: name].map { values[Int($0)] }
  }
}
