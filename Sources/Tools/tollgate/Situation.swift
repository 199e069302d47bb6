import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// A policy, a user's data and the time: everything that a decision depends on.
struct Situation {
  let policy: Policy
  let snapshot: PreparedSnapshot
  let now: Instant

  /// Reads the policy and the snapshot that a command line names.
  init(_ path: String, _ options: SnapshotOptions) throws(Failure) {
    policy = try PolicyFile.policy(at: path)
    now = try options.instant() ?? .now
    snapshot = policy.prepareOnce(try options.known(in: policy.graph, at: now))
  }

  /// The decision about a target. A group or a range gets one decision about all its members.
  /// A name that the policy does not know is wrong usage, not a denial.
  func decision(about target: String, _ options: AskOptions) throws(Failure) -> Decision {
    guard policy.graph.members(of: target) != nil else {
      throw Situation.unknownTarget(target, in: policy.graph)
    }
    let ask = try options.ask(of: target, in: policy.graph)
    return policy.graph.decide(target, ask: ask, for: snapshot, at: now)
  }

  /// The failure for a name that is no target, with a suggestion.
  static func unknownTarget(_ name: String, in graph: RuleGraph) -> Failure {
    let names = graph.parts.groups.map { $0.name } + graph.parts.targets.map { $0.name }
    let hint =
      KnownName.kind(of: name, in: graph).map { "; it is \($0.withArticle)" }
      ?? KnownName.hint(name, among: ["everything"] + names)
    return .usage("the policy has no feature, meter or group called `\(name)`\(hint)")
  }
}

extension [Decision] {
  /// The exit status of a command that printed these decisions.
  var status: ExitStatus {
    allSatisfy { $0.isAllowed } ? .success : .negative
  }
}
