public import TollgateRuntime

/// A decision with everything that it was made from.
///
/// ```swift
/// struct Refusals: DecisionObserver {
///   func decided(_ event: DecisionEvent) {
///     guard !event.decision.isAllowed else { return }
///     log("\(event.decision) by \(event.rule?.description ?? "no rule")")
///   }
/// }
/// ```
public struct DecisionEvent: Sendable {
  /// The decision: its target, outcome, reason, blockers and ways in.
  public let decision: Decision
  /// The question.
  public let ask: Ask
  /// Counters of the thing at hand, which went before those of ``snapshot``.
  public let usage: [String: Usage]
  /// Facts of the thing at hand, which went before those of ``snapshot``.
  public let facts: [String: FactValue]
  /// The user's data.
  public let snapshot: Snapshot
  /// The policy that decided; its fingerprint says which version.
  public let policy: Policy
  /// When.
  public let at: Instant

  /// A decision of a policy.
  public init(
    _ decision: Decision, ask: Ask = Ask(), usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:], snapshot: Snapshot, policy: Policy, at: Instant
  ) {
    self.decision = decision
    self.ask = ask
    self.usage = usage
    self.facts = facts
    self.snapshot = snapshot
    self.policy = policy
    self.at = at
  }

  /// Whose decision it is; nil if the snapshot does not say.
  public var subject: String? { snapshot.subject }

  /// The rule that gives the reason; nil where none does, and for a group or a range.
  public var rule: RulePlace? { policy.place(of: decision.verdict) }

  /// The rollouts that the rules about the target read, or the steps of a setting, and whether the
  /// subject is in them, in order of declaration.
  public var rollouts: [RolloutExposure] {
    guard let inquiry = decision.inquiry else { return [] }
    let graph = inquiry.graph
    let steps = inquiry.subject.setting.map { [graph.parts.settings[Int($0)].rule] } ?? []
    return graph.rollouts(in: inquiry.subject.rules + steps).map { index in
      let rollout = graph[rollout: index]
      let bucket = subject.map { Murmur3.bucket(rollout: rollout.name, subject: $0) }
      return RolloutExposure(name: rollout.name, isIn: bucket.map { $0 < rollout.share })
    }
  }
}

/// A rollout that a decision depended on.
///
/// ```swift
/// for rollout in event.rollouts where rollout.isIn == true {
///   log("\(event.subject ?? "nobody") sees \(rollout.name)")
/// }
/// ```
public struct RolloutExposure: Sendable, Hashable {
  /// The name of the rollout in the policy.
  public let name: String
  /// Whether the subject is in it; nil without a subject.
  public let isIn: Bool?
}

extension RuleGraph {
  /// The rollouts that some rules read, in order of declaration.
  fileprivate func rollouts(in rules: some Sequence<RuleIndex>) -> [RolloutIndex] {
    guard !parts.rollouts.isEmpty else { return [] }
    var found: Set<RolloutIndex> = []
    var seen: Set<NodeIndex> = []
    var waiting: [NodeIndex] = []
    for rule in rules {
      let core = self[rule: rule]
      waiting += [core.requirement, core.inForce, core.condition, core.soft]
      guard let limit = core.limit, let ladder = ladder(of: limit) else { continue }
      for place in self[ladder: ladder].steps {
        let step = self[step: place]
        waiting += [step.requirement, step.inForce, step.condition]
      }
    }
    while let node = waiting.popLast() {
      guard seen.insert(node).inserted else { continue }
      switch self[node: node] {
      case .inRollout(let rollout): found.insert(rollout)
      case .not(let child), .statement(_, let child): waiting.append(child)
      case .all(let children), .any(let children):
        for place in children.places { waiting.append(self[edge: place]) }
      case .entitlement(_, let giver): if let giver { waiting.append(giver) }
      case .never, .always, .factIs, .factAtLeast, .usageAtLeast, .timeAtLeast, .timeSince: break
      }
    }
    return found.sorted()
  }
}
