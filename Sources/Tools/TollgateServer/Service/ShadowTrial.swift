import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// The other answers of a policy that is tried: counts by target of who would gain and who would lose,
/// each with an example that names nobody.
final class ShadowTrial: Sendable {
  /// The counts of one target.
  struct Tally: Sendable {
    var asked = 0
    var gained = 0
    var lost = 0
    /// The first question whose answer would be another, without the user; nil for none.
    var gain: Example?
    var loss: Example?
  }

  /// A question of which the two policies think differently.
  struct Example: Sendable {
    /// A line of a batch.
    let line: String
    let was: String
    let wouldBe: String
  }

  /// How many targets are told apart; what comes later is not counted.
  static let mostTargets = 10_000

  private let tallies = Locked<[String: Tally]>([:])

  /// Asks the policy that is tried the question that was answered.
  func compare(_ decision: Decision, with shadow: Policy, about question: Question) {
    // Prepared anew: the snapshot is known in the terms of the other policy alone.
    let prepared = shadow.prepareOnce(
      question.snapshot, usage: question.line.usage, facts: question.line.facts)
    let other = shadow.graph.decide(
      question.line.target, ask: question.line.ask, for: prepared, at: question.now)
    let name = question.line.target
    guard question.policy.graph.members(of: name) != nil || shadow.graph.members(of: name) != nil
    else { return }
    let isGain = !decision.isAllowed && other.isAllowed
    let isLoss = decision.isAllowed && !other.isAllowed
    let needsExample = tallies.withLock { tallies -> Bool in
      guard tallies[name] != nil || tallies.count < ShadowTrial.mostTargets else { return false }
      var tally = tallies[name] ?? Tally()
      tally.asked += 1
      if isGain { tally.gained += 1 }
      if isLoss { tally.lost += 1 }
      tallies[name] = tally
      return isGain && tally.gain == nil || isLoss && tally.loss == nil
    }
    guard needsExample else { return }
    let example = Example(
      line: question.anonymous(for: [question.policy.graph, shadow.graph]),
      was: decision.summary(in: "en"), wouldBe: other.summary(in: "en"))
    tallies.withLock { tallies in
      if isGain { tallies[name]?.gain = example } else { tallies[name]?.loss = example }
    }
  }

  /// The counts, by the names of targets.
  var counts: [(target: String, tally: Tally)] {
    tallies.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Begins to count anew.
  func reset() { tallies.withLock { $0 = [:] } }
}

extension Question {
  /// The question as a line of a batch that says nothing of who asked: no subject, no ids of
  /// purchases, no fact or meter that neither policy has. `check --batch` answers it again.
  fileprivate func anonymous(for graphs: [RuleGraph]) -> String {
    var known = snapshot
    known.subject = nil
    known.dismissed = [:]
    for place in known.grants.indices { known.grants[place].id = nil }
    known.usage.merge(line.usage) { $1 }
    known.facts.merge(line.facts) { $1 }
    known.facts = known.facts.filter { name, _ in graphs.contains { $0.names.facts[name] != nil } }
    known.usage = known.usage.filter { name, _ in
      graphs.contains { $0.names.meter(name, in: $0.parts) != nil }
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("target", line.target)
      switch line.ask.growth {
      case .adding(let amount): writer.member("adding", number: amount)
      case .reaching(let value): writer.member("reaching", number: value)
      case .reachingUnlimited: writer.member("reaching", "unlimited")
      }
      writer.member("at", now.text)
      writer.key("snapshot")
      writer.raw(known.json())
    }
    return writer.text
  }
}

extension Route {
  /// The pages about the policy that is tried.
  static let shadow: [Route] = [
    Route(
      "GET", "/v1/shadow", by: .key(.admin),
      Operation(
        id: "shadow", summary: "Who would gain and who would lose by the policy that is tried.",
        answers: [
          Operation.Answer(
            status: 200, summary: "Counts by target since the server began, each with an example.",
            content: Operation.Content(schema: #"{"type": "object"}"#))
        ])
    ) { asked in
      let served = try asked.policy
      guard let shadow = served.state.shadow else {
        throw Problem(.notFound, "no policy is tried: begin the server with --shadow")
      }
      var writer = JSONWriter(pretty: true)
      writer.object { writer in
        writer.member("policy", served.name)
        writer.member("fingerprint", served.state.policy.fingerprint)
        writer.member("shadow", shadow.fingerprint)
        writer.array("targets", served.trial.counts) { part, writer in
          writer.object { writer in
            writer.member("target", part.target)
            writer.member("asked", part.tally.asked)
            writer.member("gained", part.tally.gained)
            writer.member("lost", part.tally.lost)
            for (name, example) in [("gain", part.tally.gain), ("loss", part.tally.loss)] {
              writer.member(name, example) { example, writer in
                writer.object { writer in
                  writer.key("question")
                  writer.raw(example.line)
                  writer.member("was", example.was)
                  writer.member("wouldBe", example.wouldBe)
                }
              }
            }
          }
        }
      }
      return asked.page(writer.utf8)
    },
    Route(
      "DELETE", "/v1/shadow", by: .key(.admin),
      Operation(
        id: "resetShadow", summary: "Begins to count anew.",
        answers: [Operation.Answer(status: 204, summary: "All counts are 0.")])
    ) { asked in
      try asked.policy.trial.reset()
      return .done
    },
  ]
}
