/// The part of a policy that the hot path reads, in flat records: targets that ask for the same
/// things in the same way have one pattern, so that the answer to a pattern is worked out once for
/// a user (``PreparedAnswers``), however many targets there are.
package struct Patterns: Sendable {
  /// The slot of each target in what is worked out ahead: for a feature that of its pattern, for a
  /// meter its own, after the patterns; -1 if nothing is worked out.
  package var slots: [Int32] = []
  /// Whether every target has a slot.
  package var isComplete = true
  /// By target.
  package var heads: [TargetHead] = []
  /// For each pattern, one target that has it: the answer is that of its rules without a limit.
  package var plain: [Int32] = []
  /// The rules with a limit, target by target, in the order of the source.
  package var limits: [LimitRecord] = []
  /// How many settings have a slot of their own, after those of the meters.
  package var settingCount = 0
  /// The data that the conditions of all these read.
  package var reads = PatternReads()

  /// The most patterns that are worked out ahead: those that the most targets have. A target with
  /// another is decided from the graph each time.
  package static let mostPlain = 1024
  /// The most rules with a limit, and the most meters, that are worked out ahead.
  package static let mostLimits = 256
}

/// Where a target's rules are.
package struct TargetHead: Sendable, BitwiseCopyable {
  /// The pattern of its rules without a limit, or -1 where nothing is worked out ahead.
  package var pattern: Int32
  /// The meter, or -1 for a feature: there is a head for each target, so it is small.
  private var meterOrNone: Int32
  /// Its rules with a limit, as a range of `Patterns.limits`.
  package var firstLimit: Int32 = 0
  package var limitCount: Int32 = 0

  init(pattern: Int32, meter: MeterIndex? = nil) {
    self.pattern = pattern
    meterOrNone = meter ?? -1
  }

  /// The meter; nil for a feature.
  @inline(__always)
  package var meter: MeterIndex? { meterOrNone < 0 ? nil : meterOrNone }
}

/// A rule with a limit.
package struct LimitRecord: Sendable, BitwiseCopyable {
  package var limit: Limit
  package var rule: Int32
  /// Its place among the target's rules.
  package var position: Int32
}

/// The instants, counters and facts that conditions read.
package struct PatternReads: Sendable {
  /// The instants that conditions name, ascending, each once.
  package var instants: [Int64] = []
  /// Times after a date fact: the nodes.
  package var dates: [Int32] = []
  /// The counters that conditions and limits read, in no order.
  package var counters: [CounterIndex] = []
  /// Whether a condition reads a counter.
  package var conditionsCount = false
  /// Whether a condition reads a fact.
  package var facts = false
}
