extension RuleGraph {
  /// The verdict that is not one of the slots of the first phase.
  @inline(never) @usableFromInline
  func laterVerdict(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    guard let verdict = settledVerdict(target, ask: ask, for: prepared, at: now) else {
      return evaluatedVerdict(target, ask: ask, for: prepared, at: now)
    }
    return prepared.isClockBehind(now) ? verdict.withClockBehind : verdict
  }

  /// The same where only the outcome counts.
  @inline(never) @usableFromInline
  func isAllowedLater(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Bool {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    if let verdict = settledVerdict(target, ask: ask, for: prepared, at: now) {
      return verdict.isAllowed
    }
    if setting(of: target.index) != nil, ask.isReaching {
      return Inquiry(prepared: prepared, subject: subject(target.index), ask: ask, now: now)
        .verdict.isAllowed
    }
    var evaluation = evaluation(ask, for: prepared, at: now)
    return evaluation.outcome(of: rules(of: target)) != .denied
  }

  /// The verdict from the prepared answers; nil if only an evaluation can tell.
  @inline(__always)
  private func settledVerdict(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict? {
    let preparedAnswers = prepared.preparedAnswers
    let place = patterns.slots[target.place]
    let time = max(now.milliseconds, prepared.floor)
    guard let phase = preparedAnswers.phase(at: time), place >= 0, !ask.isContinuing else {
      return nil
    }
    let slot = preparedAnswers.slots[phase &* preparedAnswers.slotCount &+ Int(place)]
    guard slot.within.isSeveral, !ask.isOneMore else {
      return Verdict(slot, of: target, ask: ask)
    }
    let head = patterns.heads[target.place]
    // Only an evaluation tells whether a value of a setting is reached.
    guard head.meter != nil else { return nil }
    let first = phase &* preparedAnswers.limitCount &+ Int(head.firstLimit)
    return LimitStanding.verdict(
      of: preparedAnswers.limits[first..<first &+ Int(head.limitCount)],
      behind: preparedAnswers.slots[phase &* preparedAnswers.slotCount &+ Int(head.pattern)].within,
      growth: ask.growth, target: target)
  }

  /// Whether prepared answers can tell a verdict with other counters: no condition reads one.
  package var isToldWithCountersBeside: Bool { !patterns.reads.conditionsCount }

  /// The verdict about more of a meter from the prepared answers, but with these counters: nothing
  /// is prepared anew. Nil if only an evaluation can tell.
  ///
  /// - Parameter counters: Those that the rules of the meter read. One that is left out is what the
  ///   snapshot says.
  package func verdict(
    _ meter: Target, adding amount: Int64, for prepared: PreparedSnapshot,
    counting counters: [(counter: CounterIndex, state: Counter)], at now: Instant
  ) -> Verdict? {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    let (answers, head) = (prepared.preparedAnswers, patterns.heads[meter.place])
    let time = max(now.milliseconds, prepared.floor)
    guard let phase = answers.phase(at: time), head.meter != nil, head.pattern >= 0,
      isToldWithCountersBeside
    else { return nil }
    let first = phase &* answers.limitCount &+ Int(head.firstLimit)
    let verdict = LimitStanding.verdict(
      of: answers.limits[first..<first &+ Int(head.limitCount)],
      behind: answers.slots[phase &* answers.slotCount &+ Int(head.pattern)].within,
      growth: .adding(amount), target: meter
    ) { place in
      let limit = patterns.limits[Int(head.firstLimit) &+ place &- first].limit
      for place in counters.indices where counters[place].counter == limit.counter {
        return PackedAmount(counters[place].state.used(at: time))
      }
      return answers.limits[place].counted
    }
    return prepared.isClockBehind(now) ? verdict?.withClockBehind : verdict
  }

  /// The verdict from the graph. For a feature that is allowed nothing is allocated either.
  @inline(never)
  private func evaluatedVerdict(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    let setting = setting(of: target.index)
    if patterns.heads[target.place].meter == nil, setting == nil || !ask.isReaching {
      var evaluation = evaluation(ask, for: prepared, at: now)
      if evaluation.outcome(of: rules(of: target)) == .allowed {
        return Verdict(
          .allowed, evaluation.reason(ofAllowed: rules(of: target), setting: setting), Figures(),
          position: nil,
          isClockBehind: prepared.isClockBehind(now), target: target.index)
      }
    }
    return Inquiry(prepared: prepared, subject: subject(target.index), ask: ask, now: now).verdict
  }

  /// The rules of a target, in the order of the source.
  func rules(of target: Target) -> ArraySlice<Int32> {
    targetRules[Int(targetRuleStarts[target.place])..<Int(targetRuleStarts[target.place + 1])]
  }

  private func evaluation(
    _ ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Evaluation<NoObserver> {
    Evaluation(
      graph: self, input: prepared.input, now: max(now.milliseconds, prepared.floor), ask: ask,
      observer: NoObserver())
  }

  /// The verdict about a group or a range, or a name that the policy does not know.
  @usableFromInline
  func verdict(
    several name: String, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    guard let subject = subject(name) else {
      return Verdict(
        .denied, .undeclared, Figures(), position: nil,
        isClockBehind: prepared.isClockBehind(now), target: nil)
    }
    return Inquiry(prepared: prepared, subject: subject, ask: ask, now: now).verdict
  }
}

extension Inquiry {
  /// The verdict, by evaluating the rules.
  package var verdict: Verdict {
    var evaluation = evaluation()
    let (outcome, reason, position) = answer(of: subject.rules, &evaluation)
    let denying = outcome == .denied ? position.map { subject.rule(at: $0) } : nil
    return Verdict(
      outcome, reason, figures(denying: denying, &evaluation), position: position,
      isClockBehind: isClockBehind, target: subject.target)
  }
}

extension Verdict {
  init(
    _ outcome: Decision.Outcome, _ reason: Reason, _ figures: Figures, position: Int?,
    isClockBehind: Bool = false, target: Int32?
  ) {
    self.init(
      PackedVerdict(outcome, reason, figures.measure, per: figures.window, position: position),
      isClockBehind: isClockBehind, target: target, highest: figures.highest,
      counted: figures.counted)
  }

  /// The answer of a slot about one more.
  @inline(__always)
  init(_ slot: Slot, of target: Target, isClockBehind: Bool) {
    self.init(
      slot.oneMore, isClockBehind: isClockBehind, target: target.index, highest: slot.highest,
      counted: slot.counted)
  }

  /// The answer of a slot about an ask.
  fileprivate init(_ slot: Slot, of target: Target, ask: Ask) {
    let finding =
      ask.isOneMore ? slot.oneMore : slot.isBeyond(ask.growth) ? slot.beyond : slot.within
    self.init(
      finding, isClockBehind: false, target: target.index, highest: slot.highest,
      counted: slot.counted)
  }

  /// The same from a clock that is behind.
  fileprivate var withClockBehind: Verdict {
    Verdict(
      finding, isClockBehind: true, target: target, highest: highest, counted: counted)
  }
}
