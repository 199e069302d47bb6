public import TollgateRuntime
import TollgateSyntax

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
      if let overage = overage(of: rule) { waiting.append(overage.requirement) }
      if let rollover = rollover(of: rule) { waiting.append(rollover.requirement) }
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
      case .never, .always, .paid, .factIs, .factAtLeast, .usageAtLeast, .timeAtLeast, .timeSince:
        break
      }
    }
    return found.sorted()
  }
}

extension DecisionEvent: CustomStringConvertible {
  /// When and what was decided, about whom: `2026-03-01T00:00:00Z ada: bills: denied
  /// (limit-reached)`.
  public var description: String { "\(at) \(subject.map { $0 + ": " } ?? "")\(decision)" }
}

extension RolloutExposure: CustomStringConvertible {
  /// The rollout, and whether the subject is in it: `new-editor: in`.
  public var description: String {
    name + ": " + (isIn.map { $0 ? "in" : "not in" } ?? "unknown, there is no subject")
  }
}

extension DecisionEvent {
  /// The event as one line of JSON, schema 1, without a line break.
  ///
  /// It is a line of a batch with the answer: `check --batch` answers it again, and `replay` compares.
  /// `rule` is `null` where no single rule gives the reason; without the snapshot nothing is known of the user but the
  /// subject.
  ///
  /// - Parameter includesSnapshot: Whether everything that was known of the user is in it. Without
  ///   it the line cannot be replayed.
  public func json(includesSnapshot: Bool = true) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("at", at)
      writer.member("target", decision.target)
      writeAsk(&writer)
      writer.member("subject", subject)
      writer.member("outcome", decision.outcome.rawValue)
      writer.member("reason", decision.reason.rawValue)
      writer.member("rule", rule) { rule, writer in
        writer.object { writer in
          writer.member("text", rule.rule)
          writer.member("file", rule.file)
          writer.member("line", rule.line)
        }
      }
      writer.member("fingerprint", policy.fingerprint)
      writer.array("rollouts", rollouts) { exposure, writer in
        writer.object { writer in
          writer.member("rollout", exposure.name)
          writer.key("in")
          if let isIn = exposure.isIn { writer.boolean(isIn) } else { writer.null() }
        }
      }
      guard includesSnapshot else { return }
      var known = snapshot
      known.usage.merge(usage) { $1 }
      known.facts.merge(facts) { $1 }
      writer.key("snapshot")
      writer.raw(known.json())
    }
    return writer.text
  }

  private func writeAsk(_ writer: inout JSONWriter) {
    switch ask.growth {
    case .adding(let amount): writer.member("adding", number: amount)
    case .reaching(let value): writer.member("reaching", number: value)
    case .reachingUnlimited: writer.member("reaching", "unlimited")
    }
    if ask.isContinuing { writer.member("continuing", true) }
  }
}

/// Is told every decision of a ``PolicyStore`` or a ``Gate``: for a log, for analytics, for support.
///
/// ```swift
/// struct Printer: DecisionObserver {
///   func decided(_ event: DecisionEvent) { print(event) }
/// }
/// let gate = Gate<Shop>(observer: Printer())
/// ```
///
/// Without an observer a decision costs what it did before: the gate looks for one, and that is all.
/// With one, every question is answered in full.
public protocol DecisionObserver: Sendable {
  /// A decision was made. It is called on the thread that asked, which waits: return at once.
  func decided(_ event: DecisionEvent)
}
