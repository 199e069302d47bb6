extension Naive.Evaluator {
  /// Decides one ask about one snapshot, section 4 step by step.
  public func decide(_ ask: Naive.Ask, _ snapshot: Naive.Snapshot) -> Naive.Decision {
    Naive.Question(self, snapshot, ask).decision()
  }

  /// Every instant at which anything can change for this ask, in order; those after the
  /// effective now are what `wait` and `validUntil` try.
  public func instants(_ ask: Naive.Ask, _ snapshot: Naive.Snapshot) -> [Int] {
    Naive.Question(self, snapshot, ask).instants()
  }

  /// `allowed`, `warned` or `denied` as if the effective now were `time`: for checking
  /// `validUntil` at instants of your own.
  public func outcome(_ ask: Naive.Ask, _ snapshot: Naive.Snapshot, at time: Int) -> String {
    let question = Naive.Question(self, snapshot, ask)
    guard let rules = question.rules else { return "denied" }
    return question.world(at: time).outcome(rules).name
  }
}

extension Naive.Question {
  func decision() -> Naive.Decision {
    let flags = isClockBehind ? ["clock-behind"] : []
    guard let rules else {
      return Naive.Decision(
        target: ask.target,
        outcome: "denied",
        reason: "undeclared",
        flags: flags
      )
    }
    let outcome = world().outcome(rules)
    var decision = Naive.Decision(
      target: ask.target,
      outcome: outcome.name,
      reason: reasonOfAllowed(rules),
      flags: flags
    )
    decision.quota = quota(after: outcome)
    let present = world()
    for meter in usedMeters {
      let amount = taken(from: meter, present).possible
      if amount > 0 { decision.uses.append(Naive.Taken(meter: meter, amount: amount)) }
    }
    decision.waysIn = waysIn(from: outcome)
    decision.reminder = reminder(after: outcome)
    decision.value = settingState()
    let value = setting.map { world().value($0) }
    decision.validUntil = laterInstants().first { instant in
      let later = world(at: instant)
      return later.outcome(rules) != outcome || setting.map { later.value($0) } != value
    }
    explainFailures(rules, in: &decision)
    if outcome.name == "denied" { decision.instead = instead(of: rules) }
    return decision
  }

  /// What may be used in the place of what is denied: each named target asked by itself.
  private func instead(of rules: [Naive.NumberedRule]) -> [String] {
    let present = world()
    let failing = rules.map(\.rule).filter { present.value($0) != .yes && !present.isSoft($0) }
    var names: [String] = []
    for name in failing.flatMap(\.instead) where name != ask.target && !names.contains(name) {
      var other = Naive.Ask(target: name, now: ask.now)
      other.facts = ask.facts
      other.usage = ask.usage
      let question = Naive.Question(evaluator, snapshot, other)
      guard let rules = question.rules else { continue }
      if question.world().outcome(rules).name != "denied" { names.append(name) }
    }
    return names
  }

  /// Blockers, and the reason and prompt that the first of them gives.
  private func explainFailures(_ rules: [Naive.NumberedRule], in decision: inout Naive.Decision) {
    let present = world()
    let failing = rules.filter { present.value($0.rule) != .yes }
    decision.blockers = failing.map { numbered in
      var blocker = Naive.Blocker(
        line: numbered.line,
        reason: reason(numbered.rule),
        needs: needs(numbered.rule),
        soft: present.isSoft(numbered.rule),
        message: numbered.rule.message
      )
      blocker.charge = present.charge(numbered.rule)
      return blocker
    }
    let first = decision.blockers.firstIndex { !$0.soft } ?? decision.blockers.indices.first
    if let first {
      decision.reason = decision.blockers[first].reason
      decision.prompt = prompt(decision.reason, of: failing[first].rule)
    }
  }

  /// `granted`, `within-limit` or `ungated` (4.5).
  private func reasonOfAllowed(_ rules: [Naive.NumberedRule]) -> String {
    let present = world()
    if let ladder = setting?.rule.ladder, present.opensStep(ladder) { return "granted" }
    let isGranted = rules.filter({ present.asks($0) }).map(\.rule).contains { rule in
      if let ladder = rule.ladder {
        return present.inForce(rule) != .no && present.condition(rule) != .no
          && present.opensStep(ladder)
      }
      return rule.demand != .nothing
        && present.inForce(rule) != .no
        && present.condition(rule) != .no
        && present.requirement(rule.demand) == .yes
    }
    if isGranted { return "granted" }
    // The value of a setting is no limit that binds.
    if setting != nil { return "ungated" }
    return bindingLimits().isEmpty ? "ungated" : "within-limit"
  }

  // MARK: Instants

  func laterInstants() -> [Int] {
    instants().filter { $0 > now }
  }

  /// Generously: every instant of policy, snapshot and ask, and all that derive from them.
  func instants() -> [Int] {
    var result: Set<Int> = []
    for grant in snapshot.grants { result.formUnion([grant.start, grant.until].compactMap { $0 }) }
    result.formUnion(holdings.compactMap(\.graceEnd))
    if let asOf = snapshot.asOf {
      result.insert(asOf)
      if let trust = evaluator.trust { result.insert(asOf + trust) }
    }
    for usage in Array(snapshot.usage.values) + Array(ask.usage.values) {
      let counters = [usage.total] + usage.windows.values.map { Optional($0) }
      result.formUnion(counters.flatMap { $0?.instants ?? [] })
    }
    for grant in evaluator.policyGrants {
      add([grant.from, grant.until], to: &result)
      switch grant.span {
      case .afterFact(let seconds, let fact)?:
        add([.after(seconds: 0, fact: fact), .after(seconds: seconds, fact: fact)], to: &result)
      case .afterMonths(let months, let fact)?:
        add([.after(seconds: 0, fact: fact), .afterMonths(months, fact: fact)], to: &result)
      case .afterInstant(let seconds, let instant)?:
        result.formUnion([instant, instant + seconds * Naive.second])
      case nil: continue
      }
    }
    for rule in evaluator.rules.map(\.rule) + evaluator.settings.values.map(\.rule.rule) {
      add([rule.from, rule.until], to: &result)
      for step in rule.ladder?.steps ?? [] { add([step.from, step.until], to: &result) }
      if case .until(let end)? = rule.soft { add([end], to: &result) }
    }
    for line in evaluator.uses.map(\.uses) {
      add([line.from, line.until], to: &result)
      for step in line.steps { add([step.from, step.until], to: &result) }
    }
    return result.sorted()
  }

  private func add(_ moments: [Naive.Moment?], to instants: inout Set<Int>) {
    for case let moment? in moments {
      if let instant = instant(moment) { instants.insert(instant) }
    }
  }
}
