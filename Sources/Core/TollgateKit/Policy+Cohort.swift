public import TollgateRuntime

extension Policy {
  /// Many users at one time, of whom nothing is known yet: fill it in from a backend's own arrays,
  /// and ask about all of them at once.
  public func cohort(count: Int, at now: Instant) -> Cohort {
    Cohort(count: count, at: now, in: graph)
  }

  /// The users that these snapshots are about, at a time; user `i` is that of the snapshot `i`.
  public func cohort(of snapshots: [PreparedSnapshot], at now: Instant) -> Cohort {
    graph.cohort(of: snapshots, at: now)
  }
}
