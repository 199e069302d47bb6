public import TollgateRuntime

extension PolicyStore {
  /// Decides about a feature, a member of a series, a meter, or all members of a group or range at
  /// once, with the policy and the snapshot in use.
  ///
  /// - Parameters:
  ///   - target: Its name; one that the policy does not know is denied as ``Reason/undeclared``.
  ///   - adding: For a meter, how much more is to be used, in the meter's unit. 0 or less raises
  ///     nothing, and passes every limit.
  ///   - continuing: Whether a use that began while it was allowed is still running.
  ///   - usage: Counters of the thing at hand; they go before the snapshot's for this ask.
  ///   - facts: Facts of the thing at hand; they go before the snapshot's for this ask.
  ///   - now: The time; by default, that of the store's clock.
  public func decide(
    _ target: String,
    adding: Int64 = 1,
    continuing: Bool = false,
    usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:],
    at now: Instant? = nil
  ) -> Decision {
    let ask = Ask(.adding(adding), continuing: continuing)
    return answer(Question(target: target, ask: ask, usage: usage, facts: facts), at: now)
  }

  /// Decides about using a meter up to a value: `reaching` is in the meter's unit, and is compared
  /// with every limit of the meter.
  public func decide(
    _ target: String,
    reaching: Int64,
    continuing: Bool = false,
    usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:],
    at now: Instant? = nil
  ) -> Decision {
    let ask = Ask(.reaching(reaching), continuing: continuing)
    return answer(Question(target: target, ask: ask, usage: usage, facts: facts), at: now)
  }

  /// Answers a question, and tells the observer. Without one it costs what the decision costs: the
  /// question is taken apart where it is made, and the observer is not looked at.
  @inline(__always)
  func answer(_ question: Question, at now: Instant?) -> Decision {
    let now = now ?? clock.now()
    if isObserved { return tell(question, at: now) }
    return question.decision(for: prepared, at: now)
  }

  @inline(never)
  private func tell(_ question: Question, at now: Instant) -> Decision {
    let state = state
    let decision = question.decision(for: state.prepared, at: now)
    observer?.decided(
      DecisionEvent(
        decision, ask: question.ask, usage: question.usage, facts: question.facts,
        snapshot: state.snapshot, policy: state.policy, at: now))
    return decision
  }
}

/// A question to a store, asked once or again and again.
struct Question: Sendable {
  var target: String
  var ask: Ask
  var usage: [String: Usage] = [:]
  var facts: [String: FactValue] = [:]

  /// The decision for a snapshot, in the terms of the policy that prepared it.
  func decision(for prepared: PreparedSnapshot, at now: Instant) -> Decision {
    guard usage.isEmpty, facts.isEmpty else {
      let known = Policy(graph: prepared.graph).prepare(prepared, usage: usage, facts: facts)
      return known.graph.decide(target, ask: ask, for: known, at: now)
    }
    return prepared.graph.decide(target, ask: ask, for: prepared, at: now)
  }
}
