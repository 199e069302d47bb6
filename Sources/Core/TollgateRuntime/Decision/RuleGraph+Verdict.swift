extension RuleGraph {
  /// The verdict about a target: the fast path, for a target and a snapshot that were looked up
  /// before. Nothing is allocated, locked, counted or written on the way; but for a running use,
  /// a time far ahead, or more than one of a meter with several limits, which need an evaluation.
  ///
  /// - Parameters:
  ///   - target: A target of this policy.
  ///   - ask: The question about it; by default, one more of it.
  ///   - prepared: A snapshot that this policy prepared.
  ///   - now: The time. One before what the snapshot has seen is not believed.
  @inlinable
  package func verdict(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    ask.isOneMore
      ? verdictOfOneMore(target, for: prepared, at: now)
      : laterVerdict(target, ask: ask, for: prepared, at: now)
  }

  /// The verdict about a name: a target, or all members of a group or a range at once. A name that
  /// the policy does not know is denied as `undeclared`.
  @inlinable
  package func verdict(
    _ name: String, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    if let target = target(name) { return verdict(target, ask: ask, for: prepared, at: now) }
    return verdict(several: name, ask: ask, for: prepared, at: now)
  }

  /// Whether the use may go ahead. Nothing is allocated, locked, counted or written on the way.
  @inlinable
  package func isAllowed(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Bool {
    ask.isOneMore
      ? isOneMoreAllowed(target, for: prepared, at: now)
      : isAllowedLater(target, ask: ask, for: prepared, at: now)
  }

  /// The verdict about every target, in the order of ``targets``, in the place of what `verdicts`
  /// holds. If you pass the same array again, no memory is allocated.
  @usableFromInline
  package func verdicts(
    for prepared: PreparedSnapshot, at now: Instant, into verdicts: inout [Verdict]
  ) {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    let count = patterns.slots.count
    if verdicts.count != count { verdicts = Array(repeating: .undeclared, count: count) }
    let time = max(now.milliseconds, prepared.floor)
    guard let phase = prepared.preparedAnswers.phase(at: time), patterns.isComplete else {
      for index in 0..<count {
        let target = Target(index: Int32(truncatingIfNeeded: index))
        verdicts[index] = laterVerdict(target, ask: Ask(), for: prepared, at: now)
      }
      return
    }
    let first = phase &* prepared.preparedAnswers.slotCount
    let isClockBehind = prepared.isClockBehind(now)
    // Invariant: there are as many verdicts as slots, and all slots are inside a phase.
    verdicts.withUnsafeMutableBufferPointer { verdicts in
      patterns.slots.withUnsafeBufferPointer { slots in
        prepared.preparedAnswers.slots.withUnsafeBufferPointer { answers in
          for index in 0..<count {
            verdicts[index] = Verdict(
              answers[first &+ Int(slots[index])],
              of: Target(index: Int32(truncatingIfNeeded: index)), isClockBehind: isClockBehind)
          }
        }
      }
    }
  }

  /// The question that most ask: a slot holds the answer, and no branch depends on it.
  @usableFromInline
  func verdictOfOneMore(
    _ target: Target, for prepared: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    let slot = patterns.slots[target.place]
    guard prepared.isInFirstPhase(now), prepared.preparedAnswers.has(slot)
    else { return laterVerdict(target, ask: Ask(), for: prepared, at: now) }
    return Verdict(prepared.preparedAnswers.slots[Int(slot)], of: target, isClockBehind: false)
  }

  @usableFromInline
  func isOneMoreAllowed(
    _ target: Target, for prepared: PreparedSnapshot, at now: Instant
  ) -> Bool {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    let slot = patterns.slots[target.place]
    guard prepared.isInFirstPhase(now), prepared.preparedAnswers.has(slot)
    else { return isAllowedLater(target, ask: Ask(), for: prepared, at: now) }
    return prepared.preparedAnswers.slots[Int(slot)].oneMore.isAllowed
  }
}

extension Verdict {
  /// About a name that the policy does not know.
  fileprivate static let undeclared = Verdict(
    PackedVerdict(.denied, .undeclared), isClockBehind: false, target: nil, highest: .min,
    counted: PackedAmount(nil))
}
