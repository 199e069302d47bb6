/// The result of a rule, and what it depends on.
struct RuleStanding {
  var index: Int32
  var fails: Bool
  /// Whether it fails and only warns now.
  var isSoft: Bool
  /// Its value for reasons, if it fails.
  var truth: Truth
  /// The data that it depends on.
  var dependencies: Dependencies
  /// Of the products on offer, those that bear on it; nil until somebody asks.
  var products: BitSet?

  /// Whether it keeps a way from being one: from a denial to a use, it fails and is not soft; to be
  /// rid of a warning, it fails.
  @inline(__always)
  func isInTheWay(from outcome: Decision.Outcome) -> Bool {
    fails && outcome.isKept(bySoftRule: isSoft)
  }
}

extension [RuleStanding] {
  /// How many fail.
  var failing: Int {
    var count = 0
    for place in indices where self[place].fails { count += 1 }
    return count
  }

  /// The place of the first that keeps a way from being one.
  func firstInTheWay(from outcome: Decision.Outcome) -> Int? {
    for place in indices where self[place].isInTheWay(from: outcome) { return place }
    return nil
  }
}

extension Inquiry {
  /// The results of the rules, in the order of the source.
  ///
  /// - Parameter evaluation: One with nothing supposed.
  func standings(_ evaluation: inout Evaluation<NoObserver>) -> [RuleStanding] {
    var standings: [RuleStanding] = []
    standings.reserveCapacity(subject.rules.count)
    for rule in subject.rules {
      let truth = evaluation.holds(rule)
      standings.append(
        RuleStanding(
          index: rule, fails: truth != .yes, isSoft: truth != .yes && evaluation.isSoft(rule),
          truth: truth == .unknown ? reasonedTruth(of: rule) : truth,
          dependencies: graph.dependencies(on: rule)))
    }
    return standings
  }
}

extension Evaluation {
  /// The place of the first rule that keeps what is supposed from being a way in. The supposition
  /// leaves most rules as they are.
  mutating func firstInTheWay(
    of standings: [RuleStanding], from outcome: Decision.Outcome
  ) -> Int? {
    for place in standings.indices {
      let isInTheWay =
        hypothesis.changes.meets(standings[place].dependencies) != .no
        ? isInTheWay(standings[place].index, from: outcome)
        : standings[place].isInTheWay(from: outcome)
      if isInTheWay { return place }
    }
    return nil
  }

  /// Whether no rule keeps what is supposed from being a way in.
  mutating func isWayIn(past standings: [RuleStanding], from outcome: Decision.Outcome) -> Bool {
    // Those that nothing changes need no evaluation.
    for place in standings.indices
    where standings[place].isInTheWay(from: outcome)
      && hypothesis.changes.meets(standings[place].dependencies) == .no
    {
      return false
    }
    return firstInTheWay(of: standings, from: outcome) == nil
  }

  private mutating func isInTheWay(_ rule: Int32, from outcome: Decision.Outcome) -> Bool {
    holds(rule) != .yes && outcome.isKept(bySoftRule: isSoft(rule))
  }
}
