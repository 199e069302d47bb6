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
