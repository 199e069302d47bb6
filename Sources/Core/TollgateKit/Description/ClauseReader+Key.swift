import TollgateRuntime

extension ClauseReader {
  /// A text that is the same for the same clause wherever it is written, and sorts clauses as
  /// people would: entitlements first, the lower tier before the higher, numbers by their size.
  func key(of clause: Clause) -> String {
    switch clause {
    case .constant(let value): value ? "0yes" : "0no"
    case .leaf(.holds(let entitlement), false): "9" + key(ofEntitlement: entitlement)
    case .leaf(let leaf, let isTrue): key(of: leaf) + (isTrue ? "+" : "-")
    case .any(let parts): "7(" + parts.map(key).joined(separator: "|") + ")"
    case .all(let parts): "8(" + parts.map(key).joined(separator: "&") + ")"
    }
  }

  private func key(of leaf: Clause.Leaf) -> String {
    let parts = graph.parts
    switch leaf {
    case .holds(let entitlement): return "1" + key(ofEntitlement: entitlement)
    case .factIs(let fact, let values):
      return "2" + parts.facts[Int(fact)].name + values.map { " " + key(of: $0) }.joined()
    case .factAtLeast(let fact, let value):
      return "2" + parts.facts[Int(fact)].name + " " + key(of: value) + " up"
    case .factExactly(let fact, let value):
      return "2" + parts.facts[Int(fact)].name + " " + key(of: value)
    case .usageAtLeast(let counter, let value): return key(of: counter, value) + " up"
    case .usageExactly(let counter, let value): return key(of: counter, value)
    case .inRollout(let rollout): return "4" + parts.rollouts[Int(rollout)].name
    case .timeAtLeast(let value): return "5" + key(of: value)
    case .timeSince(let fact, let value):
      return "6" + parts.facts[Int(fact)].name + " " + key(of: value)
    }
  }

  /// Tiers by their place in the ladder, then the others by name.
  func key(ofEntitlement index: Int32) -> String {
    let entitlement = graph.parts.entitlements[Int(index)]
    guard let rank = entitlement.rank else { return "~" + entitlement.name }
    return key(of: Int64(rank)) + entitlement.name
  }

  private func key(of counter: CounterIndex, _ value: Int64) -> String {
    let name = graph.parts.meters[Int(counter.meter)].name
    return "3" + name + " \(counter.window.code) " + key(of: value)
  }

  /// Twenty digits, so that texts sort as the numbers do, those below zero first.
  func key(of value: Int64) -> String {
    let digits = String(UInt64(bitPattern: value) ^ (1 << 63))
    return String(repeating: "0", count: 20 - digits.utf8.count) + digits
  }
}
