extension Inquiry {
  /// What the rules come to, why, and the place among them of the one that gives a denial or a
  /// warning its reason: the first that fails and is not soft, or the first that fails if all are.
  var answer: OutcomeAndReason { answer(of: subject.rules[...]) }

  package typealias OutcomeAndReason = (outcome: Decision.Outcome, reason: Reason, position: Int?)

  /// The same of some rules.
  func answer(of rules: ArraySlice<Int32>) -> OutcomeAndReason {
    var evaluation = evaluation()
    var first: Int?
    for place in rules.indices where evaluation.holds(rules[place]) != .yes {
      guard evaluation.isSoft(rules[place]) else {
        return (.denied, reason(ofFailing: rules[place]), place - rules.startIndex)
      }
      if first == nil { first = place }
    }
    guard let first else { return (.allowed, evaluation.reason(ofAllowed: rules), nil) }
    return (.warned, reason(ofFailing: rules[first]), first - rules.startIndex)
  }

  /// The rules that fail, with the reason of each. That of the one that decides is the decision's
  /// own.
  func blockers(_ standings: [RuleStanding], _ reason: Reason) -> [Blocker] {
    let graph = graph
    let deciding = standings.deciding
    var blockers: [Blocker] = []
    blockers.reserveCapacity(standings.failing)
    for place in standings.indices where standings[place].fails {
      let rule = standings[place].index
      let written = graph.parts.rules.place(of: rule)
      blockers.append(
        Blocker(
          rule: written.text, file: graph.parts.file, line: Int(written.line),
          reason: place == deciding
            ? reason : self.reason(of: rule, standings[place].truth, standings[place].dependencies),
          needs: graph.parts.rules.needs(of: rule) { graph.name(of: $0) },
          isSoft: standings[place].isSoft, index: rule))
    }
    return blockers
  }

  /// Why a rule fails: the first reason that fits.
  package func reason(ofFailing rule: Int32) -> Reason {
    var reasoning = reasoning()
    return reason(of: rule, reasoning.holds(rule), graph.dependencies(on: rule))
  }

  /// Why a rule fails that comes to this for reasons.
  private func reason(
    of rule: Int32, _ truth: Truth, _ dependencies: @autoclosure () -> Dependencies
  ) -> Reason {
    switch truth {
    case .no: return plainReason(ofFalse: rule) ?? reason(ofFalse: rule, dependencies())
    case .unknown: return reason(ofUnknown: rule)
    case .yes:
      // Unknown only because something the policy itself may give stands behind a `not`.
      var evaluation = evaluation()
      return evaluation.unknowns(in: rule).isStale ? .stale : .unknownFact
    }
  }

  private func reason(ofUnknown rule: Int32) -> Reason {
    var reasoning = reasoning()
    reasoning.staleAt = .max
    if reasoning.holds(rule) == .yes { return .stale }
    reasoning.staleAt = prepared.input.staleAt
    let unknowns = reasoning.unknowns(in: rule)
    if unknowns.usage { return .unknownUsage }
    return unknowns.isStale && !unknowns.fact ? .stale : .unknownFact
  }

  /// The reason of a rule that is false, where it does not depend on what was bought before.
  func plainReason(ofFalse index: Int32) -> Reason? {
    let rule = graph.cores[Int(index)]
    let isComparison = rule.limit.map { $0.kind != .bare } ?? false
    if rule.effect == .off, !isComparison { return .off }
    if rule.limit?.kind == .undecided { return .undecided }
    guard rule.limit != nil else { return nil }
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
    if graph.cores[Int(rule)].limit != nil { return .limitReached }
    if holds(counting: { $0.state == .refunded || $0.state == .revoked }) { return .revoked }
    if holds(counting: { $0.state == .expired || $0.hasEnded(at: now) }) { return .expired }
    return isExcluded(rule) ? .excluded : .notHeld
  }

  /// Whether a rule that is false would hold if these grants counted, whatever their states and
  /// dates.
  private func holds(
    _ rule: Int32, _ dependencies: Dependencies, counting counts: (PreparedGrant) -> Bool
  ) -> Bool {
    var given = Dependencies()
    for place in prepared.grants.indices where counts(prepared.grants[place]) {
      given.formUnion(graph.dependencies(of: prepared.grants[place]))
    }
    guard given.meets(dependencies) != .no else { return false }
    var reasoning = reasoning()
    for place in prepared.grants.indices where counts(prepared.grants[place]) {
      reasoning.hypothesis.give(prepared.grants[place], in: graph)
    }
    return reasoning.holds(rule) == .yes
  }
}

extension RuleGraph {
  fileprivate func name(of need: Rule.Need) -> String {
    switch need {
    case .entitlement(let index): parts.entitlements[Int(index)].name
    case .fact(let index): parts.facts[Int(index)].name
    }
  }
}

extension Evaluation {
  /// Why rules that all hold allow.
  mutating func reason(ofAllowed rules: ArraySlice<Int32>) -> Reason {
    var binds = false
    for index in rules {
      let rule = graph.cores[Int(index)]
      guard value(rule.inForce) != .no, value(rule.condition) != .no else { continue }
      let isMet = value(rule.requirement) == .yes
      if isMet, rule.effect == .requires { return .granted }
      if !isMet, rule.limit != nil { binds = true }
    }
    return binds ? .withinLimit : .ungated
  }
}
