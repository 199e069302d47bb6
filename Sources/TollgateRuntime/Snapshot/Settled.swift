/// What the patterns of a policy come to for one user, worked out ahead by the evaluator: time is
/// cut into phases in which nothing that is known changes, and in a phase every pattern has one
/// answer.
package struct Settled: Sendable {
  /// When the first phase ends. The first begins at the time that the snapshot has seen.
  package var firstEnd: Int64
  /// When each phase ends. Behind the last, decisions are made from the graph.
  package var ends: [Int64]
  /// Phase by phase, what each pattern comes to, and behind them each meter.
  package var slots: [Slot]
  /// Phase by phase, what the rules with a limit come to, in the order of `Patterns.limits`.
  package var limits: [LimitStanding]
  /// How many slots, and how many limits, there are in a phase.
  package var slotCount: Int
  package var limitCount: Int

  /// Nothing: decisions are made from the graph.
  package static let nothing = Settled(
    firstEnd: .min, ends: [], slots: [], limits: [], slotCount: 0, limitCount: 0)

  /// The most phases, and the most answers in all.
  static let mostPhases = 8
  static let mostAnswers = 4096
}

/// The answer for a target: one while its counter would stay within a bound, another beyond it. A
/// feature never goes beyond.
package struct Slot: Sendable, BitwiseCopyable {
  /// How much more may be used: adding more than this goes beyond. `Int64.max` where nothing does.
  package var room = Int64.max
  /// The highest value that does not go beyond.
  package var most = Int64.max
  /// The figures of the verdict.
  package var highest = Int64.min
  package var used: Int64 = -1
  package var within: Finding
  package var beyond: Finding
}

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
