import TollgateRuntime

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
        counters: policy.counters.items.map { cohort.numbers(ofCounter: $0) })
    }
  }

  struct Answers {
    fileprivate var conditions: [TruthBlock]
    fileprivate var allowances: [[Column]]
    fileprivate var counters: [Column]
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
    }
    return alike.close()
  }
}

extension ImpactQuestions.Policy {
  mutating func places(of questions: Questions) -> ImpactQuestions.Asked {
    ImpactQuestions.Asked(
      conditions: questions.conditions.map { conditions.place(of: $0) },
      allowances: questions.allowances.sorted().map { allowances.place(of: $0) },
      counters: questions.counters.sorted().map { counters.place(of: $0) })
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
