/// Folds the results of a target's rules, one after the other in the order of the source, into the
/// outcome, the rule that decides it and the figures of the quota.
///
/// Only this file says how the results of rules combine. The prepared answers, the verdict, the
/// decision, its explanation, the paywall and the linter all ask it.
package struct RuleFold {
  /// Allowed if no rule fails, warned if all that fail are soft now, else denied.
  package private(set) var outcome = Decision.Outcome.allowed
  /// The place of the rule that gives a denial or a warning its reason: the first that fails and is
  /// not soft, or the first that fails if all are. Nil if none fails.
  package private(set) var deciding: Int?
  /// The figures of the limit that denies, or of the one with the least remaining; nil if no limit
  /// binds.
  private(set) var figures: Figures?
  private var isDenialTold = false
  private var isOpened = false
  private var isBound = false

  package init() {}

  /// Goes on from rules that all hold.
  init(reasonOfAllowed reason: Reason) {
    isOpened = reason == .granted
    isBound = reason == .withinLimit
  }

  /// Adds a rule that fails.
  @inline(__always)
  package mutating func fail(at place: Int, isSoft: Bool) {
    guard outcome == .allowed || (outcome == .warned && !isSoft) else { return }
    outcome = isSoft ? .warned : .denied
    deciding = place
  }

  /// Whether no further rule can change the outcome.
  var isDecided: Bool { outcome == .denied }

  /// Adds what a rule that holds says about why the use is allowed.
  ///
  /// - Parameters:
  ///   - opens: Whether it applies and the user has what it requires, which is something.
  ///   - binds: Whether it has a limit that binds the user.
  @inline(__always)
  mutating func hold(opens: Bool, binds: Bool) {
    if opens { isOpened = true }
    if binds { isBound = true }
  }

  /// The reason of a use that is allowed.
  var reasonOfAllowed: Reason { isOpened ? .granted : isBound ? .withinLimit : .ungated }

  /// Adds the figures of a limit that binds the user. Of equal ones, the first count.
  ///
  /// - Parameter denies: Whether its rule is the one that gives a denial its reason.
  @inline(__always)
  mutating func bind(_ limit: Figures, denies: Bool) {
    if denies, !limit.isForgotten {
      isDenialTold = true
    } else if isDenialTold {
      return
    } else if let figures, limit.rank >= figures.rank {
      return
    }
    figures = limit
  }
}

extension Evaluation {
  /// The outcome of some rules, and the place among them of the one that decides. The evaluation
  /// ends with the first rule that denies.
  @inline(__always)
  mutating func fold(_ rules: ArraySlice<RuleIndex>) -> RuleFold {
    var fold = RuleFold()
    for place in rules.indices where holds(rules[place]) != .yes {
      fold.fail(at: place &- rules.startIndex, isSoft: isSoft(rules[place]))
      if fold.isDecided { break }
    }
    return fold
  }

  /// The outcome of some rules.
  mutating func outcome(of rules: ArraySlice<RuleIndex>) -> Decision.Outcome {
    fold(rules).outcome
  }

  /// Why rules that all hold allow the use.
  ///
  /// - Parameter setting: The setting that is asked about; nil for any other target.
  mutating func reason(
    ofAllowed rules: ArraySlice<RuleIndex>, setting: SettingIndex?
  ) -> Reason {
    var fold = RuleFold()
    if let setting, opensStep(of: Limit(setting: setting)) { return .granted }
    for index in rules {
      let rule = graph[rule: index]
      guard value(rule.inForce) != .no, value(rule.condition) != .no, asks(rule) else { continue }
      fold.hold(opens: isOpened(rule), binds: rule.limit != nil && isBinding(rule))
      if fold.reasonOfAllowed == .granted { break }
    }
    return fold.reasonOfAllowed
  }
}

extension [RuleStanding] {
  /// The outcome of these rules, and the place of the one that decides.
  var fold: RuleFold {
    var fold = RuleFold()
    for place in indices where self[place].fails {
      fold.fail(at: place, isSoft: self[place].isSoft)
    }
    return fold
  }
}

extension [Blocker] {
  /// The blocker that gives the decision its reason.
  package var deciding: Blocker? {
    var fold = RuleFold()
    for place in indices { fold.fail(at: place, isSoft: self[place].isSoft) }
    return fold.deciding.map { self[$0] }
  }

  /// The blockers without which the outcome would be better.
  package func inTheWay(from outcome: Decision.Outcome) -> [Blocker] {
    filter { outcome.isKept(bySoftRule: $0.isSoft) }
  }
}

extension Decision.Outcome {
  /// Whether it is better than another one in the way that a way in must be: a denial becomes a
  /// use, or a warning goes away.
  func isEnough(from present: Decision.Outcome) -> Bool {
    present == .denied ? self != .denied : self == .allowed
  }

  /// Whether a rule that fails keeps this outcome from being better: any rule keeps a warning, and
  /// a rule that is not soft keeps a denial.
  @inline(__always)
  func isKept(bySoftRule isSoft: @autoclosure () -> Bool) -> Bool {
    self == .warned || !isSoft()
  }
}

/// Folds the results of rules for a block of users at once.
struct BlockFold {
  private(set) var denied = TruthBlock.Bits.none
  /// Who is denied may be among them.
  private(set) var warned = TruthBlock.Bits.none

  /// Adds a rule: the users for whom it fails, and those for whom it is soft now.
  mutating func fail(_ fails: TruthBlock.Bits, soft: TruthBlock.Bits) {
    denied |= fails & ~soft
    warned |= fails & soft
  }

  /// Whether no further rule can change the outcome of a user.
  var isDecided: Bool { (~denied).isEmpty }
}

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

  /// The place of the first rule that would still refuse, or still warn as loudly, after a person took
  /// a way in; nil if none would.
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
      let truth = evaluation.settled(rule)
      standings.append(
        RuleStanding(
          index: rule, fails: truth != .yes, isSoft: truth != .yes && evaluation.isSoft(rule),
          truth: truth == .unknown ? reasonedTruth(of: rule) : truth,
          dependencies: graph.dependencies(on: rule, asking: subject.takers)))
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

  @inline(__always)
  private mutating func isInTheWay(_ rule: Int32, from outcome: Decision.Outcome) -> Bool {
    holds(rule) != .yes && outcome.isKept(bySoftRule: isSoft(rule))
  }
}
