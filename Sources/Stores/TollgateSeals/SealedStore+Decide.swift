public import TollgateKit
public import TollgateRuntime

extension SealedStore {
  /// Decides with the policy and the snapshot in use. The parameters are those of ``PolicyStore``.
  public func decide(
    _ target: String, adding: Int64 = 1, continuing: Bool = false,
    usage: [String: Usage] = [:], facts: [String: FactValue] = [:], at told: Instant? = nil
  ) -> Decision {
    let now = time(told)
    return current(at: now).decide(
      target, adding: adding, continuing: continuing, usage: usage, facts: facts, at: now)
  }

  /// Decides about using a meter up to a value. The parameters are those of ``PolicyStore``.
  public func decide(
    _ target: String, reaching: Int64, continuing: Bool = false,
    usage: [String: Usage] = [:], facts: [String: FactValue] = [:], at told: Instant? = nil
  ) -> Decision {
    let now = time(told)
    return current(at: now).decide(
      target, reaching: reaching, continuing: continuing, usage: usage, facts: facts, at: now)
  }

  /// The decision about a target, then one whenever it changes, as ``PolicyStore`` gives them.
  public func changes(
    for target: String, adding: Int64 = 1, continuing: Bool = false,
    usage: [String: Usage] = [:], facts: [String: FactValue] = [:]
  ) -> DecisionChanges {
    _ = time(nil)
    return store.changes(
      for: target, adding: adding, continuing: continuing, usage: usage, facts: facts)
  }

  /// The store, or for a time at which a seal has expired one that knows nothing of the user.
  private func current(at now: Instant) -> PolicyStore {
    guard hasEnded(at: now) else { return store }
    return PolicyStore(
      store.policy, snapshot: Snapshot(subject: subject, latestSeen: floor.latestSeen))
  }
}
