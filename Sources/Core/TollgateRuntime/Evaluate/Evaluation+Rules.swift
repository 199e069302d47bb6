extension Evaluation {
  /// Whether a rule holds: it does not apply, or its requirement is met.
  package mutating func holds(_ index: Int32) -> Truth { isKept(index) }

  /// Whether a failing rule only warns now. Where that cannot be known, it does not.
  package mutating func isSoft(_ index: Int32) -> Bool {
    value(graph[rule: index].soft) == .yes
  }

  /// Whether a rule binds this user: it is not certainly out of force, its condition is not false
  /// and its requirement is not met; of a ladder, the user's limit is not `unlimited`.
  package mutating func binds(_ index: Int32) -> Bool {
    let rule = graph[rule: index]
    guard value(rule.inForce) != .no, value(rule.condition) != .no else { return false }
    return isBinding(rule)
  }

  /// Whether a rule holds whatever is used: it does not apply, or its requirement is met.
  mutating func waives(_ index: Int32) -> Truth {
    let rule = graph[rule: index]
    return (!value(rule.inForce)).or(!value(rule.condition)).or(value(rule.requirement))
  }

  /// The same of a rule that is not certainly out of force and whose condition is not false.
  mutating func isBinding(_ rule: RuleCore) -> Bool {
    switch rule.limit?.kind {
    case .ladder: rule.limit.map { reach(of: $0) != .unlimited } ?? false
    case .setting: false
    case .atMost, .allowance, .undecided, .bare, nil: value(rule.requirement) != .yes
    }
  }

  /// Whether the user has what a rule requires, which is something; or a step of its ladder.
  mutating func isOpened(_ rule: RuleCore) -> Bool {
    if let limit = rule.limit, graph.ladder(of: limit) != nil { return opensStep(of: limit) }
    return rule.effect == .requires && value(rule.requirement) == .yes
  }

  @inline(__always)
  package mutating func exceeds(_ limit: Limit, of rule: Int32) -> Truth { exceeds(limit) }

  /// Whether the ask would raise a counter's value above a limit.
  @inline(__always)
  package mutating func exceeds(_ limit: Limit) -> Truth {
    if let ladder = graph.ladder(of: limit) { return exceedsLadder(ladder, limit) }
    return limit.kind.isExceeded(
      by: ask.growth, used: used(of: limit.counter), with: allowance(of: limit.counter.meter))
  }

  /// The highest value that a limit lets pass, allowance added: surely, and with what is only
  /// perhaps granted. Nil if it is unknown or there is none.
  package mutating func allowed(by limit: Limit) -> (known: Int64, perhaps: Int64)? {
    guard graph.ladder(of: limit) != nil else {
      return limit.kind.allowed(with: allowance(of: limit.counter.meter))
    }
    guard case .quantity(let quantity) = reach(of: limit) else { return nil }
    let raise = raise(of: limit)
    return (quantity.saturatingAdd(raise.known), quantity.saturatingAdd(raise.perhaps))
  }
}
