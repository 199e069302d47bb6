// The values of the conditions without parts, as functions of the numbers that they read. They are
// the same for one user and for a column of users.

extension Node {
  /// A condition on the value of a fact; nothing else.
  @inline(__always)
  package func isTrue(ofFact value: Int64, at now: Int64) -> Truth {
    guard value != Fact.unknown else { return .unknown }
    switch self {
    case .factIs(_, let other): return Truth(value == other)
    case .factAtLeast(_, let least): return Truth(value >= least)
    case .timeSince(_, let after): return Truth(now >= value.saturatingAdd(after))
    default: return .no
    }
  }

  /// A comparison with the present value of a counter, the meter's allowance subtracted.
  ///
  /// - Parameter used: The counter's value; nil for unknown.
  @inline(__always)
  package func isTrue(ofUse used: Int64?, with allowance: Allowance) -> Truth {
    guard let used, case .usageAtLeast(_, let least) = self else { return .unknown }
    let raised = allowance.total
    // All are from 0, so the differences fit.
    let surely = Truth(used - raised.perhaps >= least)
    return surely == Truth(used - raised.known >= least) ? surely : .unknown
  }

  /// Whether now is at or after a time.
  @inline(__always)
  package func isTrue(at now: Int64) -> Truth {
    if case .timeAtLeast(let time) = self { return Truth(now >= time) }
    return .no
  }
}

extension Rollout {
  /// Whether a bucket is in; nil means an unknown one.
  @inline(__always)
  package func contains(_ bucket: Int64?) -> Truth {
    guard let bucket else { return .unknown }
    return Truth(bucket < Int64(share))
  }
}
