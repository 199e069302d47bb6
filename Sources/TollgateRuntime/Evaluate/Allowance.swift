/// The allowance of a meter at one time, which raises its limits.
package struct Allowance: Sendable, Hashable, BitwiseCopyable {
  /// The allowance that the snapshot itself brings; -1 for none.
  package var own: Int64
  /// The sure addition to it.
  package var known: Int64
  /// The possible addition to it, because the purchase data is stale.
  package var perhaps: Int64
  /// The additions of packs bought now to the snapshot's own, or to its replacement.
  package var packs: Int64 = 0

  /// All of it: surely, and with what is only perhaps granted.
  @inline(__always)
  package var total: (known: Int64, perhaps: Int64) {
    let sure = max(0, own).saturatingAdd(packs).saturatingAdd(known)
    return (sure, sure.saturatingAdd(perhaps))
  }
}

extension Limit.Kind {
  /// The highest value that the limit lets pass, allowance added: surely, and with what is only
  /// perhaps granted. Nil if it is unknown or there is none.
  @inline(__always)
  package func allowed(with allowance: Allowance) -> (known: Int64, perhaps: Int64)? {
    switch self {
    case .bare: return (0, 0)
    case .undecided, .ladder, .setting: return nil
    case .atMost(let quantity):
      let raised = allowance.total
      return (quantity.saturatingAdd(raised.known), quantity.saturatingAdd(raised.perhaps))
    case .allowance(let otherwise):
      let base = allowance.own >= 0 ? allowance.own : otherwise
      guard base >= 0 else { return nil }
      let known = base.saturatingAdd(allowance.packs).saturatingAdd(allowance.known)
      return (known, known.saturatingAdd(allowance.perhaps))
    }
  }

  /// Whether an ask would raise a counter's value above the limit. Limits stop growth only: an ask
  /// that does not raise the value passes.
  ///
  /// - Parameter used: The counter's value; -1 for unknown.
  @inline(__always)
  package func isExceeded(by growth: Ask.Growth, used: Int64, with allowance: Allowance) -> Truth {
    guard let value = growth.value(from: used) else { return .no }
    switch self {
    case .bare, .undecided: return .yes
    case .atMost, .allowance, .ladder, .setting: break
    }
    guard value >= 0, let allowed = allowed(with: allowance) else { return .unknown }
    let surely = Truth(value > allowed.perhaps)
    return surely == Truth(value > allowed.known) ? surely : .unknown
  }
}

extension Ask.Growth {
  /// The value that a counter would be raised to, -1 for unknown; nil if it would not be
  /// raised.
  ///
  /// - Parameter used: The counter's value; -1 for unknown.
  @inline(__always)
  package func value(from used: Int64) -> Int64? {
    switch self {
    case .adding(let amount):
      if amount <= 0 { return nil }
      return used < 0 ? -1 : used.saturatingAdd(amount)
    case .reaching(let target): return target <= max(0, used) ? nil : target
    // Nothing that is counted is more than the end of the range.
    case .reachingUnlimited: return .max
    }
  }
}
