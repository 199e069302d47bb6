/// A question about a target, with all that its answer depends on.
package struct Inquiry: Sendable {
  package let prepared: PreparedSnapshot
  package private(set) var subject: AskedTarget
  package let ask: Ask
  /// Effective now: never before what the snapshot has seen.
  package let now: Int64
  /// The time that was asked about, as the clock has it.
  let asked: Instant
  /// Whether the clock is more than 5 minutes behind.
  package let isClockBehind: Bool

  package init(prepared: PreparedSnapshot, subject: AskedTarget, ask: Ask, now: Instant) {
    self.prepared = prepared
    self.subject = subject
    self.subject.add(ask, in: prepared.graph)
    self.ask = ask
    asked = now
    self.now = max(now.milliseconds, prepared.floor)
    isClockBehind = prepared.isClockBehind(now)
  }

  package var graph: RuleGraph { prepared.graph }

  /// The target as it was asked for.
  var name: String {
    subject.several ?? subject.target.map { graph.name(ofTarget: $0) } ?? ""
  }

  /// Whether it asks for a value of a setting.
  var isReachingSetting: Bool { subject.setting != nil && ask.isReaching }

  @inline(__always)
  package func evaluation() -> Evaluation<NoObserver> {
    prepared.evaluation(at: now, ask, takers: subject.takers)
  }

  /// An evaluation for reasons: a `grant` statement whose facts or counters are missing is not
  /// given.
  package func reasoning() -> Evaluation<NoObserver> {
    var evaluation = evaluation()
    evaluation.notGiven = .unlessStale
    return evaluation
  }

  func reasonedTruth(of rule: Int32) -> Truth {
    var reasoning = reasoning()
    return reasoning.settled(rule)
  }
}

/// The target of a question: one target, or all members of a group or range at once.
package struct AskedTarget: Sendable {
  /// The name of several; nil for one target, whose name is read when somebody asks for it.
  var several: String?
  package var label: LabelIndex?
  /// The meter; nil for anything else.
  package var meter: MeterIndex?
  /// The target; nil for several.
  package var target: Int32?
  /// Every rule about it, in the order of the source, and after them those of meters that its use
  /// takes from.
  package var rules: ArraySlice<RuleIndex>
  /// The setting, or nil for anything else.
  package var setting: SettingIndex?
  /// Its targets as far as their use takes from meters.
  package var takers = Takers.none

  /// The rule at a place among them.
  func rule(at place: Int) -> RuleIndex { rules[rules.startIndex + place] }

  /// Adds what an ask adds: whether a value is within a setting is one more rule.
  mutating func add(_ ask: Ask, in graph: RuleGraph) {
    guard let setting, ask.isReaching else { return }
    let rule = graph.parts.settings[Int(setting)].rule
    guard !rules.contains(rule) else { return }
    rules = (rules + [rule]).sorted()[...]
  }
}

extension RuleGraph {
  /// One target.
  package func subject(_ index: Int32) -> AskedTarget {
    let target = parts.tables.targets[Int(index)]
    return AskedTarget(
      label: target.label, meter: target.meter, target: index,
      rules: rules(of: Target(index: index)), setting: setting(of: index),
      takers: takers(of: CollectionOfOne(Target(index: index))))
  }

  /// The rules of several targets, each once: their own, then those of the meters that they use.
  func rules(of targets: [Target]) -> [RuleIndex] {
    var own: Set<RuleIndex> = []
    var all: Set<RuleIndex> = []
    for target in targets {
      all.formUnion(rules(of: target))
      if !uses.isEmpty { own.formUnion(parts.tables.rules(ofTarget: target.place)) }
    }
    if uses.isEmpty { return all.sorted() }
    return own.sorted() + all.subtracting(own).sorted()
  }

  /// The name of a target.
  func name(ofTarget index: Int32) -> String {
    parts.tables.text(parts.tables.targets[Int(index)].name)
  }

  /// The meaning of a name: a target, or all members of a group or range at once. Nil if the
  /// policy does not know it.
  package func subject(_ name: String) -> AskedTarget? {
    if let target = target(name) { return subject(target.index) }
    guard let members = members(of: name) else { return nil }
    return AskedTarget(
      several: name, label: names.groups[name].flatMap { parts.groups[Int($0)].label },
      rules: rules(of: members)[...], takers: takers(of: members))
  }
}

extension Inquiry {
  /// Whether a rule would hold if the user did not have something, because of a `not`.
  func isExcluded(_ index: Int32) -> Bool {
    let requirement = graph[rule: index].requirement
    var held: [Int32] = []
    var reasoning = reasoning()
    forEachAtom(below: requirement, underNot: false) { node in
      if reasoning.value(node) == .yes, !held.contains(node) { held.append(node) }
    }
    // One thing in the way is the rule; a handful at once is the most that anyone writes.
    guard !held.isEmpty else { return false }
    let tried = held.prefix(10)
    for subset in 1..<(1 << tried.count) {
      var nodes: Set<Int32> = []
      for (bit, node) in tried.enumerated() where subset & (1 << bit) != 0 { nodes.insert(node) }
      if isMet(requirement, without: nodes) { return true }
    }
    return tried.count < held.count && isMet(requirement, without: Set(held))
  }

  /// Whether a requirement would be met if the user did not have some things. The rule's condition
  /// reads the facts as they are.
  private func isMet(_ requirement: Int32, without nodes: Set<Int32>) -> Bool {
    var evaluation = Evaluation(
      graph: graph, input: prepared.input, now: now, ask: ask, takers: subject.takers,
      observer: Without(nodes: nodes))
    evaluation.notGiven = .unlessStale
    return evaluation.value(requirement) == .yes
  }

  /// The entitlements and facts that a requirement names under an odd number of `not`s.
  private func forEachAtom(below index: Int32, underNot: Bool, _ body: (Int32) -> Void) {
    switch graph[node: index] {
    case .all(let children), .any(let children):
      for child in graph[children] { forEachAtom(below: child, underNot: underNot, body) }
    case .not(let child): forEachAtom(below: child, underNot: !underNot, body)
    case .entitlement, .paid, .factIs: if underNot { body(index) }
    case .never, .always, .statement, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast,
      .timeSince:
      break
    }
  }
}

extension Inquiry {
  /// How much of the meter there is, which is what the verdict says.
  func quota(of verdict: Verdict) -> Quota? {
    guard subject.takers.isEmpty, !graph.hasOverages else {
      var evaluation = evaluation()
      let position = verdict.outcome == .denied ? answer.position : nil
      let figures = figures(denying: position.map { subject.rule(at: $0) }, &evaluation)
      return figures.measure == .none ? nil : quota(of: figures, meter: figures.meter)
    }
    return subject.meter.map { quota(of: Figures(verdict), meter: $0) }
  }

  /// The meter that a quota is about.
  package func meter(of quota: Quota) -> MeterIndex? {
    graph.names.meter(quota.meter, in: graph.parts) ?? subject.meter
  }

  /// How much of one limit there is, whether it binds this user or not.
  package func quota(of limit: Limit) -> Quota {
    var evaluation = evaluation()
    return quota(of: figures(of: limit, &evaluation), meter: limit.counter.meter)
  }

  /// The figures of the quota: beside a denial those of the limit that denies; else, of the limits
  /// that bind this user, the one with the least remaining, the unknown and the undecided counting
  /// as least.
  ///
  /// - Parameter denying: The rule that denies; nil if none does.
  func figures(
    denying: RuleIndex?, _ evaluation: inout Evaluation<NoObserver>
  ) -> Figures {
    if isReachingSetting { return Figures(counted: Verdict.reachingSetting) }
    let taken = subject.takers.isEmpty ? nil : firstTaken(&evaluation)
    guard let meter = subject.meter ?? taken else { return Figures() }
    var fold = RuleFold()
    for rule in subject.rules {
      let core = graph[rule: rule]
      guard let limit = core.limit, evaluation.asks(core), evaluation.binds(rule) else { continue }
      var figures = figures(of: limit, &evaluation)
      if case .bare = limit.kind, evaluation.waives(rule) != .no { figures.forget() }
      if !subject.takers.isEmpty {
        figures.isOfUses = true
      }
      if graph.hasOverages { figures.beyond = evaluation.beyond(rule) }
      if figures.isOfUses { figures.uses = uses(figures, of: limit, &evaluation) }
      fold.bind(figures, denies: rule == denying)
    }
    let total = prepared.input.used(meter, .total, at: now)
    return fold.figures
      ?? Figures(measure: .unlimited, counted: PackedAmount(total), meter: meter)
  }

  /// The first meter from which the use perhaps takes something; nil if there is none.
  private func firstTaken(_ evaluation: inout Evaluation<NoObserver>) -> MeterIndex? {
    taken(&evaluation).first?.meter
  }

  /// The amounts that the use takes at most, of each meter once, in the order of the source.
  func taken(_ evaluation: inout Evaluation<NoObserver>) -> [(meter: MeterIndex, amount: Int64)] {
    var uses: Set<UseIndex> = []
    for taker in subject.takers.each { uses.formUnion(taker.uses) }
    var taken: [(meter: MeterIndex, amount: Int64)] = []
    for use in uses.sorted() {
      let meter = graph[use: use].meter
      if taken.contains(where: { $0.meter == meter }) { continue }
      let amount = evaluation.taken(from: meter).possible
      if amount > 0 { taken.append((meter, amount)) }
    }
    return taken
  }

  /// How many further uses fit under a limit, by what is possibly taken; nil if that is not known.
  private func uses(
    _ figures: Figures, of limit: Limit, _ evaluation: inout Evaluation<NoObserver>
  ) -> Int64? {
    guard let left = figures.further, let meter = limit.meter else { return nil }
    if subject.takers.asks(for: meter), evaluation.taken(from: meter).possible == 0 { return left }
    return evaluation.mostUses(of: meter, within: left)
  }

  private func figures(
    of limit: Limit, _ evaluation: inout Evaluation<NoObserver>
  ) -> Figures {
    let isUnlimited = graph.ladder(of: limit) != nil && evaluation.reach(of: limit) == .unlimited
    return Figures(
      measure: isUnlimited
        ? .unlimited : evaluation.isUndecided(limit) ? .undecided : .limited,
      window: limit.window,
      highest: evaluation.allowed(by: limit)?.known ?? .min,
      counted: PackedAmount(prepared.input.used(limit.counter.meter, limit.window, at: now)),
      meter: limit.counter.meter)
  }

  private func quota(of figures: Figures, meter: Int32) -> Quota {
    let isLimited = figures.measure != .unlimited
    return Quota(
      meter: graph[meter: meter].name,
      limit: figures.highest == .min ? nil : figures.highest,
      isUndecided: figures.measure == .undecided, used: figures.used,
      requested: requested(of: meter, used: figures.used), remaining: figures.remaining,
      over: figures.over,
      uses: isLimited ? (subject.takers.isEmpty ? figures.further : figures.uses) : nil,
      beyond: Quota.Beyond(figures.beyond),
      window: figures.window,
      carried: isLimited ? carried(CounterIndex(meter, figures.window)) : 0,
      resets: isLimited ? resets(CounterIndex(meter, figures.window)) : nil,
      isUnlimited: !isLimited)
  }

  private func requested(of meter: MeterIndex, used: Int64?) -> Int64? {
    if !subject.takers.isEmpty, !subject.takers.asks(for: meter) {
      var evaluation = evaluation()
      return evaluation.taken(from: meter).possible
    }
    switch ask.growth {
    case .adding(let amount): return amount
    case .reaching(let value): return used.map { value.saturatingAdd(-$0) }
    case .reachingUnlimited: return used.map { .max - $0 }
    }
  }

  /// When a counter falls next; `nil` if nothing is told about that.
  private func resets(_ counter: CounterIndex) -> Instant? {
    prepared.input.nextFall(of: prepared.input.counter(counter), after: now)
  }
}

/// The figures of a quota.
struct Figures {
  var measure: PackedVerdict.Measure
  var window: Window
  /// The limit, allowance added; `Int64.min` for none or unknown.
  var highest: Int64
  /// The used amount, packed.
  var counted: PackedAmount
  /// The meter; -1 where nobody asks.
  var meter: MeterIndex
  /// Of a target that takes from meters, how many further uses fit; nil if that is not known.
  var uses: Int64?
  /// Whether it is told by uses rather than by what remains.
  var isOfUses = false
  /// How far this user may go beyond the limit for money.
  var beyond = RoomBeyond.none
  /// Whether nothing is known of the limit: a rule about all growth may not apply, and then there
  /// is no limit.
  private(set) var isForgotten = false

  init(
    measure: PackedVerdict.Measure = .none, window: Window = .total, highest: Int64 = .min,
    counted: PackedAmount = PackedAmount(nil), meter: MeterIndex = -1
  ) {
    self.measure = measure
    self.window = window
    self.highest = highest
    self.counted = counted
    self.meter = meter
  }

  /// The figures of a verdict about a meter.
  init(_ verdict: Verdict) {
    measure = verdict.isUnlimited ? .unlimited : verdict.isUndecided ? .undecided : .limited
    window = verdict.window ?? .total
    highest = verdict.highest
    counted = verdict.counted
    meter = -1
  }

  /// How much is used; nil for unknown.
  var used: Int64? { counted.value }

  /// How much is left, never below 0; nil if there is no limit or no count.
  var remaining: Int64? {
    guard highest != .min, let used else { return nil }
    return max(0, highest.saturatingAdd(-used))
  }

  /// How much more may be used, for money too; nil if that is not known, or where nothing ends it.
  var further: Int64? {
    guard let remaining, let used else { return nil }
    switch beyond {
    case .none: return remaining
    case .upTo(let most): return max(0, most.saturatingAdd(-used))
    case .unlimited: return nil
    }
  }

  /// How much lies beyond the limit, never below 0; nil if there is no limit or no count.
  var over: Int64? {
    guard highest != .min, let used else { return nil }
    return max(0, used.saturatingAdd(-highest))
  }

  /// Keeps what is used and tells no limit.
  mutating func forget() {
    highest = .min
    isForgotten = true
  }

  /// How much more may be used, or how often, the unknown and the undecided counting as least; what
  /// ends nowhere comes after that, and what says nothing last.
  var rank: Int64 {
    if isForgotten { return .max }
    if beyond == .unlimited, remaining != nil { return .max - 1 }
    return (isOfUses ? uses : further) ?? -1
  }
}

extension Inquiry {
  /// The outcome of the rules, its reason, and the place of the rule that decides.
  var answer: OutcomeAndReason {
    var evaluation = evaluation()
    return answer(of: subject.rules, &evaluation)
  }

  package typealias OutcomeAndReason = (outcome: Decision.Outcome, reason: Reason, position: Int?)

  /// The same of some rules.
  func answer(
    of rules: ArraySlice<RuleIndex>, _ evaluation: inout Evaluation<NoObserver>
  ) -> OutcomeAndReason {
    let fold = evaluation.fold(rules)
    guard let place = fold.deciding else {
      return (.allowed, evaluation.reason(ofAllowed: rules, setting: subject.setting), nil)
    }
    return (fold.outcome, reason(ofFailing: rules[rules.startIndex + place]), place)
  }

  /// The rules that fail, with the reason of each. That of the one that decides is the decision's
  /// own.
  func blockers(
    _ standings: [RuleStanding], _ reason: Reason, _ evaluation: inout Evaluation<NoObserver>
  ) -> [Blocker] {
    let graph = graph
    let deciding = standings.fold.deciding
    var blockers: [Blocker] = []
    blockers.reserveCapacity(standings.failing)
    for place in standings.indices where standings[place].fails {
      let rule = standings[place].index
      let reason =
        place == deciding
        ? reason
        : self.reason(of: rule, standings[place].truth, standings[place].dependencies, &evaluation)
      blockers.append(
        Blocker(
          graph: graph, index: rule, reason: reason, isSoft: standings[place].isSoft,
          stepNeeds: stepNeeds(of: rule),
          charge: graph.hasOverages ? evaluation.charge(of: rule) : nil))
    }
    return blockers
  }

  /// Why a rule fails: the first reason that fits.
  package func reason(ofFailing rule: Int32) -> Reason {
    var evaluation = reasoning()
    let truth = evaluation.settled(rule)
    evaluation.notGiven = .none
    return reason(
      of: rule, truth, graph.dependencies(on: rule, asking: subject.takers), &evaluation)
  }

  /// Why a rule fails that has this value for reasons.
  private func reason(
    of rule: Int32, _ truth: Truth, _ dependencies: @autoclosure () -> Dependencies,
    _ evaluation: inout Evaluation<NoObserver>
  ) -> Reason {
    if evaluation.isOverage(rule) { return .overage }
    switch truth {
    case .no: return plainReason(ofFalse: rule) ?? reason(ofFalse: rule, dependencies())
    case .unknown: return reason(ofUnknown: rule)
    case .yes:
      // It is unknown only through a `grant` statement under a `not`.
      return evaluation.unknowns(in: rule).isStale ? .stale : .unknownFact
    }
  }

  private func reason(ofUnknown rule: Int32) -> Reason {
    var reasoning = reasoning()
    reasoning.staleAt = .max
    if reasoning.holds(rule) == .yes || reasoning.isOverage(rule) { return .stale }
    reasoning.staleAt = prepared.input.staleAt
    var unknowns = reasoning.unknowns(in: rule)
    if unknowns.isStale, unknowns.usage || unknowns.fact {
      // What a `grant` statement lacks is no reason, as long as the rule is unknown without it.
      reasoning.notGiven = .lacking
      if reasoning.settled(rule) == .unknown { unknowns = reasoning.unknowns(in: rule) }
    }
    if unknowns.usage { return .unknownUsage }
    return unknowns.isStale && !unknowns.fact ? .stale : .unknownFact
  }

  /// The reason of a rule that is false, where it does not depend on what was bought before.
  func plainReason(ofFalse index: Int32) -> Reason? {
    let rule = graph[rule: index]
    let isComparison = rule.limit.map { $0.kind != .bare } ?? false
    if rule.effect == .off, !isComparison { return .off }
    guard let limit = rule.limit else { return nil }
    switch limit.kind {
    case .undecided: return .undecided
    case .ladder:
      var reasoning = reasoning()
      if reasoning.isUndecided(limit) { return .undecided }
    case .atMost, .allowance, .bare, .setting: break
    }
    let isAnyOpen = prepared.grants.contains {
      $0.state == .hold || $0.state == .paused || $0.state == .pending
    }
    return isAnyOpen ? nil : .limitReached
  }

  private func reason(ofFalse rule: Int32, _ dependencies: Dependencies) -> Reason {
    func holds(counting counts: (PreparedGrant) -> Bool) -> Bool {
      self.holds(rule, dependencies, counting: counts)
    }
    if holds(counting: { $0.state == .hold || $0.state == .paused }) { return .onHold }
    if holds(counting: { $0.state == .pending }) { return .pending }
    if graph[rule: rule].limit != nil { return .limitReached }
    if holds(counting: { $0.state == .refunded || $0.state == .revoked }) { return .revoked }
    if holds(counting: { $0.state == .expired || $0.hasEnded(at: now) }) { return .expired }
    if isExcluded(rule) { return .excluded }
    guard graph.asksForPaid else { return .notHeld }
    return self.holds(rule, dependencies, asPaid: true) { $0.isInTrial(at: now) }
      ? .inTrial : .notHeld
  }

  /// Whether a rule that is false would hold if these grants counted, whatever their states and
  /// dates; a trial as a trial, or `asPaid`.
  private func holds(
    _ rule: Int32, _ dependencies: Dependencies, asPaid: Bool = false,
    counting counts: (PreparedGrant) -> Bool
  ) -> Bool {
    let places = prepared.places(where: counts)
    var given = Dependencies()
    for place in places { given.formUnion(graph.dependencies(of: prepared.grants[Int(place)])) }
    guard given.meets(dependencies) != .no else { return false }
    var reasoning = reasoning()
    suppose(countingGrantsAt: places, asPaid: asPaid, &reasoning)
    return reasoning.holds(rule) == .yes
  }

  /// Supposes that the grants at these places count, whatever their states and dates; a trial as a
  /// trial, or `asPaid`.
  func suppose(
    countingGrantsAt places: BitSet, asPaid: Bool = false,
    _ evaluation: inout Evaluation<NoObserver>
  ) {
    for place in places {
      let grant = prepared.grants[Int(place)]
      evaluation.hypothesis.give(grant, isTrial: grant.isTrial && !asPaid, in: graph)
    }
    guard evaluation.hypothesis.isAdding else { return }
    // The additions of a grant that counts already, as one in its grace, are not added twice.
    evaluation.input = prepared.input(without: places)
  }
}

extension Inquiry {
  /// The values of the parts of every rule about the target, in the order of the source: the same
  /// evaluation as the answer's, watched.
  package var trace: [(rule: Int32, parts: RuleTruth)] {
    var evaluation = Evaluation(
      graph: graph, input: prepared.input, now: now, ask: ask, takers: subject.takers,
      observer: Trace())
    for rule in subject.rules { _ = evaluation.holds(rule) }
    return evaluation.observer.rules
  }

  /// The entitlements that the user surely has, without those that another one of them includes,
  /// and with the first tier only if there is nothing else.
  package var held: [Int32] {
    var evaluation = evaluation()
    var held: [Int32] = []
    for index in graph.parts.entitlements.indices {
      if evaluation.holds(entitlement: Int32(index)) { held.append(Int32(index)) }
    }
    return held.filter { entitlement in
      !held.contains { other in
        other != entitlement
          && graph[entitlement: other].gives.contains(entitlement)
      }
    }
  }

  /// The targets that are denied now and could be used with these products bought.
  package func opened(byBuying products: [Int32]) -> [Int32] {
    let after = ProductCatalog(of: self).after(buying: BitSet(products))
    return graph.targets.filter { target in
      let rules = graph.rules(of: target)
      var present = prepared.evaluation(at: now, takers: graph.takers(of: CollectionOfOne(target)))
      var later = present
      later.input = after.input
      return present.outcome(of: rules) == .denied && later.outcome(of: rules) != .denied
    }.map { $0.index }
  }
}

extension RuleGraph {
  /// Targets in ascending order as runs: neighbours of one series are one run.
  package func runs(of targets: [Int32]) -> [ClosedRange<Int32>] {
    var runs: [ClosedRange<Int32>] = []
    let series = SeriesBounds(parts.groups)
    for target in targets {
      if let last = runs.last, last.upperBound + 1 == target,
        series.haveNeighbours(target - 1, target)
      {
        runs[runs.count - 1] = last.lowerBound...target
      } else {
        runs.append(target...target)
      }
    }
    return runs
  }
}

/// The first and the last member of each series, in order.
private struct SeriesBounds {
  private var bounds: [(first: Int32, last: Int32)] = []

  init(_ groups: [TargetGroup]) {
    for group in groups where group.isSeries {
      if let first = group.members.first, let last = group.members.last {
        bounds.append((first, last))
      }
    }
    bounds.sort { $0.first < $1.first }
  }

  /// Whether two neighbours are both members of one series.
  func haveNeighbours(_ a: Int32, _ b: Int32) -> Bool {
    var low = 0
    var high = bounds.count
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle].first <= a { low = middle + 1 } else { high = middle }
    }
    return low > 0 && b <= bounds[low - 1].last
  }
}
