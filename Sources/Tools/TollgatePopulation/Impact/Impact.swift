package import TollgateRuntime

/// The effect of one policy, or of a change, on users who were read one by one: numbers that do
/// not grow with the users.
package struct Impact: Sendable {
  /// The policies: one, or the old and the new one.
  package let graphs: [RuleGraph]
  package let now: Instant
  /// The targets of both, those of the old policy first.
  package let targets: [String]
  /// How many users were read.
  package private(set) var users = 0
  /// By target.
  package private(set) var counts: [Count]
  /// The same for the users of each group: by what is said of them, then by target.
  package private(set) var groups: [String: [Count]] = [:]
  /// By policy and target: its place in the policy; nil where the policy does not have it.
  private let places: [[Place?]]
  /// The questions to the users, about the targets that may change for somebody; of one policy,
  /// all.
  let questions: ImpactQuestions

  /// A target of a policy, and what value it has: that of a setting, or the limit of a meter.
  private struct Place: Sendable {
    var target: Int32
    var setting: SettingIndex?
    var isMeter: Bool
  }

  /// The most groups, lines and values that are told apart; the rest is one.
  package static let most = 1_000
  /// The name of that rest.
  package static let rest = "(more)"

  /// The result for one target.
  package struct Count: Sendable {
    /// How many users stood so and stand so now: `before × 4 + after`, in the order of ``Standing``.
    private var table = [Int](repeating: 0, count: 16)
    package private(set) var stale = 0
    package private(set) var lines: [Lines: Int] = [:]
    package private(set) var values: [Values: Int] = [:]
    /// By change, the first user for whom it is so.
    package private(set) var examples: [ChangeKind: String] = [:]
  }

  /// The rules that decide before and after.
  package struct Lines: Sendable, Hashable {
    package var kind: ChangeKind
    /// Whether those who lose may go on for now, with a warning.
    package var isOnlyWarned: Bool
    package var old: RuleIndex?
    package var new: RuleIndex?
  }

  /// The value of a setting, or the limit of a meter, before and after.
  package struct Values: Sendable, Hashable {
    package var old: Value
    package var new: Value
  }

  package enum Value: Sendable, Hashable {
    case none, unknown, undecided, unlimited
    case quantity(Int64)
    /// Those beyond the first so many.
    case other
  }

  /// A change of one user.
  package struct Change: Sendable {
    package var target: Int
    package var before: UserAnswer
    package var after: UserAnswer

    /// The change as the user sees it; nil for none.
    package var kind: ChangeKind? { ChangeKind(from: before.standing, to: after.standing) }
  }

  package init(of graphs: [RuleGraph], at now: Instant) {
    self.graphs = graphs
    self.now = now
    var names: [String] = []
    var seen: Set<String> = []
    for graph in graphs {
      for target in graph.parts.targets where seen.insert(target.name).inserted {
        names.append(target.name)
      }
    }
    targets = names
    places = graphs.map { graph in
      names.map { name in
        graph.names.targets[name].map {
          Place(
            target: $0, setting: graph.setting(of: $0), isMeter: graph[target: $0].meter != nil)
        }
      }
    }
    counts = names.map { _ in Count() }
    questions = ImpactQuestions(
      about: Impact.asked(names, of: graphs, at: now),
      as: places.map { places in places.map { $0?.target } }, graphs)
  }

  /// The targets whose condition on a user is not the same in both policies, and those that have a
  /// value.
  private static func asked(_ names: [String], of graphs: [RuleGraph], at now: Instant) -> [Int] {
    guard graphs.count == 2 else { return Array(names.indices) }
    let book = ColumnBook(at: now)
    var evaluations = graphs.enumerated().map {
      PopulationEvaluation(PolicyColumns(graph: $0.element, book: book, policy: $0.offset))
    }
    let asked = names.indices.filter { name in
      var standings: [TargetStanding] = []
      for (policy, graph) in graphs.enumerated() {
        guard let target = graph.names.targets[names[name]], graph[target: target].meter == nil,
          graph.setting(of: target) == nil
        else { return true }
        standings.append(TargetStanding(of: target, in: &evaluations[policy]))
      }
      return standings[0] != standings[1]
    }
    // A question without an exact column is asked of everybody.
    return book.faults.isEmpty ? asked : Array(names.indices)
  }

  /// Adds users who are alike, the first of whom is `id`.
  mutating func add(
    _ count: Int, with answers: [(change: Change, values: Values)], group: String?, _ id: String
  ) {
    var key: String?
    if let group { key = self.key(of: group) }
    for (change, values) in answers {
      counts[change.target].add(change, values, id, count)
      if let key { groups[key]?[change.target].add(change, values, id, count) }
    }
  }

  /// Adds to the number of users, and names the groups that they are of.
  mutating func add(users count: Int, of groups: [String]) {
    users += count
    for group in groups { _ = key(of: group) }
  }

  /// The name under which a group is counted, which is made if it is new.
  private mutating func key(of group: String) -> String {
    let key = groups[group] != nil || groups.count < Impact.most ? group : Impact.rest
    if groups[key] == nil { groups[key] = targets.map { _ in Count() } }
    return key
  }

  /// The answers of one user, as each policy has prepared the user's snapshot.
  func answers(
    about targets: [Int], _ users: [PreparedSnapshot]
  ) -> [(change: Change, values: Values)] {
    var evaluations = zip(graphs, users).map { UserEvaluation($0, $1, at: now) }
    let isOne = graphs.count == 1
    var answers: [(change: Change, values: Values)] = []
    for target in targets {
      let before = answer(target, of: 0, &evaluations)
      let after = isOne ? before : answer(target, of: 1, &evaluations)
      let old = value(target, of: 0, &evaluations)
      let new = isOne ? old : value(target, of: 1, &evaluations)
      answers.append(
        (Change(target: target, before: before, after: after), Values(old: old, new: new)))
    }
    return answers
  }

  private func answer(
    _ target: Int, of policy: Int, _ users: inout [UserEvaluation]
  ) -> UserAnswer {
    guard let place = places[policy][target] else { return .undeclared }
    return users[policy].answer(place.target)
  }

  private func value(_ target: Int, of policy: Int, _ users: inout [UserEvaluation]) -> Value {
    guard let place = places[policy][target] else { return .none }
    if let setting = place.setting { return users[policy].value(of: setting) }
    return place.isMeter ? users[policy].limit(of: place.target) : .none
  }

  /// Adds what was counted elsewhere, of users who come later.
  package mutating func add(_ other: Impact) {
    users += other.users
    for target in targets.indices { counts[target].add(other.counts[target]) }
    for (group, counts) in other.groups {
      let key = self.key(of: group)
      for target in targets.indices { groups[key]?[target].add(counts[target]) }
    }
  }
}

extension Impact.Count {
  /// How many stood so, and stand so now.
  package func users(_ before: Standing, _ after: Standing) -> Int {
    table[Int(before.rawValue) * 4 + Int(after.rawValue)]
  }

  /// How many stand so now.
  package func users(_ after: Standing) -> Int {
    Standing.allCases.reduce(0) { $0 + users($1, after) }
  }

  /// For how many it changes so.
  package func users(_ kind: ChangeKind) -> Int {
    Standing.pairs.reduce(0) { sum, pair in
      ChangeKind(from: pair.0, to: pair.1) == kind ? sum + users(pair.0, pair.1) : sum
    }
  }

  /// How many of those who lose may still use it, and are now warned: they lose it only when the
  /// warning ends.
  package var onlyWarned: Int { users(.allowed, .warned) }

  /// Whether anybody stands otherwise than before.
  package var isChanged: Bool {
    Standing.pairs.contains { $0.0 != $0.1 && users($0.0, $0.1) > 0 }
  }

  /// Of how many it cannot be told, before or now.
  package var unknown: Int {
    Standing.allCases.reduce(0) { $0 + users(.unknown, $1) + users($1, .unknown) }
      - users(.unknown, .unknown)
  }

  /// Adds users who are alike, the first of whom is `id`.
  fileprivate mutating func add(
    _ change: Impact.Change, _ values: Impact.Values, _ id: String, _ count: Int
  ) {
    let (before, after) = (change.before, change.after)
    table[Int(before.standing.rawValue) * 4 + Int(after.standing.rawValue)] += count
    if before.isStale || after.isStale { stale += count }
    if values != Impact.Values(old: .none, new: .none) { add(values, count) }
    guard let kind = change.kind else { return }
    let isOnlyWarned = kind == .loses && after.standing == .warned
    add(
      Impact.Lines(
        kind: kind, isOnlyWarned: isOnlyWarned, old: before.rule, new: after.rule), count)
    if examples[kind] == nil { examples[kind] = id }
  }

  private mutating func add(_ key: Impact.Lines, _ count: Int) {
    lines[key, default: 0] += count
  }

  private mutating func add(_ key: Impact.Values, _ count: Int) {
    let isKept = values[key] != nil || values.count < Impact.most
    values[isKept ? key : Impact.Values(old: .other, new: .other), default: 0] += count
  }

  fileprivate mutating func add(_ other: Impact.Count) {
    for place in table.indices { table[place] += other.table[place] }
    stale += other.stale
    for (key, count) in other.lines { add(key, count) }
    for (key, count) in other.values { add(key, count) }
    examples.merge(other.examples) { first, _ in first }
  }
}
