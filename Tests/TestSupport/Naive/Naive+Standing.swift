extension Naive.Evaluator {
  /// `allowed`, `warned`, `denied` or `unknown` for one more of a target, and the line of the rule
  /// that decides. It is unknown where no rule that is not soft is false, also for reasons (4.6).
  public func standing(_ target: String, _ snapshot: Naive.Snapshot, at now: Int) -> (
    name: String, line: Int?
  ) {
    let question = Naive.Question(self, snapshot, Naive.Ask(target: target, now: now))
    guard let rules = question.rules else { return ("denied", nil) }
    let world = question.world()
    let failing = rules.filter { world.value($0.rule) != .yes }
    let hard = failing.filter { !world.isSoft($0.rule) }
    let line = (hard.first ?? failing.first)?.line
    if hard.isEmpty { return (failing.isEmpty ? "allowed" : "warned", line) }
    let reasoned = question.worldWithoutUnknownGrants()
    return (hard.contains { reasoned.value($0.rule) == .no } ? "denied" : "unknown", line)
  }
}

extension Naive.Policy {
  /// The same policy with about half of the quantities of its limits halved; nil if none is.
  public func changingLimits(_ random: inout Naive.SplitMix64) -> Naive.Policy? {
    var changed = self
    for place in statements.indices {
      guard case .rule(var rule) = statements[place], case .limit(var limit) = rule.subject,
        random.chance(50)
      else { continue }
      limit.amount = limit.amount.halved
      rule.subject = .limit(limit)
      changed.statements[place] = .rule(rule)
    }
    return changed == self ? nil : changed
  }

  /// The same policy without its trust; one that trusts for ever trusts for a day.
  public func changingTrust() -> Naive.Policy {
    var changed = self
    changed.statements.removeAll { statement in
      if case .trust = statement { return true }
      return false
    }
    if changed == self { changed.statements.insert(.trust(seconds: 86_400), at: 0) }
    return changed
  }
}

extension Naive.Rule.Amount {
  fileprivate var halved: Naive.Rule.Amount {
    switch self {
    case .moreThan(let quantity): return .moreThan(quantity / 2)
    case .atLeast(let quantity): return .atLeast(max(1, quantity / 2))
    case .undecided: return self
    case .allowance(let otherwise): return .allowance(otherwise: otherwise.map { $0 / 2 })
    case .ladder(let base, var steps):
      for place in steps.indices { steps[place].quantity = steps[place].quantity.map { $0 / 2 } }
      return .ladder(base: base.halved, steps)
    }
  }
}
