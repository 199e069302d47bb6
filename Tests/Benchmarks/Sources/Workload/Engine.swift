public import TollgateKit

/// The only place where the engine is asked: what is measured is an app's own call, inlined as far
/// as an app's would be.
public enum Engine {
  /// Decides by a target that was looked up before.
  @inlinable @inline(__always)
  public static func decide(
    _ target: Target, in policy: Policy, for user: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    policy.verdict(target, for: user, at: now)
  }

  /// Decides by name.
  @inlinable @inline(__always)
  public static func decide(
    _ name: String, in policy: Policy, for user: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    policy.verdict(name, for: user, at: now)
  }

  /// Answers by a target that was looked up before.
  @inlinable @inline(__always)
  public static func isAllowed(
    _ target: Target, in policy: Policy, for user: PreparedSnapshot, at now: Instant
  ) -> Bool {
    policy.isAllowed(target, for: user, at: now)
  }

  /// The value of a setting.
  @inlinable @inline(__always)
  public static func value(
    of setting: Target, in policy: Policy, for user: PreparedSnapshot, at now: Instant
  ) -> SettingValue? {
    policy.value(of: setting, for: user, at: now)
  }

  /// Decides about every target of the policy, for one user.
  @inlinable @inline(__always)
  public static func decideAll(
    in policy: Policy, for user: PreparedSnapshot, at now: Instant, into verdicts: inout [Verdict]
  ) {
    policy.verdicts(for: user, at: now, into: &verdicts)
  }

  /// Decides by name for a snapshot that is not prepared: one question about a user.
  @inlinable @inline(__always)
  public static func decideOnce(
    _ name: String, in policy: Policy, for user: Snapshot, at now: Instant
  ) -> Decision {
    policy.decide(name, for: user, at: now)
  }

  /// Decides by name through a store.
  @inlinable @inline(__always)
  public static func decide(_ name: String, in store: PolicyStore, at now: Instant) -> Decision {
    store.decide(name, at: now)
  }

  /// The same user with another total of a meter.
  @inlinable @inline(__always)
  public static func updating(
    _ user: PreparedSnapshot, in policy: Policy, meter: Target, total: Int64
  ) -> PreparedSnapshot {
    policy.prepare(user, counting: meter, Usage.Counter(total))
  }

  /// The full explanation of a decision as data, no text: everything that the JSON of a decision
  /// holds.
  @inlinable @inline(__always)
  public static func explain(
    _ target: Target, in policy: Policy, for user: PreparedSnapshot, at now: Instant
  ) -> Decision.Details {
    policy.decide(target, for: user, at: now).details
  }

  /// A million users in columns.
  public static func cohort(
    of columns: ColumnWorkload, in policy: Policy
  ) throws -> Cohort {
    var cohort = policy.cohort(count: columns.count, at: columns.now)
    try cohort.grant(
      entitlement: "pro", until: columns.proUntil.map(Instant.init(milliseconds:)))
    try cohort.use("bills", columns.bills)
    return cohort
  }
}
