/// The answers to the patterns of a policy for one user, worked out ahead by the evaluator: time is
/// cut into phases in which no data changes, and in a phase every pattern has one
/// answer.
package struct PreparedAnswers: Sendable {
  /// When the first phase ends. The first begins at the time that the snapshot has seen.
  package var firstEnd: Int64
  /// When each phase ends. After the last one, decisions are made from the graph.
  package var ends: [Int64]
  /// Phase by phase, the answer to each pattern, and after them to each meter and setting.
  package var slots: [Slot]
  /// Phase by phase, the rules with a limit, in the order of `Patterns.limits`.
  package var limits: [LimitStanding]
  /// How many slots, and how many limits, there are in a phase.
  package var slotCount: Int
  package var limitCount: Int
  /// Phase by phase, the values of the settings, and how many there are in a phase.
  package var values: [Ladder.Value] = []
  package var valueCount = 0

  /// Nothing: decisions are made from the graph.
  package static let nothing = PreparedAnswers(
    firstEnd: .min, ends: [], slots: [], limits: [], slotCount: 0, limitCount: 0)

  /// The most phases, and the most answers in all.
  static let mostPhases = 8
  static let mostAnswers = 4096
}

/// The answer for a target: that for one more of it, which is what most ask; and for other asks one
/// while its counter would stay within a bound, another beyond it. A feature never goes beyond.
package struct Slot: Sendable, BitwiseCopyable {
  /// The figures of the verdict.
  package var highest = Int64.min
  package var counted = PackedAmount(nil)
  package var oneMore: PackedVerdict
  /// `several` if asks for other amounts need an evaluation.
  package var within: PackedVerdict
  package var beyond: PackedVerdict
  /// The highest value that does not go beyond; `Int64.max` where nothing does.
  package var most = Int64.max

  /// Whether an ask goes beyond the bound.
  @inline(__always)
  func isBeyond(_ growth: Ask.Growth) -> Bool {
    guard most != .max else { return false }
    switch growth {
    // Where there is a bound, what is used is known, and the most is never below it.
    case .adding(let amount): return amount > most &- counted.raw
    case .reaching(let value): return value > most
    case .reachingUnlimited: return true
    }
  }
}

extension PreparedAnswers {
  /// Whether there is such a slot: -1 becomes a large number, which is not below the count.
  @inline(__always)
  func has(_ slot: Int32) -> Bool {
    UInt(truncatingIfNeeded: UInt32(bitPattern: slot)) < UInt(bitPattern: slots.count)
  }

  /// The phase that a time is in; nil after the last one, or if nothing is worked out.
  @inline(__always)
  func phase(at time: Int64) -> Int? {
    time < firstEnd ? 0 : laterPhase(at: time)
  }

  @inline(never)
  private func laterPhase(at time: Int64) -> Int? {
    for phase in ends.indices where time < ends[phase] { return phase }
    return nil
  }
}

extension PreparedAnswers {
  /// Works out the answers to the patterns for a user.
  init(_ unsettled: PreparedSnapshot) {
    let patterns = unsettled.graph.patterns
    self = .nothing
    ends = PreparedAnswers.ends(for: unsettled)
    firstEnd = ends.first ?? .min
    limitCount = patterns.limits.count
    slotCount =
      patterns.plain.count + min(unsettled.graph.parts.meters.count, Patterns.mostLimits)
      + patterns.settingCount + patterns.takers.count
    valueCount = unsettled.graph.parts.settings.count
    slots.reserveCapacity(ends.count * slotCount)
    limits.reserveCapacity(ends.count * limitCount)
    for (phase, start) in starts(from: unsettled.floor).enumerated() {
      let builder = AnswerBuilder(prepared: unsettled, now: start)
      var evaluation = builder.evaluation
      for target in patterns.plain { slots.append(builder.plain(target, &evaluation)) }
      for record in patterns.limits { limits.append(builder.limit(record, &evaluation)) }
      slots += Array(
        repeating: Slot(oneMore: .several, within: .several, beyond: .several),
        count: slotCount - patterns.plain.count)
      setMeters(of: patterns, in: phase, builder)
      setSettings(of: patterns, in: phase, builder)
      setTakers(of: patterns, in: phase, builder)
      values += builder.values(&evaluation)
    }
  }

  /// The same for a snapshot with other counters than in the input that this was worked out for.
  func after(counting unsettled: PreparedSnapshot, _ before: EvaluationInput) -> PreparedAnswers {
    let patterns = unsettled.graph.patterns
    var isTimeMoved = false
    let input = unsettled.input
    for counter in patterns.reads.counters {
      let (new, old) = (input.counter(counter), before.counter(counter))
      if new.falls != old.falls || !input.steps(of: new).elementsEqual(before.steps(of: old)) {
        isTimeMoved = true
      }
    }
    if unsettled.graph.hasOwnWindows {
      for place in input.places.firstCarried..<input.counters.count
      where input.counters[place] != before.counters[place] {
        isTimeMoved = true
      }
    }
    guard !patterns.reads.conditionsCount, !isTimeMoved else { return PreparedAnswers(unsettled) }
    var preparedAnswers = self
    for phase in ends.indices {
      let start = phase == 0 ? unsettled.floor : ends[phase - 1]
      let builder = AnswerBuilder(prepared: unsettled, now: start)
      for (index, record) in patterns.limits.enumerated() {
        preparedAnswers.limits[phase * limitCount + index].counted = builder.counted(record)
      }
      preparedAnswers.setMeters(of: patterns, in: phase, builder)
      preparedAnswers.setTakers(of: patterns, in: phase, builder)
    }
    return preparedAnswers
  }

  private func starts(from floor: Int64) -> [Int64] {
    ends.isEmpty ? [] : [floor] + ends.dropLast()
  }

  /// Fills the slots of the meters in a phase.
  private mutating func setMeters(of patterns: Patterns, in phase: Int, _ builder: AnswerBuilder) {
    let others = patterns.plain.count + patterns.settingCount + patterns.takers.count
    for meter in 0..<(slotCount - others) {
      guard let target = builder.target(of: Int32(meter)) else { continue }
      let head = patterns.heads[target]
      guard head.pattern >= 0 else { continue }
      let plain = slots[phase * slotCount + Int(head.pattern)]
      let first = phase * limitCount + Int(head.firstLimit)
      let standings = limits[first..<first + Int(head.limitCount)]
      let total = builder.total(Int32(meter))
      slots[phase * slotCount + patterns.plain.count + meter] =
        Slot(plain, with: standings, total: total)
        ?? Slot(
          beyondOneBound: LimitStanding.verdict(
            of: standings, behind: plain.within, growth: .adding(1),
            target: Target(index: Int32(target)))
            ?? builder.verdict(Int32(target)))
    }
  }

  /// Fills the slots of the settings in a phase. Asks for a value need an evaluation.
  private mutating func setSettings(
    of patterns: Patterns, in phase: Int, _ builder: AnswerBuilder
  ) {
    let graph = builder.prepared.graph
    for setting in 0..<patterns.settingCount {
      let target = graph.target(ofSetting: SettingIndex(setting))
      guard patterns.slots[target.place] >= 0 else { continue }
      slots[phase * slotCount + Int(patterns.slots[target.place])] = Slot(
        oneMore: builder.verdict(target.index).finding, within: .several, beyond: .several)
    }
  }

  /// Fills the slots of the targets that take from meters. Asks for other amounts need an evaluation.
  @inline(__always)
  private mutating func setTakers(of patterns: Patterns, in phase: Int, _ builder: AnswerBuilder) {
    if patterns.takers.isEmpty { return }
    for target in patterns.takers {
      slots[phase * slotCount + Int(patterns.slots[Int(target)])] = Slot(
        beyondOneBound: builder.verdict(target))
    }
  }

  /// When each phase ends: at every instant that the snapshot or a pattern names.
  private static func ends(for prepared: PreparedSnapshot) -> [Int64] {
    let graph = prepared.graph
    let input = prepared.input
    let reads = graph.patterns.reads
    var ends = [input.staleAt, Int64.max]
    for grant in prepared.grants {
      ends.append(grant.until)
      for span in grant.counts {
        ends.append(span.start)
        ends.append(span.until)
      }
    }
    ends += reads.instants
    for counter in reads.counters {
      input.eachFall(of: input.counter(counter)) { ends.append($0) }
    }
    for index in reads.dates {
      guard case .timeSince(let fact, let after) = graph[node: index] else { continue }
      let date = input.facts[Int(fact)]
      if date != Fact.unknown { ends.append(after.end(after: date)) }
    }
    ends.sort()
    let answers = graph.patterns.plain.count + graph.patterns.limits.count
    let most = min(mostPhases, max(1, mostAnswers / max(1, answers)))
    var kept: [Int64] = []
    for end in ends where end > prepared.floor && end != kept.last {
      kept.append(end)
      if kept.count == most { break }
    }
    return kept
  }
}

extension Slot {
  /// One answer, whatever is asked.
  fileprivate init(_ finding: PackedVerdict, counted: PackedAmount = PackedAmount(nil)) {
    self.init(counted: counted, oneMore: finding, within: finding, beyond: finding)
  }

  /// A meter for which one bound does not tell the answer: only that for one more is worked out.
  fileprivate init(beyondOneBound verdict: Verdict) {
    self.init(
      highest: verdict.highest, counted: verdict.counted, oneMore: verdict.finding,
      within: .several, beyond: .several)
  }

  /// A meter: the answer of its rules without a limit, and its limits. Nil if one bound does
  /// not tell.
  fileprivate init?(_ plain: Slot, with limits: ArraySlice<LimitStanding>, total: PackedAmount) {
    let answer = plain.within
    guard !limits.isEmpty else {
      self.init(
        PackedVerdict(answer.outcome, answer.reason, .unlimited, position: answer.position),
        counted: total)
      return
    }
    guard answer.outcome == .allowed else { return nil }
    var fold = RuleFold(reasonOfAllowed: answer.reason)
    var binding: LimitStanding?
    for limit in limits {
      fold.hold(opens: limit.opens, binds: limit.waiver != .yes)
      guard limit.waiver != .yes else { continue }
      guard binding == nil, limit.isSimple else { return nil }
      binding = limit
    }
    guard let binding else {
      self.init(PackedVerdict(.allowed, fold.reasonOfAllowed, .unlimited), counted: total)
      return
    }
    let within = PackedVerdict(
      .allowed, fold.reasonOfAllowed, .limited, per: binding.window)
    fold.fail(at: Int(binding.position), isSoft: binding.isSoft)
    let beyond = PackedVerdict(
      fold.outcome, binding.reason, .limited, per: binding.window, position: fold.deciding)
    self.init(
      highest: binding.highest, counted: binding.counted, oneMore: within, within: within,
      beyond: beyond, most: max(0, binding.highest, binding.counted.value ?? 0))
    if isBeyond(.adding(1)) { oneMore = beyond }
  }
}

extension LimitStanding {
  /// Whether the rule is false just where its counter goes beyond the limit. (A counter at the end
  /// of the range cannot tell a use from none.)
  fileprivate var isSimple: Bool {
    guard let used = counted.value, used < .max else { return false }
    return waiver == .no && isPlain && (kind == .above || kind == .any)
  }
}

/// Evaluates rules at one time.
private struct AnswerBuilder {
  let prepared: PreparedSnapshot
  let now: Int64
  /// Which rules it is about is said each time.
  private let inquiry: Inquiry

  init(prepared: PreparedSnapshot, now: Int64) {
    self.prepared = prepared
    self.now = now
    inquiry = Inquiry(
      prepared: prepared,
      subject: AskedTarget(rules: []), ask: Ask(),
      now: Instant(milliseconds: now))
  }

  /// One for all that is worked out at its time: making one takes longer than a rule.
  var evaluation: Evaluation<NoObserver> { inquiry.evaluation() }

  /// The answer of the rules of a target that have no limit.
  func plain(_ target: Int32, _ evaluation: inout Evaluation<NoObserver>) -> Slot {
    let graph = prepared.graph
    var rules = graph.rules(of: Target(index: target))
    if graph.patterns.heads[Int(target)].meter != nil {
      rules = rules.filter { graph[rule: $0].limit == nil }[...]
    }
    let (outcome, reason, position) = inquiry.answer(of: rules, &evaluation)
    return Slot(PackedVerdict(outcome, reason, position: position))
  }

  func limit(
    _ record: LimitRecord, _ evaluation: inout Evaluation<NoObserver>
  ) -> LimitStanding {
    let graph = prepared.graph
    let isPriced = graph.hasOverages && graph.overagePlace(of: record.rule) != nil
    let rule = graph[rule: record.rule]
    let applies = evaluation.value(rule.inForce).and(evaluation.value(rule.condition))
    // A ladder asks for nothing of who has a step without a limit.
    let requirement = Truth(!evaluation.isBinding(rule)).or(evaluation.value(rule.requirement))
    let reason = inquiry.plainReason(ofFalse: record.rule)
    let allowed = evaluation.allowed(by: record.limit)
    return LimitStanding(
      highest: allowed?.known ?? .min, counted: counted(record), waiver: (!applies).or(requirement),
      kind: isPriced ? .priced : kind(of: record.limit, allowed, &evaluation),
      reason: reason ?? .limitReached,
      window: record.limit.window, isSoft: evaluation.isSoft(record.rule),
      opens: applies != .no && evaluation.isOpened(rule),
      isPlain: reason != nil && record.position <= Int16.max,
      isUndecided: evaluation.isUndecided(record.limit),
      position: Int16(clamping: record.position))
  }

  private func kind(
    of limit: Limit, _ allowed: (known: Int64, perhaps: Int64)?,
    _ evaluation: inout Evaluation<NoObserver>
  ) -> LimitStanding.Kind {
    switch limit.kind {
    case .bare: return .any
    case .undecided: return .undecided
    case .atMost, .allowance, .setting: break
    case .ladder:
      let reach = evaluation.reach(of: limit)
      guard evaluation.reach(of: limit, counting: .unknown) == reach else { return .unsure }
      if reach == .undecided { return .undecided }
    }
    guard let allowed, allowed.known == allowed.perhaps else { return .unsure }
    return .above
  }

  /// The verdict about one more of a target.
  func verdict(_ target: Int32) -> Verdict {
    Inquiry(
      prepared: prepared, subject: prepared.graph.subject(target), ask: Ask(),
      now: Instant(milliseconds: now)
    ).verdict
  }

  func counted(_ record: LimitRecord) -> PackedAmount {
    let counter = record.limit.counter
    return PackedAmount(prepared.input.used(counter.meter, counter.window, at: now))
  }

  /// The values of the settings.
  func values(_ evaluation: inout Evaluation<NoObserver>) -> [Ladder.Value] {
    prepared.graph.parts.settings.indices.map { evaluation.value(of: SettingIndex($0)) }
  }

  func total(_ meter: Int32) -> PackedAmount {
    PackedAmount(prepared.input.used(meter, .total, at: now))
  }

  func target(of meter: Int32) -> Int? {
    let target = prepared.graph.names.meterTargets[Int(meter)]
    return target < 0 ? nil : Int(target)
  }
}
