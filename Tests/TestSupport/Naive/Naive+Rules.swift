extension Naive {
  enum Outcome: Int, Comparable {
    case denied
    case warned
    case allowed

    static func < (one: Outcome, other: Outcome) -> Bool {
      one.rawValue < other.rawValue
    }

    var name: String {
      switch self {
      case .denied: return "denied"
      case .warned: return "warned"
      case .allowed: return "allowed"
      }
    }
  }

  /// Why something is unknown.
  enum Doubt: Hashable {
    case staleGrant
    /// Something stale beside a missing counter.
    case staleBeside
    case usage(String)
    case allowance(String)
    case fact(String)

    var isUsage: Bool {
      switch self {
      case .usage, .allowance: return true
      case .staleGrant, .staleBeside, .fact: return false
      }
    }
  }
}

extension Naive.EvaluationInput {
  /// Whether a rule holds: it does not apply, or its requirement is met.
  func value(_ rule: Naive.Rule) -> Naive.Truth { settled(rule, plainValue(rule)) }

  /// The same as if nothing were for money.
  func plainValue(_ rule: Naive.Rule) -> Naive.Truth {
    if rule.runningUseMayFinish && question.ask.continuing { return .yes }
    let applies = min(inForce(rule), condition(rule), exceeds(rule.subject))
    return max(applies.negated, requirement(rule.demand))
  }

  /// Whether the ask, or what it takes from a meter, goes beyond the subject of a rule.
  func exceeds(_ subject: Naive.Rule.Subject) -> Naive.Truth {
    let numbered = Naive.NumberedRule(
      line: 0, rule: Naive.Rule(subject: subject, demand: .off), covers: [])
    guard let meter = numbered.meter, meter != question.meter, change == nil else {
      return comparison(subject)
    }
    return comparison(subject, takingFrom: meter)
  }

  func inForce(_ rule: Naive.Rule) -> Naive.Truth {
    min(begun(rule.from), notOver(rule.until))
  }

  func condition(_ rule: Naive.Rule) -> Naive.Truth {
    min(met(rule.when), met(rule.unless, ifAbsent: .no).negated)
  }

  func isSoft(_ rule: Naive.Rule) -> Bool {
    switch rule.soft {
    case nil: return isForMoney(rule)
    case .always?: return true
    case .until(let end)?: return notOver(end) == .yes
    }
  }

  func requirement(_ demand: Naive.Rule.Demand) -> Naive.Truth {
    switch demand {
    case .nothing: return .yes
    case .off: return .no
    case .requires(let requirement): return value(of: requirement)
    }
  }

  func value(of requirement: Naive.Requirement) -> Naive.Truth {
    switch requirement {
    case .name(let name): return value(ofName: name)
    case .paid(let name): return value(ofName: "paid " + name)
    case .all(let parts): return parts.map { value(of: $0) }.min() ?? .yes
    case .any(let parts): return parts.map { value(of: $0) }.max() ?? .no
    case .not(let part): return value(of: part).negated
    }
  }

  /// A yes-or-no fact or an entitlement.
  func value(ofName name: String) -> Naive.Truth {
    if hypothesis.falsified.contains(name) { return .no }
    if name.hasPrefix("paid ") { return holdsByPurchase(String(name.dropFirst(5)), isPaid: true) }
    if evaluator.facts[name] != nil { return met(.flag(fact: name)) }
    return holds(name)
  }

  // MARK: Limits look ahead, and stop growth only

  /// Whether the ask raises a counter; a missing one counts as 0 for `reaching`.
  func grows(_ meter: String, _ window: Naive.Window?) -> Bool {
    switch change ?? question.ask.change ?? .adding(1) {
    case .adding(let amount): return amount > 0
    case .reaching(let value): return value > used(meter, window) ?? 0
    case .reachingChoice, .reachingUnlimited: return true
    }
  }

  /// The value that a counter would have; null is unknown.
  func valueAfter(_ meter: String, _ window: Naive.Window?) -> Int? {
    switch change ?? question.ask.change ?? .adding(1) {
    case .adding(let amount): return used(meter, window).map { Naive.sum($0, amount) }
    case .reaching(let value): return value
    case .reachingChoice, .reachingUnlimited: return nil
    }
  }

  /// Whether the ask goes beyond the limit that is the subject of a rule.
  func comparison(_ subject: Naive.Rule.Subject) -> Naive.Truth {
    switch subject {
    case .features: return .yes
    case .growth(let meter): return Naive.Truth(grows(meter, nil))
    case .limit(let limit):
      guard grows(limit.meter, limit.window) else { return .no }
      if limit.amount == .undecided { return .yes }
      if let ladder = Naive.Rule(subject: subject, demand: .off).ladder {
        return exceeds(valueAfter(limit.meter, limit.window), ladder)
      }
      guard let value = valueAfter(limit.meter, limit.window) else { return .unknown }
      return exceeds(value, limit)
    case .setting(let setting): return exceeds(setting)
    }
  }

  private func exceeds(_ value: Int, _ limit: Naive.Rule.Limit) -> Naive.Truth {
    let allowance: Naive.Span
    let isBeyond: (Int) -> Bool
    switch limit.amount {
    case .undecided, .ladder:
      return .yes
    case .moreThan(let quantity):
      allowance = raise(limit)
      isBeyond = { $0 > quantity }
    case .atLeast(let quantity):
      allowance = raise(limit)
      isBeyond = { $0 >= quantity }
    case .allowance(let otherwise):
      guard let whole = wholeAllowance(limit, otherwise: otherwise) else { return .unknown }
      allowance = whole + carried(limit)
      isBeyond = { $0 > 0 }
    }
    let surely = isBeyond(value - allowance.low)
    let perhaps = isBeyond(value - allowance.high)
    return surely == perhaps ? Naive.Truth(surely) : .unknown
  }

  // MARK: Outcome (4.5)

  func outcome(_ rules: [Naive.NumberedRule]) -> Naive.Outcome {
    var result = Naive.Outcome.allowed
    for numbered in rules where value(numbered.rule) != .yes {
      guard isSoft(numbered.rule) else { return .denied }
      result = .warned
    }
    return result
  }

  // MARK: Unknown rules

  /// The unknown leaves that are reached only through unknown expressions.
  func doubts(_ rule: Naive.Rule) -> Set<Naive.Doubt> {
    var result = doubts([rule.from, rule.until])
    if let when = rule.when { result.formUnion(doubts(when)) }
    if let unless = rule.unless { result.formUnion(doubts(unless)) }
    if exceeds(rule.subject) == .unknown {
      let numbered = Naive.NumberedRule(line: 0, rule: rule, covers: [])
      var copy = self
      if let meter = numbered.meter, meter != question.meter {
        result.formUnion(doubtsOfTaking(from: meter))
        copy.change = .adding(question.taken(from: meter, self).possible)
      }
      if copy.comparison(rule.subject) == .unknown {
        result.formUnion(copy.doubts(rule.subject))
      }
    }
    if case .requires(let requirement) = rule.demand {
      result.formUnion(doubts(requirement))
    }
    return result.union(doubtsOfMoney(rule))
  }

  /// Moments after a fact that is missing.
  func doubts(_ moments: [Naive.Moment?]) -> Set<Naive.Doubt> {
    var result: Set<Naive.Doubt> = []
    for moment in moments {
      switch moment {
      case .after(_, let fact)?, .afterMonths(_, let fact)?:
        if question.instant(0, after: fact) == nil { result.insert(.fact(fact)) }
      case .at?, nil: break
      }
    }
    return result
  }

  /// A counter that is missing, and what is stale beside it.
  func doubts(counter meter: String, _ window: Naive.Window?) -> Set<Naive.Doubt> {
    let name = meter + (window.map { "/\($0.rawValue)" } ?? "")
    let span = addOns(meter, window)
    return span.low == span.high ? [.usage(name)] : [.usage(name), .staleBeside]
  }

  func doubts(_ condition: Naive.Condition) -> Set<Naive.Doubt> {
    guard met(condition) == .unknown else { return [] }
    switch condition {
    case .all(let parts), .any(let parts):
      return parts.reduce(into: []) { $0.formUnion(doubts($1)) }
    case .not(let part):
      return doubts(part)
    case .meter(let meter, _, _, let window):
      return used(meter, window) == nil ? doubts(counter: meter, window) : [.staleGrant]
    case .rollout: return [.fact("subject")]
    case .choiceIs(let fact, _), .choiceIsNot(let fact, _), .choiceIsOneOf(let fact, _),
      .flag(let fact), .before(let fact, _), .since(let fact, _), .number(let fact, _, _):
      return [.fact(fact)]
    }
  }

  func doubts(_ requirement: Naive.Requirement) -> Set<Naive.Doubt> {
    guard value(of: requirement) == .unknown else { return [] }
    switch requirement {
    case .all(let parts), .any(let parts):
      return parts.reduce(into: []) { $0.formUnion(doubts($1)) }
    case .not(let part):
      return doubts(part)
    case .paid: return [.staleGrant]
    case .name(let name):
      if evaluator.facts[name] != nil { return [.fact(name)] }
      var result: Set<Naive.Doubt> = []
      if holdsByPurchase(name) == .unknown { result.insert(.staleGrant) }
      for (grant, value) in zip(evaluator.policyGrants, given)
      where value == .unknown && evaluator.brings[grant.entitlement]?.contains(name) == true {
        result.formUnion(doubts(grant))
      }
      return result
    }
  }

  /// What makes a `grant` statement unknown.
  func doubts(_ grant: Naive.PolicyGrant) -> Set<Naive.Doubt> {
    var result = doubts([grant.from, grant.until])
    switch grant.span {
    case .afterFact(_, let fact)?, .afterMonths(_, let fact)?:
      result.formUnion(doubts([.after(seconds: 0, fact: fact)]))
    case .afterInstant?, nil: break
    }
    if let when = grant.when { result.formUnion(doubts(when)) }
    if let unless = grant.unless { result.formUnion(doubts(unless)) }
    return result
  }

  private func doubts(_ subject: Naive.Rule.Subject) -> Set<Naive.Doubt> {
    if let ladder = Naive.Rule(subject: subject, demand: .off).ladder {
      if case .limit(let limit) = subject {
        let value = valueAfter(limit.meter, limit.window)
        return doubts(ladder, value, missing: doubts(counter: limit.meter, limit.window))
      }
      switch question.ask.change {
      case .reaching(let value)?, .reachingChoice(let value, _)?:
        return doubts(ladder, value, missing: [])
      default:
        var unlimited = ladder
        unlimited.base = .undecided
        unlimited.steps = ladder.steps.filter { $0.quantity == nil }
        return doubts(unlimited, 0, missing: [])
      }
    }
    guard case .limit(let limit) = subject else { return [] }
    var result: Set<Naive.Doubt> = []
    let isCounted = valueAfter(limit.meter, limit.window) != nil
    if case .allowance(let otherwise) = limit.amount,
      wholeAllowance(limit, otherwise: otherwise) == nil
    {
      result.insert(.allowance(limit.meter))
      if !isCounted { result.formUnion(doubts(counter: limit.meter, limit.window)) }
      return result.filter { $0 != .staleBeside }
    }
    return isCounted ? [.staleGrant] : doubts(counter: limit.meter, limit.window)
  }
}
