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
}

/// A set of goals of one rule.
package struct CoverageMarks: Sendable, Hashable {
  private var parts: UInt8 = 0
  private var alternatives: UInt64 = 0
  /// Three numbers for each step; see ``CoverageMarks/number(of:)``.
  private var steps: Set<Int> = []

  /// How many alternatives of a requirement are told apart; the graph lists no more needs.
  package static let mostAlternatives = 64

  package init() {}

  package var isEmpty: Bool { parts == 0 && alternatives == 0 && steps.isEmpty }

  package var count: Int { parts.nonzeroBitCount + alternatives.nonzeroBitCount + steps.count }

  /// The number of a goal of a step; `nil` for any other goal.
  private static func number(of goal: CoverageGoal) -> Int? {
    switch goal {
    case .insideStep(let place): place * 3
    case .outsideStep(let place): place * 3 + 1
    case .step(let place): place * 3 + 2
    case .held, .failed, .decided, .inside, .outside, .met: nil
    }
  }

  private static func goal(ofStep number: Int) -> CoverageGoal {
    switch number % 3 {
    case 0: .insideStep(number / 3)
    case 1: .outsideStep(number / 3)
    default: .step(number / 3)
    }
  }

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
    case .insideStep, .outsideStep, .step:
      if let number = CoverageMarks.number(of: goal) { steps.insert(number) }
    }
  }

  package mutating func formUnion(_ other: CoverageMarks) {
    parts |= other.parts
    alternatives |= other.alternatives
    steps.formUnion(other.steps)
  }

  package func intersection(_ other: CoverageMarks) -> CoverageMarks {
    var common = self
    common.parts &= other.parts
    common.alternatives &= other.alternatives
    common.steps.formIntersection(other.steps)
    return common
  }

  package func subtracting(_ other: CoverageMarks) -> CoverageMarks {
    var rest = self
    rest.parts &= ~other.parts
    rest.alternatives &= ~other.alternatives
    rest.steps.subtract(other.steps)
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
    for number in steps.sorted() { goals.append(CoverageMarks.goal(ofStep: number)) }
    return goals
  }
}
