/// A target of one policy, looked up once.
///
/// ```swift
/// guard let export = policy.target("csv-export") else { return }  // once
/// if policy.isAllowed(export, for: prepared, at: now) { save() }
/// ```
public struct Target: Sendable, Hashable, BitwiseCopyable {
  package let index: Int32

  package init(index: Int32) {
    self.index = index
  }

  /// The index as it is, for arrays that check it.
  @inline(__always)
  var place: Int { Int(UInt32(bitPattern: index)) }
}

extension Target: CustomStringConvertible {
  /// Its place in its policy, which alone knows the name: `target 3`.
  public var description: String { "target \(index)" }
}

extension RuleGraph {
  /// The feature, member of a series or meter called `name`; nil if the policy has none.
  @usableFromInline
  package func target(_ name: String) -> Target? {
    names.targets[name].map(Target.init(index:))
  }

  /// The decision about a target: its verdict, and all that can be asked about
  /// it.
  package func decide(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Decision {
    Decision(
      verdict(target, ask: ask, for: prepared, at: now), ask: ask, for: prepared, at: now)
  }

  /// The decision about a name: a target, or all members of a group or a range at once. A name
  /// that the policy does not know is denied as `undeclared`.
  package func decide(
    _ name: String, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Decision {
    if let target = target(name) { return decide(target, ask: ask, for: prepared, at: now) }
    return Decision(
      verdict(several: name, ask: ask, for: prepared, at: now), of: name, ask: ask, for: prepared,
      at: now)
  }

  /// The highest tier that the user surely has at `now`; nil if the policy has no tiers.
  package func tier(for prepared: PreparedSnapshot, at now: Instant) -> String? {
    guard parts.tierCount > 0 else { return nil }
    var evaluation = prepared.evaluation(at: now.milliseconds)
    for tier in (1..<max(1, parts.tierCount)).reversed() {
      if evaluation.holds(entitlement: Int32(tier)) { return parts.entitlements[tier].name }
    }
    return parts.entitlements[0].name
  }
}
