/// A target of one policy, looked up once.
public struct Target: Sendable, Hashable {
  package let index: Int32

  package init(index: Int32) {
    self.index = index
  }
}

extension RuleGraph {
  /// The feature, member of a series or meter called `name`; nothing if the policy has none.
  public func target(_ name: String) -> Target? {
    names.targets[name].map(Target.init(index:))
  }

  /// Whether the use may go ahead. Nothing is allocated, locked or written on the way.
  public func isAllowed(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Bool {
    let first = Int(targetRuleStarts[Int(target.index)])
    let end = Int(targetRuleStarts[Int(target.index) + 1])
    var evaluation = Evaluation(
      graph: self, world: prepared.world, now: max(now.milliseconds, prepared.floor), ask: ask,
      observer: Silence())
    for place in first..<end {
      let rule = targetRules[place]
      guard evaluation.holds(rule) == .yes || evaluation.isSoft(rule) else { return false }
    }
    return true
  }

  /// The decision about a target.
  public func decide(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Decision {
    let subject = Subject(parts.targets[Int(target.index)])
    return decide(subject, ask: ask, for: prepared, at: now)
  }

  /// The decision about a name: a target, or all members of a group or a range at once. A name
  /// that the policy does not know is denied as `undeclared`.
  public func decide(
    _ name: String, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Decision {
    if let target = target(name) { return decide(target, ask: ask, for: prepared, at: now) }
    guard let members = members(of: name) else {
      return Decision(
        target: name, outcome: .denied, isClockBehind: prepared.isClockBehind(now), inquiry: nil)
    }
    let subject = Subject(
      name: name, label: names.groups[name].map { parts.groups[Int($0)].label } ?? -1,
      members: members.map { parts.targets[Int($0.index)] })
    return decide(subject, ask: ask, for: prepared, at: now)
  }

  private func decide(
    _ subject: Subject, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Decision {
    let inquiry = Inquiry(graph: self, prepared: prepared, subject: subject, ask: ask, now: now)
    return Decision(
      target: subject.name, outcome: inquiry.outcome(), isClockBehind: inquiry.isClockBehind,
      inquiry: inquiry)
  }

  /// The highest tier that is surely held at `now`; nothing where the policy has no tiers.
  public func tier(for prepared: PreparedSnapshot, at now: Instant) -> String? {
    guard parts.tierCount > 0 else { return nil }
    var evaluation = Evaluation(
      graph: self, world: prepared.world, now: max(now.milliseconds, prepared.floor), ask: Ask(),
      observer: Silence())
    for tier in (1..<max(1, parts.tierCount)).reversed() {
      let node = entitlementNodes[tier]
      let held = node >= 0 ? evaluation.value(node) : evaluation.held(Int32(tier))
      if held == .yes { return parts.entitlements[tier].name }
    }
    return parts.entitlements[0].name
  }
}
