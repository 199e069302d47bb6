/// What a rule comes to, and what that depends on.
struct RuleStanding {
  var index: Int32
  var fails: Bool
  /// Whether it fails and only warns now.
  var isSoft: Bool
  /// What it comes to for reasons, where it fails.
  var truth: Truth
  /// What it depends on.
  var dependencies: Dependencies
  /// Of the products on offer, those that bear on it; nothing where nobody asked.
  var products: BitSet?

  /// Whether it keeps a way from being one: from a denial to a use, it fails and is not soft; to be
  /// rid of a warning, it fails.
  @inline(__always)
  func isInTheWay(from outcome: Decision.Outcome) -> Bool {
    fails && (outcome == .warned || !isSoft)
  }
}

extension [RuleStanding] {
  /// The place of the one that gives a denial or a warning its reason: the first that fails and is
  /// not soft, or the first that fails if all are.
  var deciding: Int? {
    firstIndex { $0.fails && !$0.isSoft } ?? firstIndex { $0.fails }
  }

  /// How many fail.
  var failing: Int {
    var count = 0
    for place in indices where self[place].fails { count += 1 }
    return count
  }
}

extension Inquiry {
  /// How the rules stand, in the order of the source.
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
  /// The place of the first rule that keeps what is supposed from being a way in. What is supposed
  /// leaves most rules as they stand.
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
    // Those that stand as they do need no evaluation.
    for place in standings.indices
    where standings[place].isInTheWay(from: outcome)
      && hypothesis.changes.meets(standings[place].dependencies) == .no
    {
      return false
    }
    return firstInTheWay(of: standings, from: outcome) == nil
  }

  private mutating func isInTheWay(_ rule: Int32, from outcome: Decision.Outcome) -> Bool {
    holds(rule) != .yes && (outcome == .warned || !isSoft(rule))
  }
}
