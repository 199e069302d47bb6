/// Writes what is told of users, name by name, as rows of a cohort: what
/// ``RuleGraph/prepareOnce(_:)`` reads of a snapshot, without making one. Names are bytes of UTF-8.
package struct RowWriter: Sendable {
  /// Invariant: the bytes are there as long as the call that is given them; nothing keeps them.
  package typealias Name = UnsafeBufferPointer<UInt8>

  package let graph: RuleGraph
  private let targets: NameIndex
  private let products: NameTable
  private let entitlements: NameTable
  private let facts: NameTable
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
    products = NameTable(graph.names.products)
    entitlements = NameTable(graph.names.entitlements)
    facts = NameTable(graph.names.facts)
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
    if let entitlement = grant.entitlement { give(entitlement, truth) }
    guard let product = grant.product else { return }
    for entitlement in graph[product: product].grants { give(entitlement, truth) }
    for addition in graph[product: product].adds {
      raise(addition.meter, by: addition.amount.saturatingMultiply(grant.quantity), truth)
    }
    for addition in graph[product: product].settingAdds {
      raise(
        graph.allowance(ofSetting: addition.setting),
        by: addition.amount.saturatingMultiply(grant.quantity), truth)
    }
  }

  private mutating func give(_ entitlement: EntitlementIndex, _ truth: Truth) {
    for given in graph[entitlement: entitlement].gives {
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
  package mutating func count(_ meter: Name, _ window: Window, _ used: Int64, resets: Instant?) {
    guard let target = targets[utf8: meter] else { return }
    guard let meter = graph.patterns.heads[Int(target)].meter else { return }
    guard let place = graph.counterPlaces.place(of: CounterIndex(meter, window)) else { return }
    users[counter: place] = resets.map { $0.milliseconds <= users.time } ?? false ? 0 : max(0, used)
  }

  /// Sets the allowance of a meter, or of a setting that is a quantity.
  package mutating func allow(_ name: Name, _ amount: Int64) {
    guard let target = targets[utf8: name] else { return }
    if let meter = graph.patterns.heads[Int(target)].meter {
      users[allowance: meter].own = max(0, amount)
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
private struct NameTable: Sendable {
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
