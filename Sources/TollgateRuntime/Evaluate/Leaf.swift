// What the conditions without parts come to, as functions of the numbers that they read. They are
// the same for one user and for a column of users.

extension Node {
  /// A condition on the value of a fact; nothing else.
  @inline(__always)
  package func isTrue(ofFact value: Int64, at now: Int64) -> Truth {
    guard value != Fact.unknown else { return .unknown }
    switch kind {
    case .factIs: return Truth(value == self.value)
    case .factAtLeast: return Truth(value >= self.value)
    case .timeSince: return Truth(now >= value.saturatingAdd(self.value))
    default: return .no
    }
  }

  /// A comparison with the present value of a counter, the meter's allowance subtracted.
  ///
  /// - Parameter used: The counter's value; -1 for unknown.
  @inline(__always)
  package func isTrue(ofUse used: Int64, with allowance: Allowance) -> Truth {
    guard used >= 0 else { return .unknown }
    let raised = allowance.total
    // All are from 0, so the differences fit.
    let surely = Truth(used - raised.perhaps >= value)
    return surely == Truth(used - raised.known >= value) ? surely : .unknown
  }

  /// Whether now is at or after a time.
  @inline(__always)
  package func isTrue(at now: Int64) -> Truth { Truth(now >= value) }
}

extension Rollout {
  /// Whether a bucket is in; -1 stands for an unknown one.
  @inline(__always)
  package func contains(_ bucket: Int64) -> Truth {
    bucket < 0 ? .unknown : Truth(bucket < Int64(share))
  }
}
