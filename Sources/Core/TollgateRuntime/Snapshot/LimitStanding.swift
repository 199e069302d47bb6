/// The result of a rule with a limit, but for how much is asked for.
package struct LimitStanding: Sendable, BitwiseCopyable {
  /// The limit, allowance added; `Int64.min` for none or unknown.
  package var highest: Int64
  /// The counter's value, as it is kept.
  package var counted: PackedAmount
  /// Whether the rule holds whatever is used: it does not apply, or its requirement is met.
  package var waiver: Truth
  package var kind: Kind
  /// The reason of the rule where it is false, if `isPlain`.
  package var reason: Reason
  package var window: Window
  package var isSoft: Bool
  /// Whether it applies and the user has what it requires.
  package var opens: Bool
  /// Whether a false rule always has the same reason. Otherwise only an evaluation can tell.
  package var isPlain: Bool
  /// Whether the free amount is open: without a step, of a ladder.
  package var isUndecided: Bool
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
    var figures = Figures(
      measure: isUndecided ? .undecided : .limited, window: window, highest: highest,
      counted: counted)
    if kind == .any, waiver != .no { figures.forget() }
    return figures
  }
}

extension LimitStanding {
  /// The verdict about a meter with these limits; nil if only an evaluation can tell.
  ///
  /// - Parameter plain: The verdict of its rules without a limit.
  static func verdict(
    of limits: ArraySlice<LimitStanding>, behind plain: PackedVerdict, growth: Ask.Growth,
    target: Target
  ) -> Verdict? {
    verdict(of: limits, behind: plain, growth: growth, target: target) { limits[$0].counted }
  }

  /// The same, where something else tells what is used of the limit at a place.
  @inline(__always)
  static func verdict(
    of limits: ArraySlice<LimitStanding>, behind plain: PackedVerdict, growth: Ask.Growth,
    target: Target, counted: (Int) -> PackedAmount
  ) -> Verdict? {
    // Only an evaluation can tell which of two failing rules decides.
    guard plain.outcome == .allowed else { return nil }
    var fold = RuleFold(reasonOfAllowed: plain.reason)
    for place in limits.indices {
      var limit = limits[place]
      limit.counted = counted(place)
      fold.hold(opens: limit.opens, binds: limit.waiver != .yes)
      guard limit.waiver != .yes else { continue }
      guard let isExceeded = limit.isExceeded(by: growth) else { return nil }
      guard isExceeded else {
        fold.bind(limit.figures, denies: false)
        continue
      }
      guard limit.waiver == .no, limit.isPlain else { return nil }
      let denies = !limit.isSoft && !fold.isDecided
      fold.fail(at: place, isSoft: limit.isSoft)
      fold.bind(limit.figures, denies: denies)
    }
    guard let figures = fold.figures else { return nil }
    let deciding = fold.deciding.map { limits[$0] }
    return Verdict(
      fold.outcome, deciding?.reason ?? fold.reasonOfAllowed, figures,
      position: deciding.map { Int($0.position) }, target: target.index)
  }

  /// Whether an ask goes above the limit; nil if that is unknown.
  @inline(__always)
  fileprivate func isExceeded(by growth: Ask.Growth) -> Bool? {
    let raised = growth.value(from: counted.value)
    if case .notRaised = raised { return false }
    switch kind {
    case .any, .undecided: return true
    case .above:
      guard case .known(let value) = raised else { return nil }
      return value > highest
    case .unsure: return nil
    }
  }
}
