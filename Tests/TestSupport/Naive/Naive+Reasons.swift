extension Naive.Question {
  func world(
    at time: Int? = nil,
    supposing hypothesis: Naive.Hypothesis = Naive.Hypothesis()
  ) -> Naive.EvaluationInput {
    Naive.EvaluationInput(self, at: time ?? now, supposing: hypothesis)
  }

  // MARK: Reasons of failing rules (4.6)

  /// The reason of a rule that does not hold now, the first that fits.
  func reason(_ rule: Naive.Rule) -> String {
    if world().isForMoney(rule) { return "overage" }
    let preparedAnswers = worldWithoutUnknownGrants()
    switch preparedAnswers.value(rule) {
    case .no:
      return reasonOfFalse(rule)
    case .yes:
      return world().doubts(rule).contains(.staleGrant) ? "stale" : "unknown-fact"
    case .unknown:
      var ifStaleCounts = Naive.Hypothesis(unknownGrantsAreNotGiven: true)
      ifStaleCounts.staleCounts = true
      let fresh = world(supposing: ifStaleCounts)
      if fresh.value(rule) == .yes || fresh.isForMoney(rule) { return "stale" }
      var doubts = preparedAnswers.doubts(rule)
      if doubts.contains(.staleGrant), doubts != [.staleGrant] {
        var strict = Naive.Hypothesis(unknownGrantsAreNotGiven: true)
        strict.lackingGrantsAreNotGiven = true
        let without = world(supposing: strict)
        if without.value(rule) == .unknown { doubts = without.doubts(rule) }
      }
      if doubts.contains(where: { $0.isUsage }) { return "unknown-usage" }
      return doubts == [.staleGrant] ? "stale" : "unknown-fact"
    }
  }

  func worldWithoutUnknownGrants() -> Naive.EvaluationInput {
    world(supposing: Naive.Hypothesis(unknownGrantsAreNotGiven: true))
  }

  private func reasonOfFalse(_ rule: Naive.Rule) -> String {
    if rule.demand == .off && !rule.isComparison { return "off" }
    if isUndecided(rule, worldWithoutUnknownGrants()) { return "undecided" }
    if wouldHold(rule, ifGrantsCounted: { ["hold", "paused"].contains($0.state) }) {
      return "on-hold"
    }
    if wouldHold(rule, ifGrantsCounted: { $0.state == "pending" }) { return "pending" }
    if rule.isLimit { return "limit-reached" }
    if wouldHold(rule, ifGrantsCounted: { ["refunded", "revoked"].contains($0.state) }) {
      return "revoked"
    }
    let asOf = snapshot.asOf
    if wouldHold(
      rule,
      ifGrantsCounted: { $0.state == "expired" || $0.hasEnded(at: self.now, asOf: asOf) }
    ) {
      return "expired"
    }
    if isExcluded(rule) { return "excluded" }
    var ifTrialsWerePaid = Naive.Hypothesis(unknownGrantsAreNotGiven: true)
    ifTrialsWerePaid.paying = Set(trials)
    return world(supposing: ifTrialsWerePaid).value(rule) == .yes ? "in-trial" : "not-held"
  }

  /// The grants (by index) in a trial that runs now.
  var trials: [Int] {
    holdings.indices.filter {
      holdings[$0].isInTrial && holdings[$0].counts(at: now, asOf: snapshot.asOf)
    }
  }

  /// The free amount is open; of a ladder, and no step surely counts.
  func isUndecided(_ rule: Naive.Rule, _ world: Naive.EvaluationInput) -> Bool {
    rule.ladder.map { world.reach($0) == .undecided } ?? rule.isUndecided
  }

  private func wouldHold(
    _ rule: Naive.Rule,
    ifGrantsCounted isCounted: (Naive.Holding) -> Bool
  ) -> Bool {
    var hypothesis = Naive.Hypothesis(unknownGrantsAreNotGiven: true)
    hypothesis.counting = Set(holdings.indices.filter { isCounted(holdings[$0]) })
    return !hypothesis.counting.isEmpty && world(supposing: hypothesis).value(rule) == .yes
  }

  /// Whether it would hold without something that is held and stands under a `not`.
  private func isExcluded(_ rule: Naive.Rule) -> Bool {
    guard case .requires(let requirement) = rule.demand else { return false }
    let preparedAnswers = worldWithoutUnknownGrants()
    let held = requirement.names(underNot: false).filter {
      preparedAnswers.value(ofName: $0) == .yes
    }
    return Naive.subsets(of: held).dropFirst().contains { names in
      var hypothesis = Naive.Hypothesis(unknownGrantsAreNotGiven: true)
      hypothesis.falsified = Set(names)
      return world(supposing: hypothesis).value(rule) == .yes
    }
  }
}

extension Naive.Rule {
  var isComparison: Bool {
    switch subject {
    case .limit, .setting: return true
    case .features, .growth: return false
    }
  }

  /// A comparison or a bare meter.
  var isLimit: Bool {
    if case .features = subject { return false }
    return true
  }

  var isUndecided: Bool {
    if case .limit(let limit) = subject { return limit.amount == .undecided }
    return false
  }
}

extension Naive.Rule {
  /// Whether a requirement of it says `paid`.
  var asksForPaid: Bool {
    var requirements = (ladder?.steps.compactMap(\.requirement) ?? [])
    if case .requires(let requirement) = demand { requirements.append(requirement) }
    if let requirement = overage?.requirement { requirements.append(requirement) }
    if case .limit(let limit) = subject, let requirement = limit.rollover?.requirement {
      requirements.append(requirement)
    }
    return requirements.contains { requirement in
      requirement.names(underNot: true).contains { $0.hasPrefix("paid ") }
    }
  }
}

extension Naive.Requirement {
  /// The names that are asked for: `not` asks for nothing.
  var wanted: [String] {
    switch self {
    case .name(let name), .paid(let name): return [name]
    case .not: return []
    case .all(let parts), .any(let parts):
      return parts.flatMap(\.wanted).reduce(into: []) { names, name in
        if !names.contains(name) { names.append(name) }
      }
    }
  }

  /// The names that stand under a `not`, at any depth.
  func names(underNot isUnder: Bool) -> [String] {
    switch self {
    case .name(let name): return isUnder ? [name] : []
    case .paid(let name): return isUnder ? ["paid " + name] : []
    case .not(let part): return part.names(underNot: true)
    case .all(let parts), .any(let parts):
      return parts.flatMap { $0.names(underNot: isUnder) }.reduce(into: []) { names, name in
        if !names.contains(name) { names.append(name) }
      }
    }
  }

  /// Whether these names meet it, when a `not` asks for nothing. Nobody pays for being first.
  func isMet(by names: Set<String>, paid: Set<String>) -> Bool {
    switch self {
    case .name(let name): return names.contains(name)
    case .paid(let name): return paid.contains(name)
    case .not: return true
    case .all(let parts): return parts.allSatisfy { $0.isMet(by: names, paid: paid) }
    case .any(let parts): return parts.contains { $0.isMet(by: names, paid: paid) }
    }
  }
}

extension Naive.Evaluator {
  /// The minimal sets of names that meet what a rule asks for (4.6), fewest first.
  func needs(_ demand: Naive.Rule.Demand) -> [[String]] {
    guard case .requires(let requirement) = demand else { return [] }
    let names = requirement.wanted
    let enough = Naive.subsets(of: names).filter { chosen in
      var held = Set(chosen)
      for name in chosen { held.formUnion(brings[name] ?? []) }
      return requirement.isMet(
        by: held.union(firstTier.map { [$0] } ?? []), paid: held)
    }
    let minimal = enough.filter { chosen in
      !enough.contains { $0.count < chosen.count && Set($0).isSubset(of: chosen) }
    }
    func order(_ chosen: [String]) -> [Int] {
      [chosen.count] + chosen.map { names.firstIndex(of: $0) ?? 0 }
    }
    return minimal.sorted { order($0).lexicographicallyPrecedes(order($1)) }
  }
}
