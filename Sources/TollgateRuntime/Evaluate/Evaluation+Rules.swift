extension Evaluation {
  /// Whether a rule holds: it does not apply, or its requirement is met.
  package mutating func holds(_ index: Int32) -> Truth { isKept(index) }

  /// Whether a failing rule only warns now. Where that cannot be known, it does not.
  package mutating func isSoft(_ index: Int32) -> Bool {
    value(graph[rule: index].soft) == .yes
  }

  /// Whether a rule binds this user: it is not certainly out of force, its condition is not false
  /// and its requirement is not met.
  package mutating func binds(_ index: Int32) -> Bool {
    let rule = graph[rule: index]
    return value(rule.inForce) != .no && value(rule.condition) != .no
      && value(rule.requirement) != .yes
  }

  @inline(__always)
  package func exceeds(_ limit: Limit, of rule: Int32) -> Truth { exceeds(limit) }

  /// Whether the ask would raise a counter's value above a limit.
  @inline(__always)
  package func exceeds(_ limit: Limit) -> Truth {
    limit.kind.isExceeded(
      by: ask.growth, used: used(of: limit.counter), with: allowance(of: limit.meter))
  }

  /// The highest value that a limit lets pass, allowance added: surely, and with what is only
  /// perhaps granted. Nil if it is unknown or there is none.
  package func allowed(by limit: Limit) -> (known: Int64, perhaps: Int64)? {
    limit.kind.allowed(with: allowance(of: limit.meter))
  }
}
