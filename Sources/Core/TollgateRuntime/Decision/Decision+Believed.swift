extension PreparedSnapshot {
  /// Whether purchases would count now if they had been confirmed lately.
  package func isStale(at now: Instant) -> Bool {
    let now = max(now.milliseconds, floor)
    return now >= input.staleAt
      && grants.contains { grant in grant.counts.contains { $0.contains(now) } }
  }

  /// The same snapshot with purchases that are never too old: as it is if the store still says so.
  package var believed: PreparedSnapshot { with(input: input.with(staleAt: .max)) }
}

extension Decision {
  /// The decision if the store still says so; nil if no purchase is too old.
  package var believed: Decision? {
    guard prepared.isStale(at: now) else { return nil }
    return prepared.graph.decide(target, ask: ask, for: prepared.believed, at: now)
  }
}
