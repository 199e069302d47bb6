extension Inquiry {
  /// What the rules come to, why, and the place among them of the one that gives a denial or a
  /// warning its reason: the first that fails and is not soft, or the first that fails if all are.
  var answer: (outcome: Decision.Outcome, reason: Reason, position: Int?) {
    var evaluation = evaluation()
    var position: Int?
    for place in subject.rules.indices where evaluation.holds(subject.rules[place]) != .yes {
      guard evaluation.isSoft(subject.rules[place]) else {
        return (.denied, reason(ofFailing: subject.rules[place]), place)
      }
      if position == nil { position = place }
    }
    guard let position else {
      return (.allowed, evaluation.reason(ofAllowed: subject.rules[...]), nil)
    }
    return (.warned, reason(ofFailing: subject.rules[position]), position)
  }

  /// Rules that fail, with the reason of each. That of the one that decides is the decision's own.
  func blockers(_ failing: [FailingRule], _ reason: Reason) -> [Blocker] {
    let deciding = failing.deciding?.index
    return failing.map { failing in
      let rule = graph.parts.rules[Int(failing.index)]
      return Blocker(
        rule: rule.place.text, file: graph.parts.file, line: Int(rule.place.line),
        reason: failing.index == deciding
          ? reason : self.reason(of: failing.index, failing.truth),
        needs: needs(of: rule), isSoft: failing.isSoft, index: failing.index)
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
    return reason(of: rule, reasoning.holds(rule))
  }

  /// Why a rule fails that comes to this for reasons.
  private func reason(of rule: Int32, _ truth: Truth) -> Reason {
    switch truth {
    case .no: return reason(ofFalse: rule)
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
    reasoning.staleAt = prepared.world.staleAt
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

  private func reason(ofFalse rule: Int32) -> Reason {
    if let reason = plainReason(ofFalse: rule) { return reason }
    if holds(rule, counting: { $0.state == .hold || $0.state == .paused }) { return .onHold }
    if holds(rule, counting: { $0.state == .pending }) { return .pending }
    if graph.cores[Int(rule)].limit != nil { return .limitReached }
    if holds(rule, counting: { $0.state == .refunded || $0.state == .revoked }) {
      return .revoked
    }
    if holds(rule, counting: { $0.state == .expired || $0.hasEnded(at: now) }) {
      return .expired
    }
    return isExcluded(rule) ? .excluded : .notHeld
  }

  /// Whether a rule would hold if these grants counted, whatever their states and dates.
  private func holds(_ rule: Int32, counting counts: (PreparedGrant) -> Bool) -> Bool {
    guard prepared.grants.contains(where: counts) else { return false }
    var reasoning = reasoning()
    for grant in prepared.grants where counts(grant) {
      reasoning.hypothesis.give(grant, in: graph)
    }
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
