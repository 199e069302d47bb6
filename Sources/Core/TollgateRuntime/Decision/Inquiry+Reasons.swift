extension Inquiry {
  /// The outcome of the rules, its reason, and the place of the rule that decides.
  var answer: OutcomeAndReason {
    var evaluation = evaluation()
    return answer(of: subject.rules, &evaluation)
  }

  package typealias OutcomeAndReason = (outcome: Decision.Outcome, reason: Reason, position: Int?)

  /// The same of some rules.
  func answer(
    of rules: ArraySlice<RuleIndex>, _ evaluation: inout Evaluation<NoObserver>
  ) -> OutcomeAndReason {
    let fold = evaluation.fold(rules)
    guard let place = fold.deciding else {
      return (.allowed, evaluation.reason(ofAllowed: rules, setting: subject.setting), nil)
    }
    return (fold.outcome, reason(ofFailing: rules[rules.startIndex + place]), place)
  }

  /// The rules that fail, with the reason of each. That of the one that decides is the decision's
  /// own.
  func blockers(
    _ standings: [RuleStanding], _ reason: Reason, _ evaluation: inout Evaluation<NoObserver>
  ) -> [Blocker] {
    let graph = graph
    let deciding = standings.fold.deciding
    var blockers: [Blocker] = []
    blockers.reserveCapacity(standings.failing)
    for place in standings.indices where standings[place].fails {
      let rule = standings[place].index
      let reason =
        place == deciding
        ? reason
        : self.reason(of: rule, standings[place].truth, standings[place].dependencies, &evaluation)
      blockers.append(
        Blocker(
          graph: graph, index: rule, reason: reason, isSoft: standings[place].isSoft,
          stepNeeds: stepNeeds(of: rule)))
    }
    return blockers
  }

  /// Why a rule fails: the first reason that fits.
  package func reason(ofFailing rule: Int32) -> Reason {
    var (evaluation, reasoning) = (evaluation(), reasoning())
    return reason(of: rule, reasoning.holds(rule), graph.dependencies(on: rule), &evaluation)
  }

  /// Why a rule fails that has this value for reasons.
  private func reason(
    of rule: Int32, _ truth: Truth, _ dependencies: @autoclosure () -> Dependencies,
    _ evaluation: inout Evaluation<NoObserver>
  ) -> Reason {
    switch truth {
    case .no: return plainReason(ofFalse: rule) ?? reason(ofFalse: rule, dependencies())
    case .unknown: return reason(ofUnknown: rule)
    case .yes:
      // It is unknown only through a `grant` statement under a `not`.
      return evaluation.unknowns(in: rule).isStale ? .stale : .unknownFact
    }
  }

  private func reason(ofUnknown rule: Int32) -> Reason {
    var reasoning = reasoning()
    reasoning.staleAt = .max
    if reasoning.holds(rule) == .yes { return .stale }
    reasoning.staleAt = prepared.input.staleAt
    var unknowns = reasoning.unknowns(in: rule)
    if unknowns.isStale, unknowns.usage || unknowns.fact {
      // What a `grant` statement lacks is no reason, as long as the rule is unknown without it.
      reasoning.notGiven = .lacking
      if reasoning.holds(rule) == .unknown { unknowns = reasoning.unknowns(in: rule) }
    }
    if unknowns.usage { return .unknownUsage }
    return unknowns.isStale && !unknowns.fact ? .stale : .unknownFact
  }

  /// The reason of a rule that is false, where it does not depend on what was bought before.
  func plainReason(ofFalse index: Int32) -> Reason? {
    let rule = graph[rule: index]
    let isComparison = rule.limit.map { $0.kind != .bare } ?? false
    if rule.effect == .off, !isComparison { return .off }
    guard let limit = rule.limit else { return nil }
    switch limit.kind {
    case .undecided: return .undecided
    case .ladder:
      var reasoning = reasoning()
      if reasoning.isUndecided(limit) { return .undecided }
    case .atMost, .allowance, .bare, .setting: break
    }
    let isAnyOpen = prepared.grants.contains {
      $0.state == .hold || $0.state == .paused || $0.state == .pending
    }
    return isAnyOpen ? nil : .limitReached
  }

  private func reason(ofFalse rule: Int32, _ dependencies: Dependencies) -> Reason {
    func holds(counting counts: (PreparedGrant) -> Bool) -> Bool {
      self.holds(rule, dependencies, counting: counts)
    }
    if holds(counting: { $0.state == .hold || $0.state == .paused }) { return .onHold }
    if holds(counting: { $0.state == .pending }) { return .pending }
    if graph[rule: rule].limit != nil { return .limitReached }
    if holds(counting: { $0.state == .refunded || $0.state == .revoked }) { return .revoked }
    if holds(counting: { $0.state == .expired || $0.hasEnded(at: now) }) { return .expired }
    return isExcluded(rule) ? .excluded : .notHeld
  }

  /// Whether a rule that is false would hold if these grants counted, whatever their states and
  /// dates.
  private func holds(
    _ rule: Int32, _ dependencies: Dependencies, counting counts: (PreparedGrant) -> Bool
  ) -> Bool {
    let places = prepared.places(where: counts)
    var given = Dependencies()
    for place in places { given.formUnion(graph.dependencies(of: prepared.grants[Int(place)])) }
    guard given.meets(dependencies) != .no else { return false }
    var reasoning = reasoning()
    suppose(countingGrantsAt: places, &reasoning)
    return reasoning.holds(rule) == .yes
  }

  /// Supposes that the grants at these places count, whatever their states and dates.
  func suppose(countingGrantsAt places: BitSet, _ evaluation: inout Evaluation<NoObserver>) {
    for place in places { evaluation.hypothesis.give(prepared.grants[Int(place)], in: graph) }
    guard evaluation.hypothesis.isAdding else { return }
    // The additions of a grant that counts already, as one in its grace, are not added twice.
    evaluation.input = prepared.input(without: places)
  }
}
