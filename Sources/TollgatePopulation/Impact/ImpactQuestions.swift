import TollgateRuntime

/// What users are asked, so that those with the same answers are told from the others: each
/// question once.
struct ImpactQuestions: Sendable {
  /// By policy.
  private var conditions: [[Question]]
  private var allowances: [[Int32]]
  private var counters: [[Int]]
  /// Targets that ask the same: whatever they answer, they answer the same users alike.
  private(set) var lots: [Lot] = []

  /// The places of questions, among those of all policies.
  struct Lot: Sendable {
    var targets: [Int]
    var conditions: [Int]
    /// Numbers, by the columns that hold them.
    var numbers: [Int]
  }

  /// - Parameters:
  ///   - asked: The targets that are asked about, by their places in the list of all names.
  ///   - places: By policy, where it has each of them.
  init(about asked: [Int], as places: [[Int32?]], _ graphs: [RuleGraph]) {
    conditions = graphs.map { _ in [] }
    allowances = graphs.map { _ in [] }
    counters = graphs.map { _ in [] }
    var found: [(target: Int, questions: [Questions?])] = []
    for target in asked {
      let questions = zip(graphs, places).map { graph, places in
        places[target].map { graph.questions(about: $0) }
      }
      for (policy, questions) in questions.enumerated() {
        guard let questions else { continue }
        ImpactQuestions.add(questions.conditions, to: &conditions[policy])
        ImpactQuestions.add(questions.allowances.sorted(), to: &allowances[policy])
        ImpactQuestions.add(questions.counters.sorted(), to: &counters[policy])
      }
      found.append((target, questions))
    }
    var known: [[[Int]]: Int] = [:]
    for (target, questions) in found {
      var lot = Lot(targets: [target], conditions: [], numbers: [])
      for (policy, questions) in questions.enumerated() {
        guard let questions else { continue }
        addPlaces(of: questions, in: policy, to: &lot)
      }
      let key = [lot.conditions, lot.numbers]
      if let place = known[key] {
        lots[place].targets.append(target)
      } else {
        known[key] = lots.count
        lots.append(lot)
      }
    }
  }

  private static func add<Item: Hashable>(_ items: [Item], to list: inout [Item]) {
    for item in items where !list.contains(item) { list.append(item) }
  }

  private func addPlaces(of questions: Questions, in policy: Int, to lot: inout Lot) {
    let first = conditions[..<policy].reduce(0) { $0 + $1.count }
    lot.conditions += questions.conditions.compactMap { conditions[policy].firstIndex(of: $0) }
      .map { first + $0 }
    let firstAllowance = (0..<policy).reduce(0) {
      $0 + 3 * allowances[$1].count + counters[$1].count
    }
    for place in questions.allowances.sorted() {
      guard let index = allowances[policy].firstIndex(of: place) else { continue }
      lot.numbers += (0..<3).map { firstAllowance + 3 * index + $0 }
    }
    let firstCounter = firstAllowance + 3 * allowances[policy].count
    lot.numbers += questions.counters.sorted()
      .compactMap { counters[policy].firstIndex(of: $0) }.map { firstCounter + $0 }
  }

  /// The answers of a block of users, in the order of all questions.
  func answers(of cohorts: [Cohort]) -> (conditions: [TruthBlock], numbers: [Column]) {
    var truths: [TruthBlock] = []
    var numbers: [Column] = []
    for (policy, cohort) in cohorts.enumerated() {
      truths += cohort.answers(to: conditions[policy])
      for place in allowances[policy] { numbers += cohort.numbers(ofAllowance: place) }
      for place in counters[policy] { numbers.append(cohort.numbers(ofCounter: place)) }
    }
    return (truths, numbers)
  }
}
