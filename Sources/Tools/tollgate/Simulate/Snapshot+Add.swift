import TollgateRuntime

extension Snapshot {
  /// Adds new usage and facts; they replace known ones.
  mutating func add(_ known: Snapshot) {
    subject = known.subject ?? subject
    grants += known.grants
    facts.merge(known.facts) { $1 }
    allowances.merge(known.allowances) { $1 }
    dismissed.merge(known.dismissed) { $1 }
    for (meter, counters) in known.usage {
      counters.forEach { usage[meter, default: Usage()][$0] = $1 }
    }
  }
}
