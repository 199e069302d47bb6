extension Inquiry {
  /// The reason of the decision.
  package func reason(of outcome: Decision.Outcome) -> Reason {
    guard outcome == .allowed else {
      return decisive.map { reason(ofFailing: $0) } ?? .notHeld
    }
    var evaluation = evaluation()
    return evaluation.reason(ofAllowed: subject.rules[...])
  }

  /// Every rule that fails, in the order of the source.
  package var blockers: [Blocker] {
    failing.map { failing in
      let rule = graph.parts.rules[Int(failing.rule)]
      return Blocker(
        rule: rule.place.text, file: graph.parts.file, line: Int(rule.place.line),
        reason: reason(ofFailing: failing.rule), needs: needs(of: rule),
        isSoft: failing.isSoft, index: failing.rule)
    }
  }

  private func needs(of rule: Rule) -> [[String]] {
    rule.needs.map { set in
      set.map { need in
        switch need {
        case .entitlement(let index): graph.parts.entitlements[Int(index)].name
        case .fact(let index): graph.parts.facts[Int(index)].name
        }
      }
    }
  }

  /// Why a rule fails: the first reason that fits.
  package func reason(ofFailing rule: Int32) -> Reason {
    var reasoning = reasoning()
    switch reasoning.holds(rule) {
    case .no: return reason(ofFalse: rule)
    case .unknown: return reason(ofUnknown: rule)
    case .yes:
      // Unknown only because something the policy itself may give stands behind a `not`.
      var evaluation = evaluation()
      return evaluation.unknowns(in: rule).isStale ? .stale : .unknownFact
    }
  }

  private func reason(ofUnknown rule: Int32) -> Reason {
    var fresh = reasoning(in: prepared.world.with(staleAt: .max))
    if fresh.holds(rule) == .yes { return .stale }
    var reasoning = reasoning()
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

  private func reason(ofFalse index: Int32) -> Reason {
    if let reason = plainReason(ofFalse: index) { return reason }
    if holds(index, counting: { $0.state == .hold || $0.state == .paused }) { return .onHold }
    if holds(index, counting: { $0.state == .pending }) { return .pending }
    if graph.cores[Int(index)].limit != nil { return .limitReached }
    if holds(index, counting: { $0.state == .refunded || $0.state == .revoked }) {
      return .revoked
    }
    if holds(index, counting: { $0.state == .expired || $0.hasEnded(at: now) }) {
      return .expired
    }
    return isExcluded(index) ? .excluded : .notHeld
  }

  private func holds(_ rule: Int32, counting counts: (PreparedGrant) -> Bool) -> Bool {
    guard let world = world(counting: counts) else { return false }
    var reasoning = reasoning(in: world)
    return reasoning.holds(rule) == .yes
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
