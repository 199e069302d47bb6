extension RuleGraph {
  /// The verdict about a target: the fast path, for a target and a snapshot that were looked up
  /// before. Nothing is allocated, locked, counted or written on the way; but for a running use,
  /// a time far ahead, or rules of which several or unsure ones have a say, which take a closer
  /// look.
  ///
  /// - Parameters:
  ///   - target: A target of this policy.
  ///   - ask: What is asked of it; one more of it unless told.
  ///   - prepared: A snapshot that this policy prepared.
  ///   - now: The time. One before what the snapshot has seen is not believed.
  public func verdict(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    let slot = simpleSlot(of: target, ask, for: prepared, at: now)
    guard slot >= 0 else { return laterVerdict(target, ask: ask, for: prepared, at: now) }
    return Verdict(
      prepared.settled.slots[slot], of: target, growth: ask.growth,
      isClockBehind: prepared.isClockBehind(now))
  }

  /// The verdict about a name: a target, or all members of a group or a range at once. A name that
  /// the policy does not know is denied as `undeclared`.
  public func verdict(
    _ name: String, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    if let target = target(name) { return verdict(target, ask: ask, for: prepared, at: now) }
    return verdict(several: name, ask: ask, for: prepared, at: now)
  }

  /// The verdict about every target, in the order of ``targets``, in the place of what `verdicts`
  /// holds. Whoever hands in the same array again pays for no memory.
  public func verdicts(
    for prepared: PreparedSnapshot, at now: Instant, into verdicts: inout [Verdict]
  ) {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    let slots = patterns.slots
    if verdicts.count != slots.count {
      verdicts = Array(repeating: .undeclared, count: slots.count)
    }
    let phase = prepared.settled.phase(at: max(now.milliseconds, prepared.floor))
    let settled = phase < 0 ? [] : prepared.settled.slots
    let first = max(0, phase) &* prepared.settled.slotCount
    let isClockBehind = prepared.isClockBehind(now)
    // Invariant: there are as many verdicts as slots, so every index is inside.
    verdicts.withUnsafeMutableBufferPointer { verdicts in
      for index in slots.indices {
        let target = Target(index: Int32(truncatingIfNeeded: index))
        let place = first &+ Int(UInt32(bitPattern: slots[index]))
        if place < settled.count, !settled[place].within.isSeveral {
          verdicts[index] = Verdict(
            settled[place], of: target, growth: .adding(1), isClockBehind: isClockBehind)
        } else {
          verdicts[index] = laterVerdict(target, ask: Ask(), for: prepared, at: now)
        }
      }
    }
  }

  /// Whether the use may go ahead. Nothing is allocated, locked, counted or written on the way.
  public func isAllowed(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Bool {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    let slot = simpleSlot(of: target, ask, for: prepared, at: now)
    guard slot >= 0 else { return isAllowedLater(target, ask: ask, for: prepared, at: now) }
    return Verdict(
      prepared.settled.slots[slot], of: target, growth: ask.growth, isClockBehind: false
    ).isAllowed
  }

  /// The slot that answers in the first phase; -1 where that takes a closer look.
  @inline(__always)
  private func simpleSlot(
    of target: Target, _ ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Int {
    // A slot of -1 becomes a large number, which is not below the count.
    let slot = Int(UInt32(bitPattern: patterns.slots[target.place]))
    guard now.milliseconds < prepared.settled.firstEnd, slot < prepared.settled.slots.count,
      !prepared.settled.slots[slot].within.isSeveral, !ask.isContinuing
    else { return -1 }
    return slot
  }

  /// The same where the first phase has no simple answer.
  @inline(never)
  private func isAllowedLater(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Bool {
    let phase = prepared.settled.phase(at: max(now.milliseconds, prepared.floor))
    let settled = settledVerdict(
      target, ask: ask, for: prepared, in: phase, isClockBehind: false)
    if let settled { return settled.isAllowed }
    var evaluation = evaluation(ask, for: prepared, at: now)
    for rule in rules(of: target) {
      guard evaluation.holds(rule) == .yes || evaluation.isSoft(rule) else { return false }
    }
    return true
  }

  /// The verdict where the first phase has no simple answer.
  @inline(never)
  private func laterVerdict(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    let phase = prepared.settled.phase(at: max(now.milliseconds, prepared.floor))
    let settled = settledVerdict(
      target, ask: ask, for: prepared, in: phase, isClockBehind: prepared.isClockBehind(now))
    return settled ?? evaluatedVerdict(target, ask: ask, for: prepared, at: now)
  }

  /// The verdict from what was worked out ahead; nothing where it takes a closer look.
  @inline(__always)
  private func settledVerdict(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, in phase: Int,
    isClockBehind: Bool
  ) -> Verdict? {
    let place = patterns.slots[target.place]
    guard phase >= 0, place >= 0, !ask.isContinuing else { return nil }
    let slot = prepared.settled.slots[phase &* prepared.settled.slotCount &+ Int(place)]
    guard slot.within.isSeveral else {
      return Verdict(slot, of: target, growth: ask.growth, isClockBehind: isClockBehind)
    }
    return limitedVerdict(
      target, growth: ask.growth, for: prepared, in: phase, isClockBehind: isClockBehind)
  }

  /// The verdict about a meter with several limits.
  private func limitedVerdict(
    _ target: Target, growth: Ask.Growth, for prepared: PreparedSnapshot, in phase: Int,
    isClockBehind: Bool
  ) -> Verdict? {
    let head = patterns.heads[target.place]
    let plain = prepared.settled.slots[
      phase &* prepared.settled.slotCount &+ Int(head.pattern)]
    // Which of two failing rules decides is for the closer look to say.
    guard plain.within.outcome == .allowed else { return nil }
    var outcome = Decision.Outcome.allowed
    var reason = plain.within.reason
    var position: Int?
    var figures: Figures?
    let first = phase &* prepared.settled.limitCount &+ Int(head.firstLimit)
    for place in first..<first &+ Int(head.limitCount) {
      let limit = prepared.settled.limits[place]
      if limit.opens, outcome == .allowed { reason = .granted }
      guard limit.waiver != .yes else { continue }
      if figures.map({ limit.figures.rank < $0.rank }) ?? true { figures = limit.figures }
      guard let isExceeded = limit.isExceeded(by: growth) else { return nil }
      guard isExceeded else {
        if outcome == .allowed, reason == .ungated { reason = .withinLimit }
        continue
      }
      guard limit.waiver == .no, limit.isPlain else { return nil }
      if outcome == .denied || (outcome == .warned && limit.isSoft) { continue }
      outcome = limit.isSoft ? .warned : .denied
      reason = limit.reason
      position = Int(limit.position)
    }
    return figures.map {
      Verdict(
        outcome, reason, $0, position: position, isClockBehind: isClockBehind,
        target: target.index)
    }
  }

  /// The verdict from the graph. For a feature that is allowed nothing is allocated either.
  @inline(never)
  private func evaluatedVerdict(
    _ target: Target, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    if patterns.heads[target.place].meter < 0 {
      var evaluation = evaluation(ask, for: prepared, at: now)
      if holdsAll(of: target, &evaluation) {
        return Verdict(
          .allowed, evaluation.reason(ofAllowed: rules(of: target)), Figures(), position: nil,
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
  ) -> Evaluation<Silence> {
    Evaluation(
      graph: self, world: prepared.world, now: max(now.milliseconds, prepared.floor), ask: ask,
      observer: Silence())
  }

  private func holdsAll(of target: Target, _ evaluation: inout Evaluation<Silence>) -> Bool {
    for rule in rules(of: target) where evaluation.holds(rule) != .yes { return false }
    return true
  }

  /// The verdict about a group or a range, or a name that the policy does not know.
  func verdict(
    several name: String, ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    guard let subject = subject(name) else {
      return Verdict(
        .denied, .undeclared, Figures(), position: nil,
        isClockBehind: prepared.isClockBehind(now), target: -1)
    }
    return Inquiry(prepared: prepared, subject: subject, ask: ask, now: now).verdict
  }
}

extension Inquiry {
  /// The verdict, by evaluating the rules.
  package var verdict: Verdict {
    let outcome = outcome()
    return Verdict(
      outcome, reason(of: outcome), figures, position: position(of: outcome),
      isClockBehind: isClockBehind, target: subject.target)
  }

  /// The place of the deciding rule among the rules; nothing where every rule holds.
  func position(of outcome: Decision.Outcome) -> Int? {
    guard outcome != .allowed, let rule = decisive else { return nil }
    return subject.rules.firstIndex(of: rule)
  }
}

extension LimitStanding {
  /// Whether an ask goes above the limit; nothing where that is not known.
  @inline(__always)
  fileprivate func isExceeded(by growth: Ask.Growth) -> Bool? {
    guard let value = growth.value(from: used) else { return false }
    switch kind {
    case .any, .undecided: return true
    case .above: return value < 0 ? nil : value > highest
    case .unsure: return nil
    }
  }
}

extension Verdict {
  /// About a name that the policy does not know.
  fileprivate static let undeclared = Verdict(
    .denied, .undeclared, Figures(), position: nil, isClockBehind: false, target: -1)

  fileprivate init(
    _ outcome: Decision.Outcome, _ reason: Reason, _ figures: Figures, position: Int?,
    isClockBehind: Bool, target: Int32
  ) {
    self.init(
      Finding(outcome, reason, figures.measure, per: figures.window, position: position),
      isClockBehind: isClockBehind, target: target, highest: figures.highest,
      counted: figures.used)
  }

  /// What a slot says, without a branch that depends on the user.
  @inline(__always)
  fileprivate init(
    _ slot: Slot, of target: Target, growth: Ask.Growth, isClockBehind: Bool
  ) {
    let isBeyond =
      switch growth {
      case .adding(let amount): amount > slot.room
      case .reaching(let value): value > slot.most
      }
    self.init(
      isBeyond ? slot.beyond : slot.within, isClockBehind: isClockBehind, target: target.index,
      highest: slot.highest, counted: slot.used)
  }
}

extension Settled {
  /// The phase that a time is in; -1 for one behind the last, or where nothing is worked out.
  @inline(__always)
  func phase(at time: Int64) -> Int {
    time < firstEnd ? 0 : laterPhase(at: time)
  }

  @inline(never)
  private func laterPhase(at time: Int64) -> Int {
    for phase in ends.indices where time < ends[phase] { return phase }
    return -1
  }
}
