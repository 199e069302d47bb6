/// The minimal sets of names that would meet some steps of a ladder, as those of one requirement
/// that joins theirs with `or`.
package struct StepNeeds {
  private let graph: RuleGraph
  /// The names of the steps, in the order in which they are first written.
  private var names: [Rule.Need] = []
  private var sets: [BitSet] = []

  /// How many sets are reported, and how many are kept while they are worked out.
  private static let most = 64
  private static let mostInBetween = 512

  /// - Parameter steps: No step of them asks for nothing.
  package init(_ steps: [LadderStep], in graph: RuleGraph) {
    self.graph = graph
    for step in steps {
      for name in step.names where !names.contains(name) { names.append(name) }
    }
    for step in steps {
      for set in step.needs { add(set) }
    }
    keepMinimal()
  }

  /// The smallest first, then in the order in which they are written.
  package var minimal: [[Rule.Need]] {
    sets.prefix(StepNeeds.most).map { set in set.map { names[Int($0)] } }
  }

  /// Adds a set, each name replaced by any of the names that includes it.
  private mutating func add(_ set: [Rule.Need]) {
    var joined = [BitSet()]
    for name in set {
      var larger: [BitSet] = []
      for place in names.indices where includes(names[place], name) {
        for one in joined { larger.append(one.adding(Int32(truncatingIfNeeded: place))) }
      }
      joined = Array(larger.prefix(StepNeeds.mostInBetween))
    }
    sets += joined
    if sets.count > StepNeeds.mostInBetween { keepMinimal() }
  }

  private func includes(_ name: Rule.Need, _ wanted: Rule.Need) -> Bool {
    guard case .entitlement(let index) = name, case .entitlement(let wanted) = wanted else {
      return name == wanted
    }
    return graph[entitlement: index].gives.contains(wanted)
  }

  /// Leaves out the sets that hold another one.
  private mutating func keepMinimal() {
    let sorted = sets.sorted { a, b in
      a.count == b.count ? a.precedes(b) : a.count < b.count
    }
    sets = []
    for set in sorted where sets.count < StepNeeds.mostInBetween {
      if !isKnown(set) { sets.append(set) }
    }
  }

  private func isKnown(_ set: BitSet) -> Bool {
    for known in sets where known.isSubset(of: set) { return true }
    return false
  }
}

extension Inquiry {
  /// The needs of a rule that is a ladder; nil for any other rule.
  func stepNeeds(of rule: RuleIndex) -> [[Rule.Need]]? {
    guard let limit = graph[rule: rule].limit, let index = graph.ladder(of: limit) else {
      return nil
    }
    let ladder = graph[ladder: index]
    var evaluation = evaluation()
    let reach = evaluation.reach(of: limit)
    var steps: [LadderStep] = []
    for (number, place) in ladder.steps.enumerated() {
      let step = graph[step: place]
      guard evaluation.value(step.inForce) != .no, evaluation.value(step.condition) != .no,
        isEnough(step, at: place, of: ladder, limit, reach, evaluation)
      else { continue }
      if step.asksForNothing { return [[]] }
      steps.append(graph.parts.ladders[Int(index)].steps[number])
    }
    return StepNeeds(steps, in: graph).minimal
  }

  /// Whether a step would be enough for the ask with the known allowance; if its value is unknown,
  /// whether it is above what the user surely has.
  private func isEnough(
    _ step: StepCore, at place: Int, of ladder: LadderCore, _ limit: Limit, _ reach: Reach,
    _ evaluation: Evaluation<NoObserver>
  ) -> Bool {
    var allowance = evaluation.allowance(of: graph.allowance(of: limit))
    allowance.perhaps = 0
    let rung = Rung(step, at: place, of: ladder)
    guard limit.meter != nil else {
      return rung.isExceeded(byReaching: ask.growth, with: allowance) == .no
    }
    let used = evaluation.used(of: limit.counter)
    if case .unknown = ask.growth.value(from: used) {
      return !ladder.isWithin(step.value, reach)
    }
    return rung.isExceeded(by: ask.growth, used: used, with: allowance) == .no
  }
}
