import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// A policy, what is known of a user, and the time: what a question is asked of.
struct Situation {
  let policy: Policy
  let snapshot: PreparedSnapshot
  let now: Instant

  /// The situation that a command line tells of.
  init(_ path: String, _ options: SnapshotOptions) throws(Failure) {
    policy = try PolicyFile.policy(at: path)
    now = try options.instant() ?? .now
    snapshot = policy.prepareOnce(try options.known(in: policy.graph, at: now))
  }

  /// The decision about a target; of a group or a range, about all its members at once.
  func decision(about target: String, _ options: AskOptions) throws(Failure) -> Decision {
    let ask = try options.ask(of: target, in: policy.graph)
    suggest(insteadOf: target)
    return policy.graph.decide(target, ask: ask, for: snapshot, at: now)
  }

  /// Tells what may have been meant by a name that the policy does not know.
  private func suggest(insteadOf target: String) {
    let graph = policy.graph
    guard graph.members(of: target) == nil else { return }
    let hint = Situation.hint(target, in: graph)
    Console.say("the policy has no feature, meter or group called `\(target)`\(hint)")
  }

  /// What a name that is no target may have been meant for.
  static func hint(_ name: String, in graph: RuleGraph) -> String {
    let names = graph.parts.groups.map { $0.name } + graph.parts.targets.map { $0.name }
    return KnownName.kind(of: name, in: graph).map { "; it is \($0.withArticle)" }
      ?? KnownName.hint(name, among: ["everything"] + names)
  }
}

extension [Decision] {
  /// How a command ends that gave these decisions.
  var status: ExitStatus {
    allSatisfy { $0.isAllowed } ? .success : .negative
  }
}
