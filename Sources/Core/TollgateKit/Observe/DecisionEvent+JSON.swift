import TollgateRuntime
import TollgateSyntax

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
