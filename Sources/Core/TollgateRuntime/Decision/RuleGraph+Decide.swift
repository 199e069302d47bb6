/// A target of one policy, looked up once.
///
/// ```swift
/// guard let export = policy.target("csv-export") else { return }  // once
/// if policy.isAllowed(export, for: prepared, at: now) { save() }
/// ```
public struct Target: Sendable, Hashable, BitwiseCopyable {
  package let index: Int32

  package init(index: Int32) {
    self.index = index
  }

  /// The index as it is, for arrays that check it.
  @inline(__always)
  var place: Int { Int(UInt32(bitPattern: index)) }
}

extension Target: CustomStringConvertible {
  /// Its place in its policy, which alone knows the name: `target 3`.
  public var description: String { "target \(index)" }
}

extension RuleGraph {
  /// The feature, member of a series or meter called `name`; nil if the policy has none.
  @usableFromInline
  package func target(_ name: String) -> Target? {
    names.targets[name].map(Target.init(index:))
  }

  /// The decision about a target: its verdict, and all that can be asked about
  /// it.
  package func decide(
    _ target: Target, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Decision {
    Decision(
      verdict(target, ask: ask, for: prepared, at: now), ask: ask, for: prepared, at: now)
  }

  /// The decision about a name: a target, or all members of a group or a range at once. A name
  /// that the policy does not know is denied as `undeclared`.
  package func decide(
    _ name: String, ask: Ask = Ask(), for prepared: PreparedSnapshot, at now: Instant
  ) -> Decision {
    if let target = target(name) { return decide(target, ask: ask, for: prepared, at: now) }
    return Decision(
      verdict(several: name, ask: ask, for: prepared, at: now), of: name, ask: ask, for: prepared,
      at: now)
  }

  /// The highest tier that the user surely has at `now`; nil if the policy has no tiers.
  package func tier(for prepared: PreparedSnapshot, at now: Instant) -> String? {
    guard parts.tierCount > 0 else { return nil }
    var evaluation = prepared.evaluation(at: now.milliseconds)
    for tier in (1..<max(1, parts.tierCount)).reversed() {
      if evaluation.holds(entitlement: Int32(tier)) { return parts.entitlements[tier].name }
    }
    return parts.entitlements[0].name
  }
}

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
    var evaluation = evaluation(of: target, ask, for: prepared, at: now)
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
    // Only an evaluation tells whether a value of a setting is reached, and what a use takes.
    guard head.meter != nil, head.pattern >= 0 else { return nil }
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
      isToldWithCountersBeside,
      // The limits that were worked out know nothing of what was carried.
      !hasOwnWindows || counters.allSatisfy({ rollover(of: $0.counter) == nil })
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
    let isPlain = patterns.heads[target.place].meter == nil && uses[target.index].isEmpty
    if isPlain, setting == nil || !ask.isReaching {
      var evaluation = evaluation(of: target, ask, for: prepared, at: now)
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
  package func rules(of target: Target) -> ArraySlice<Int32> {
    targetRules[Int(targetRuleStarts[target.place])..<Int(targetRuleStarts[target.place + 1])]
  }

  private func evaluation(
    of target: Target, _ ask: Ask, for prepared: PreparedSnapshot, at now: Instant
  ) -> Evaluation<NoObserver> {
    prepared.evaluation(at: now.milliseconds, ask, takers: takers(of: CollectionOfOne(target)))
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

extension RuleGraph {
  /// The products that are for sale to a user as things are now: `for sale` has nothing against it
  /// that is true or unknown. Products that are bought along do not count.
  func productsOffered(to input: EvaluationInput, at now: Int64) -> BitSet {
    var offered = BitSet()
    for index in parts.products.indices where parts.products[index].isForSale {
      if let sale = parts.products[index].sale, !isOpen(sale, to: input, at: now) { continue }
      offered.insert(Int32(index))
    }
    return offered
  }

  /// Whether a sale is surely open to a user.
  private func isOpen(_ sale: Product.Sale, to input: EvaluationInput, at now: Int64) -> Bool {
    var evaluation = Evaluation(
      graph: self, input: input, now: now, ask: Ask(), observer: NoObserver())
    return evaluation.value(sale.requirement) == .yes && evaluation.value(sale.inForce) == .yes
      && evaluation.value(sale.condition) == .yes
  }
}
