/// Something that scenarios are to show of a rule.
///
/// Only an ask whose `expect` line is met shows anything. What it shows of a rule about its target
/// is seen in the evaluation of its decision:
///
/// - `held`: the rule came to true. It did not apply, its limit was not exceeded, its requirement
///   was met, or a running use was let finish.
/// - `failed`: it failed, and not because something is unknown: its reason is another one than
///   `stale`, `unknown-usage` and `unknown-fact`. (As for all reasons, a `grant` statement whose
///   facts are missing counts as not given.)
/// - `decided`: it failed in that way, and without this one rule the outcome would be another one.
/// - `inside`, `outside`: while the limit binds (in force, condition true, requirement not met), the
///   ask brings the counter to the last value that the limit lets pass, allowance added, or to the
///   next one. The ask must raise the value, since limits stop growth only; but nothing can grow
///   to 0, so a last value of 0 (a bare meter, `> 0`) is shown by an ask that leaves it at 0.
/// - `met`: the rule applied, its limit was exceeded, and it was this alternative that met the
///   requirement: all names of the alternative are held, and every other alternative whose names
///   are all held is included in it. Who holds `full`, which includes `basic`, meets `basic or
///   full` by `full`; who holds `basic` alone, by `basic`.
///
/// A goal that no ask can show is left out (``CoverageGoals``).
package enum CoverageGoal: Sendable, Hashable {
  case held
  case failed
  case decided
  case inside
  case outside
  /// By the place of the alternative among the needs of the rule.
  case met(Int)
}

/// A set of goals of one rule.
package struct CoverageMarks: Sendable, Hashable {
  private var parts: UInt8 = 0
  private var alternatives: UInt64 = 0

  /// How many alternatives of a requirement are told apart; the graph lists no more needs.
  package static let mostAlternatives = 64

  package init() {}

  package var isEmpty: Bool { parts == 0 && alternatives == 0 }

  package var count: Int { parts.nonzeroBitCount + alternatives.nonzeroBitCount }

  package func contains(_ goal: CoverageGoal) -> Bool {
    var one = CoverageMarks()
    one.insert(goal)
    return intersection(one) == one
  }

  package mutating func insert(_ goal: CoverageGoal) {
    switch goal {
    case .held: parts |= 1
    case .failed: parts |= 2
    case .decided: parts |= 4
    case .inside: parts |= 8
    case .outside: parts |= 16
    case .met(let place):
      guard place >= 0, place < CoverageMarks.mostAlternatives else { return }
      alternatives |= 1 << UInt64(place)
    }
  }

  package mutating func formUnion(_ other: CoverageMarks) {
    parts |= other.parts
    alternatives |= other.alternatives
  }

  package func intersection(_ other: CoverageMarks) -> CoverageMarks {
    var common = self
    common.parts &= other.parts
    common.alternatives &= other.alternatives
    return common
  }

  package func subtracting(_ other: CoverageMarks) -> CoverageMarks {
    var rest = self
    rest.parts &= ~other.parts
    rest.alternatives &= ~other.alternatives
    return rest
  }

  /// The goals, in the order in which they are shown.
  package var goals: [CoverageGoal] {
    var goals: [CoverageGoal] = []
    for goal in [CoverageGoal.held, .failed, .decided, .inside, .outside] where contains(goal) {
      goals.append(goal)
    }
    for place in 0..<CoverageMarks.mostAlternatives where contains(.met(place)) {
      goals.append(.met(place))
    }
    return goals
  }
}
