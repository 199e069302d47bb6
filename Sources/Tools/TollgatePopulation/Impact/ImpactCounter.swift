package import TollgateRuntime

/// Counts users for an ``Impact``, a block at a time.
///
/// Users who answer every question about a target alike are decided alike, so the engine decides
/// once for all of them; the rest is counting bits. The memory does not grow with the users: counts
/// are added to the impact when there are many.
package struct ImpactCounter: Sendable {
  private var impact: Impact
  /// By lot of targets.
  private var tallies: [[Key: Tally]]

  /// Users who are alike, and of one group where users are split.
  private struct Key: Hashable {
    var group: String?
    var answers: [Int64]
  }

  private struct Tally {
    var count = 0
    /// When the first of them came, and who that is.
    var order: Int
    var id: String
    var answers: [(change: Impact.Change, values: Impact.Values)]
  }

  /// The most kinds of users that are told apart before they are added up.
  private static let most = 4_096

  /// - Parameter impact: One that has counted nobody.
  package init(_ impact: Impact) {
    self.impact = impact
    tallies = impact.questions.lots.map { _ in [:] }
  }

  /// Adds a block of users: at most ``TruthBlock/width``, as each policy has them.
  ///
  /// - Parameters:
  ///   - groups: By user, what is said of them where users are split.
  ///   - id: The name of a user, counted from 0.
  ///   - tell: Is told what changes, user by user; of one policy, how each stands.
  package mutating func add(
    _ cohorts: [Cohort], groups: [String]? = nil, id: (Int) -> String,
    tell: ((Int, Impact.Change) -> Void)? = nil
  ) {
    guard let count = cohorts.first?.count, count > 0 else { return }
    let answers = impact.questions.answers(of: cohorts)
    let groups = groups.map { ImpactCounter.users(of: $0) }
    var changes: [(user: Int, change: Impact.Change)] = []
    for (place, lot) in impact.questions.lots.enumerated() {
      for part in lot.divide(count, by: answers) {
        for (group, users) in groups ?? [(nil, part.users)] {
          let users = users & part.users
          guard !users.isEmpty else { continue }
          let key = Key(group: group, answers: part.key)
          let tally = tallies[place][key] ?? self.tally(users, of: lot, cohorts, id)
          tallies[place][key, default: tally].count += users.bitCount
          guard tell != nil else { continue }
          for (change, _) in tally.answers
          where cohorts.count == 1 || change.before.standing != change.after.standing {
            changes += users.users.map { ($0, change) }
          }
        }
      }
    }
    impact.add(users: count, of: groups?.compactMap { $0.0 } ?? [])
    if let tell {
      changes.sort { ($0.user, $0.change.target) < ($1.user, $1.change.target) }
      for (user, change) in changes { tell(user, change) }
    }
    if tallies.contains(where: { $0.count > ImpactCounter.most }) { addUp() }
  }

  /// The answers for users who are alike, as the engine decides about one of them.
  private func tally(
    _ users: TruthBlock.Bits, of lot: ImpactQuestions.Lot, _ cohorts: [Cohort],
    _ id: (Int) -> String
  ) -> Tally {
    let first = users.users.min() ?? 0
    return Tally(
      order: impact.users + first, id: id(first),
      answers: impact.answers(about: lot.targets, cohorts.map { $0.user(first) }))
  }

  /// The users of a block by their group, in the order in which the groups appear.
  private static func users(of groups: [String]) -> [(String?, TruthBlock.Bits)] {
    var places: [String: Int] = [:]
    var found: [(String?, TruthBlock.Bits)] = []
    for (user, group) in groups.enumerated() {
      let place = places[group] ?? found.count
      if place == found.count {
        places[group] = place
        found.append((group, .none))
      }
      found[place].1[user: user] = true
    }
    return found
  }

  /// Adds what was counted to the impact, those first who came first.
  private mutating func addUp() {
    for place in tallies.indices {
      for (key, tally) in tallies[place].sorted(by: { $0.value.order < $1.value.order }) {
        impact.add(tally.count, with: tally.answers, group: key.group, tally.id)
      }
      tallies[place].removeAll(keepingCapacity: true)
    }
  }

  /// The impact of all users so far.
  package mutating func finish() -> Impact {
    addUp()
    return impact
  }
}

/// The users of a block, divided into those who answer every question alike.
struct Alike {
  /// Those who are alike, with what tells them from the others.
  private(set) var parts: [Part]
  /// How many answers the last word of each key holds.
  private var filled = 0

  struct Part {
    var users: TruthBlock.Bits
    var key: [Int64] = []
    fileprivate var word: Int64 = 0
  }

  /// The first users of a block, all alike.
  init(_ count: Int) {
    parts = [Part(users: .first(count))]
  }

  /// Divides them by a condition.
  mutating func divide(by truth: TruthBlock) {
    if filled == 31 { closeWords() }
    filled += 1
    for place in parts.indices {
      let users = parts[place].users
      parts[place].word <<= 2
      let answers = [
        (Truth.yes, users & truth.surely), (.unknown, users & truth.possibly & ~truth.surely),
        (.no, users & ~truth.possibly),
      ]
      let word = parts[place].word
      var isFirst = true
      for (answer, users) in answers where !users.isEmpty {
        var part = parts[place]
        part.users = users
        part.word = word | Int64(answer.rawValue)
        if isFirst { parts[place] = part } else { parts.append(part) }
        isFirst = false
      }
    }
  }

  /// Divides them by a number; after the conditions.
  mutating func divide(by column: Column) {
    if filled > 0 { closeWords() }
    if let number = column.shared {
      for place in parts.indices { parts[place].key.append(number) }
      return
    }
    for place in parts.indices {
      var users: [Int64: TruthBlock.Bits] = [:]
      for user in parts[place].users.users {
        users[column[user], default: .none][user: user] = true
      }
      let part = parts[place]
      var isFirst = true
      for (number, users) in users {
        var part = part
        part.users = users
        part.key.append(number)
        if isFirst { parts[place] = part } else { parts.append(part) }
        isFirst = false
      }
    }
  }

  /// The parts when no question is left.
  mutating func close() -> [Part] {
    if filled > 0 { closeWords() }
    return parts
  }

  private mutating func closeWords() {
    for place in parts.indices {
      parts[place].key.append(parts[place].word)
      parts[place].word = 0
    }
    filled = 0
  }
}

/// The questions that tell users with different answers apart: each
/// question once.
struct ImpactQuestions: Sendable {
  private var policies: [Policy]
  /// Targets that ask the same: whatever they answer, they answer the same users alike.
  private(set) var lots: [Lot] = []

  /// The questions of the rules of one policy.
  fileprivate struct Policy {
    var conditions = Distinct<Question>()
    var allowances = Distinct<Int32>()
    var counters = Distinct<Int>()
    var facts = Distinct<FactIndex>()
  }

  struct Lot: Sendable {
    fileprivate(set) var targets: [Int] = []
    fileprivate var questions: [Asked] = []
  }

  /// The questions of a target to one policy, by their places.
  fileprivate struct Asked: Hashable {
    var conditions: [Int] = []
    var allowances: [Int] = []
    var counters: [Int] = []
    var facts: [Int] = []
  }

  /// - Parameters:
  ///   - asked: The targets that are asked about, by their places in the list of all names.
  ///   - places: By policy, where it has each of them.
  init(about asked: [Int], as places: [[Int32?]], _ graphs: [RuleGraph]) {
    policies = graphs.map { _ in Policy() }
    var known: [[Asked]: Int] = [:]
    for target in asked {
      let asked = graphs.indices.map { policy in
        guard let place = places[policy][target] else { return Asked() }
        return policies[policy].places(of: graphs[policy].questions(about: place))
      }
      let lot = known[asked] ?? lots.count
      if lot == lots.count {
        known[asked] = lot
        lots.append(Lot(questions: asked))
      }
      lots[lot].targets.append(target)
    }
  }

  /// The answers of a block of users, as each policy has them.
  func answers(of cohorts: [Cohort]) -> [Answers] {
    zip(policies, cohorts).map { policy, cohort in
      Answers(
        conditions: cohort.answers(to: policy.conditions.items),
        allowances: policy.allowances.items.map { cohort.numbers(ofAllowance: $0) },
        counters: policy.counters.items.map { cohort.numbers(ofCounter: $0) },
        facts: policy.facts.items.map { cohort.numbers(ofFact: $0) })
    }
  }

  struct Answers {
    fileprivate var conditions: [TruthBlock]
    fileprivate var allowances: [[Column]]
    fileprivate var counters: [Column]
    fileprivate var facts: [Column]
  }
}

extension ImpactQuestions.Lot {
  /// The users of a block, divided by their answers to what these targets ask.
  func divide(_ count: Int, by answers: [ImpactQuestions.Answers]) -> [Alike.Part] {
    var alike = Alike(count)
    for (asked, answers) in zip(questions, answers) {
      for place in asked.conditions { alike.divide(by: answers.conditions[place]) }
    }
    for (asked, answers) in zip(questions, answers) {
      for place in asked.allowances { answers.allowances[place].forEach { alike.divide(by: $0) } }
      for place in asked.counters { alike.divide(by: answers.counters[place]) }
      for place in asked.facts { alike.divide(by: answers.facts[place]) }
    }
    return alike.close()
  }
}

extension ImpactQuestions.Policy {
  mutating func places(of questions: Questions) -> ImpactQuestions.Asked {
    ImpactQuestions.Asked(
      conditions: questions.conditions.map { conditions.place(of: $0) },
      allowances: questions.allowances.sorted().map { allowances.place(of: $0) },
      counters: questions.counters.sorted().map { counters.place(of: $0) },
      facts: questions.facts.sorted().map { facts.place(of: $0) })
  }
}

/// Items, each once, in the order in which they came.
private struct Distinct<Item: Hashable & Sendable>: Sendable {
  private(set) var items: [Item] = []
  private var places: [Item: Int] = [:]

  /// The place of an item, which is there from then on.
  mutating func place(of item: Item) -> Int {
    if let place = places[item] { return place }
    places[item] = items.count
    items.append(item)
    return items.count - 1
  }
}
