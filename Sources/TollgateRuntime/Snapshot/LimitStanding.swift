/// What a rule with a limit comes to.
package struct LimitStanding: Sendable, BitwiseCopyable {
  /// The limit, allowance added; `Int64.min` for none or unknown.
  package var highest: Int64
  /// The counter's value; -1 for unknown.
  package var used: Int64
  /// Whether the rule holds whatever is used: it does not apply, or its requirement is met.
  package var waiver: Truth
  package var kind: Kind
  /// The reason of the rule where it is false, if `isPlain`.
  package var reason: Reason
  package var window: Window
  package var isSoft: Bool
  /// Whether it applies and what it requires is held.
  package var opens: Bool
  /// Whether there is one reason where the rule is false. Otherwise it takes a closer look.
  package var isPlain: Bool
  package var position: Int16

  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Above the limit.
    case above
    /// Every growth is too much.
    case any, undecided
    /// Above a limit that is not surely known.
    case unsure
  }

  var figures: Figures {
    Figures(
      measure: kind == .undecided ? .undecided : .limited, window: window, highest: highest,
      used: used)
  }
}

extension LimitStanding {
  /// The verdict about a meter with these limits; nothing where it takes a closer look.
  ///
  /// - Parameter plain: What its rules without a limit come to.
  static func verdict(
    of limits: ArraySlice<LimitStanding>, behind plain: PackedVerdict, growth: Ask.Growth,
    target: Target
  ) -> Verdict? {
    // Which of two failing rules decides is for the closer look to say.
    guard plain.outcome == .allowed else { return nil }
    var outcome = Decision.Outcome.allowed
    var reason = plain.reason
    var position: Int?
    var figures: Figures?
    for limit in limits {
      if limit.opens, outcome == .allowed { reason = .granted }
      guard limit.waiver != .yes else { continue }
      if figures.map({ limit.figures.rank < $0.rank }) ?? true { figures = limit.figures }
      guard let isExceeded = limit.isExceeded(by: growth) else { return nil }
      guard isExceeded else {
        if outcome == .allowed, reason == .ungated { reason = .withinLimit }
        continue
      }
      guard limit.waiver == .no, limit.isPlain else { return nil }
      if outcome == .denied || (outcome == .warned && limit.isSoft) { continue }
      outcome = limit.isSoft ? .warned : .denied
      reason = limit.reason
      position = Int(limit.position)
    }
    return figures.map { Verdict(outcome, reason, $0, position: position, target: target.index) }
  }

  /// Whether an ask goes above the limit; nothing where that is not known.
  @inline(__always)
  fileprivate func isExceeded(by growth: Ask.Growth) -> Bool? {
    guard let value = growth.value(from: used) else { return false }
    switch kind {
    case .any, .undecided: return true
    case .above: return value < 0 ? nil : value > highest
    case .unsure: return nil
    }
  }
}
