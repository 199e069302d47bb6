extension Evaluation {
  /// Whether a rule holds: it does not apply, or its requirement is met.
  package mutating func holds(_ index: Int32) -> Truth {
    let rule = graph.cores[Int(index)]
    if ask.isContinuing, rule.runningUseMayFinish, !Watcher.isThorough { return .yes }
    var parts = RuleTruth(
      inForce: value(rule.inForce), condition: .yes, exceeds: .yes, requirement: .no, holds: .yes)
    if parts.inForce == .no, !Watcher.isThorough { return .yes }
    parts.condition = value(rule.condition)
    if parts.condition == .no, !Watcher.isThorough { return .yes }
    if let limit = rule.limit { parts.exceeds = exceeds(limit) }
    if parts.exceeds == .no, !Watcher.isThorough { return .yes }
    parts.requirement = value(rule.requirement)
    parts.holds = (!parts.inForce).or(!parts.condition).or(!parts.exceeds).or(parts.requirement)
    if ask.isContinuing, rule.runningUseMayFinish { parts.holds = .yes }
    observer.sees(rule: index, parts)
    return parts.holds
  }

  /// Whether a failing rule only warns now. Where that cannot be known, it does not.
  package mutating func isSoft(_ index: Int32) -> Bool {
    value(graph.cores[Int(index)].soft) == .yes
  }

  /// Whether a rule binds this user: it is not certainly out of force, its condition is not false
  /// and its requirement is not met.
  package mutating func binds(_ index: Int32) -> Bool {
    let rule = graph.cores[Int(index)]
    return value(rule.inForce) != .no && value(rule.condition) != .no
      && value(rule.requirement) != .yes
  }

  /// Whether the ask would raise a counter's value above a limit.
  package func exceeds(_ limit: Limit) -> Truth {
    limit.kind.isExceeded(
      by: ask.growth, used: world.counter(limit.meter, limit.window).used(at: now),
      with: world.allowance(of: limit.meter, at: now))
  }

  /// The highest value that a limit lets pass, allowance added: surely, and with what is only
  /// perhaps granted. Nothing where it is unknown or there is none.
  package func allowed(by limit: Limit) -> (known: Int64, perhaps: Int64)? {
    limit.kind.allowed(with: world.allowance(of: limit.meter, at: now))
  }
}
