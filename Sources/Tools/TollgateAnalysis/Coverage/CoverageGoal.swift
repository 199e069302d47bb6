/// Something that scenarios are to show of a rule.
///
/// Only an ask whose `expect` line is met shows anything. The evaluation of its decision shows of a
/// rule about its target:
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
/// - `insideStep`, `outsideStep`: the same of a step of a ladder, while the step surely counts and is
///   the user's limit; `inside` and `outside` of a ladder are those of its base.
/// - `step`: a step of a ladder that is `unlimited` surely counts, and the ask leads beyond every
///   quantity of the ladder; or a step of a setting gives the user's value, and that is the value
///   that is expected or asked for with `reaching`, with or without what allowances add.
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
  /// By the place of the step, as all three.
  case insideStep(Int)
  case outsideStep(Int)
  case step(Int)

  /// Where it is shown: the goals of each step together, after all others.
  fileprivate var place: (part: Int, number: Int) {
    switch self {
    case .held: (0, 0)
    case .failed: (0, 1)
    case .decided: (0, 2)
    case .inside: (0, 3)
    case .outside: (0, 4)
    case .met(let place): (1, place)
    case .insideStep(let place): (2, 3 * place)
    case .outsideStep(let place): (2, 3 * place + 1)
    case .step(let place): (2, 3 * place + 2)
    }
  }
}

/// A set of goals of one rule.
package typealias CoverageMarks = Set<CoverageGoal>

extension CoverageMarks {
  /// How many alternatives of a requirement are told apart; the graph lists no more needs.
  package static let mostAlternatives = 64

  /// The goals, in the order in which they are shown.
  package var goals: [CoverageGoal] { sorted { $0.place < $1.place } }
}
