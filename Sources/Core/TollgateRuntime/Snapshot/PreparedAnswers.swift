/// The answers to the patterns of a policy for one user, worked out ahead by the evaluator: time is
/// cut into phases in which no data changes, and in a phase every pattern has one
/// answer.
package struct PreparedAnswers: Sendable {
  /// When the first phase ends. The first begins at the time that the snapshot has seen.
  package var firstEnd: Int64
  /// When each phase ends. After the last one, decisions are made from the graph.
  package var ends: [Int64]
  /// Phase by phase, the answer to each pattern, and after them to each meter and setting.
  package var slots: [Slot]
  /// Phase by phase, the rules with a limit, in the order of `Patterns.limits`.
  package var limits: [LimitStanding]
  /// How many slots, and how many limits, there are in a phase.
  package var slotCount: Int
  package var limitCount: Int
  /// Phase by phase, the values of the settings, and how many there are in a phase.
  package var values: [Ladder.Value] = []
  package var valueCount = 0

  /// Nothing: decisions are made from the graph.
  package static let nothing = PreparedAnswers(
    firstEnd: .min, ends: [], slots: [], limits: [], slotCount: 0, limitCount: 0)

  /// The most phases, and the most answers in all.
  static let mostPhases = 8
  static let mostAnswers = 4096
}

/// The answer for a target: that for one more of it, which is what most ask; and for other asks one
/// while its counter would stay within a bound, another beyond it. A feature never goes beyond.
package struct Slot: Sendable, BitwiseCopyable {
  /// The figures of the verdict.
  package var highest = Int64.min
  package var counted = PackedAmount(nil)
  package var oneMore: PackedVerdict
  /// `several` if asks for other amounts need an evaluation.
  package var within: PackedVerdict
  package var beyond: PackedVerdict
  /// The highest value that does not go beyond; `Int64.max` where nothing does.
  package var most = Int64.max

  /// Whether an ask goes beyond the bound.
  @inline(__always)
  func isBeyond(_ growth: Ask.Growth) -> Bool {
    guard most != .max else { return false }
    switch growth {
    // Where there is a bound, what is used is known, and the most is never below it.
    case .adding(let amount): return amount > most &- counted.raw
    case .reaching(let value): return value > most
    case .reachingUnlimited: return true
    }
  }
}

extension PreparedAnswers {
  /// Whether there is such a slot: -1 becomes a large number, which is not below the count.
  @inline(__always)
  func has(_ slot: Int32) -> Bool {
    UInt(truncatingIfNeeded: UInt32(bitPattern: slot)) < UInt(bitPattern: slots.count)
  }

  /// The phase that a time is in; nil after the last one, or if nothing is worked out.
  @inline(__always)
  func phase(at time: Int64) -> Int? {
    time < firstEnd ? 0 : laterPhase(at: time)
  }

  @inline(never)
  private func laterPhase(at time: Int64) -> Int? {
    for phase in ends.indices where time < ends[phase] { return phase }
    return nil
  }
}
