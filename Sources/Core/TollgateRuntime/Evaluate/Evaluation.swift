/// The evaluation of a graph for one user: for an ask, at a time. To ask "what if", the
/// time, the input or what is supposed is changed, and the same evaluation asked again.
package struct Evaluation<Watcher: Observer>: Evaluator {
  package let graph: RuleGraph
  /// While a limit is compared with what a use takes, the growth of its meter.
  package internal(set) var ask: Ask
  package let takers: Takers
  package var observer: Watcher
  /// The data of the user.
  var input: EvaluationInput
  /// Effective now.
  var now: Int64
  /// From when on what was granted is unknown, unless it is fresh.
  var staleAt: Int64
  /// The supposition beyond the snapshot.
  var hypothesis = Hypothesis()
  /// Which `grant` statements that are unknown count as not given.
  package var notGiven = NotGiven.none

  package init(
    graph: RuleGraph, input: EvaluationInput, now: Int64, ask: Ask, takers: Takers = .none,
    observer: Watcher
  ) {
    self.graph = graph
    self.input = input
    self.now = now
    self.ask = ask
    self.takers = takers
    self.observer = observer
    staleAt = input.staleAt
  }

  package static var isThorough: Bool { Watcher.isThorough }

  /// The value of a condition.
  @inline(__always)
  package mutating func value(_ index: Int32) -> Truth {
    // Most rules have no dates, no `when` and no `soft`.
    switch graph[node: index] {
    case .never: .no
    case .always: .yes
    default: combinedValue(index)
    }
  }

  /// The same of any condition. Never inlined, or it would be into itself, without end.
  @inline(never)
  private mutating func combinedValue(_ index: Int32) -> Truth { combined(index) }

  // The functions below are inlined: a call would copy the whole evaluation.

  /// Whether a grant of the snapshot gives an entitlement.
  @inline(__always)
  package func held(_ entitlement: Int32) -> Truth {
    if hypothesis.holds(entitlement, at: now) { return .yes }
    var result = Truth.no
    for span in input.spans(of: entitlement) where input.spans[span].contains(now) {
      if input.spans[span].isFresh || now < staleAt { return .yes }
      result = .unknown
    }
    return result
  }

  @inline(__always)
  package func leaf(_ node: Node, at index: Int32) -> Truth {
    switch node {
    case .factIs(let fact, _), .factAtLeast(let fact, _), .timeSince(let fact, _):
      return node.isTrue(ofFact: input.facts[Int(fact)], at: now)
    case .usageAtLeast(let counter, _):
      return node.isTrue(ofUse: used(of: counter), with: allowance(raising: counter))
    case .inRollout(let rollout):
      return graph[rollout: rollout].contains(input.bucket(in: rollout))
    case .timeAtLeast: return node.isTrue(at: now)
    case .never, .always, .all, .any, .not, .entitlement, .paid, .statement: return .no
    }
  }

  /// The present value of a counter; nil for unknown.
  @inline(__always)
  func used(of counter: CounterIndex) -> Int64? {
    input.used(hypothesis.counter(input.places.place(ofRead: counter), in: input), at: now)
  }

  /// An allowance by its place.
  @inline(__always)
  func allowance(of place: Int32) -> Allowance {
    var allowance = input.allowance(of: place, at: now, staleAt: staleAt)
    hypothesis.raise(&allowance, of: place, at: now)
    return allowance
  }

  /// The allowance that raises the limits that read a counter.
  @inline(__always)
  func allowance(raising counter: CounterIndex) -> Allowance {
    allowance(of: graph.allowance(of: counter))
  }

  @inline(__always)
  package mutating func sees(_ node: Int32, _ value: Truth) -> Truth { observer.sees(node, value) }

  /// Whether a `grant` statement gives what it grants.
  @inline(__always)
  package mutating func given(_ value: Truth, by condition: Int32) -> Truth {
    guard notGiven != .none, value == .unknown else { return value }
    let unknowns = unknowns(below: condition)
    switch notGiven {
    case .none: return .unknown
    case .unlessStale: return unknowns.isStale ? .unknown : .no
    case .lacking: return unknowns.usage || unknowns.fact ? .no : .unknown
    }
  }

  @inline(__always)
  package mutating func sees(rule: Int32, _ parts: RuleTruth) { observer.sees(rule: rule, parts) }
}

/// Which `grant` statements that are unknown count as not given.
package enum NotGiven: Sendable, Hashable, BitwiseCopyable {
  case none
  /// Those that are unknown through facts and counters alone, as for reasons and for `refresh`.
  case unlessStale
  /// Those that lack a fact or a counter, also if something is stale, too.
  case lacking
}

extension PreparedSnapshot {
  /// The evaluation of this user's rules; never before what the snapshot has seen.
  @inline(__always)
  package func evaluation(
    at now: Int64, _ ask: Ask = Ask(), takers: Takers = .none
  ) -> Evaluation<NoObserver> {
    Evaluation(
      graph: graph, input: input, now: max(now, floor), ask: ask, takers: takers,
      observer: NoObserver())
  }
}

extension Evaluation {
  /// Whether the user surely has an entitlement, by a grant or by the policy itself.
  package mutating func holds(entitlement: Int32) -> Bool {
    if let node = graph.node(ofEntitlement: entitlement) { return value(node) == .yes }
    return held(entitlement) == .yes
  }
}

/// How far a user gets on a ladder, without what an allowance adds.
package enum Reach: Sendable, Hashable, BitwiseCopyable {
  /// The base is an allowance that is missing.
  case unknown
  case undecided
  case quantity(Int64)
  case unlimited
}

extension Evaluation {
  /// Whether the ask goes beyond every value of a ladder. Never inlined: plain limits are faster.
  @inline(never)
  mutating func exceedsLadder(_ index: LadderIndex, _ limit: Limit) -> Truth {
    exceedsAll(of: index, limit)
  }

  @inline(__always)
  package mutating func exceeds(_ rung: Rung, of limit: Limit) -> Truth {
    if rung.isEach { return exceedsCounted(rung, of: limit) }
    let allowance = allowance(raising: limit)
    guard limit.meter != nil else {
      return rung.isExceeded(byReaching: ask.growth, with: allowance)
    }
    return rung.isExceeded(by: ask.growth, used: used(of: limit.counter), with: allowance)
  }

  /// The best of the base of a ladder and of the steps that count: surely, or (`.unknown`) perhaps.
  package mutating func reach(of limit: Limit, counting least: Truth = .yes) -> Reach {
    guard let index = graph.ladder(of: limit) else { return .unknown }
    let ladder = graph[ladder: index]
    if ladder.source != nil { return reach(of: ladder, limit, counting: least) }
    var reach = base(of: ladder, limit)
    var best: Int64?
    for place in ladder.steps where isCounted(place, least) {
      guard case .quantity(let quantity) = graph[step: place].value else { return .unlimited }
      best = best.map { ladder.best($0, quantity) } ?? quantity
    }
    if let best {
      switch reach {
      case .quantity(let quantity): reach = .quantity(ladder.best(quantity, best))
      case .undecided: reach = .quantity(best)
      case .unknown, .unlimited: break
      }
    }
    return reach
  }

  mutating func isCounted(_ place: Int, _ least: Truth) -> Bool {
    counts(step: place).rawValue >= least.rawValue
  }

  func base(of ladder: LadderCore, _ limit: Limit) -> Reach {
    switch ladder.base {
    case .quantity(let quantity): return .quantity(quantity)
    case .undecided: return .undecided
    case .allowance(let otherwise):
      let allowance = allowance(of: graph.allowance(of: limit))
      guard let base = allowance.own ?? otherwise else { return .unknown }
      return .quantity(base.saturatingAdd(allowance.packs))
    }
  }

  /// The allowance that raises the values of a ladder. Where the base is the snapshot's own, that
  /// is what products add.
  package func raise(of limit: Limit) -> (known: Int64, perhaps: Int64) {
    var allowance = allowance(of: graph.allowance(of: limit))
    if graph.hasOwnWindows {
      var evaluation = self
      allowance = evaluation.allowance(raising: limit)
    }
    if let index = graph.ladder(of: limit), graph[ladder: index].base.isAllowance {
      allowance.own = nil
      allowance.packs = 0
    }
    return allowance.total
  }

  /// Whether the user surely has a step that asks for something and is not surely within the base.
  package mutating func opensStep(of limit: Limit) -> Bool {
    guard let index = graph.ladder(of: limit) else { return false }
    let ladder = graph[ladder: index]
    if ladder.source != nil { return opensCountedStep(of: ladder, limit) }
    let base = base(of: ladder, limit)
    for place in ladder.steps where !graph[step: place].asksForNothing {
      if !ladder.isWithin(graph[step: place].value, base), counts(step: place) == .yes {
        return true
      }
    }
    return false
  }

  /// Whether the amount that everybody has is open, and the user surely has no step.
  package mutating func isUndecided(_ limit: Limit) -> Bool {
    switch limit.kind {
    case .undecided: true
    case .ladder: reach(of: limit) == .undecided
    case .atMost, .allowance, .bare, .setting: false
    }
  }
}

extension LadderCore {
  func best(_ a: Int64, _ b: Int64) -> Int64 { isSmallerBetter ? min(a, b) : max(a, b) }

  /// Whether a value is surely no better than another one.
  package func isWithin(_ value: Ladder.Value, _ other: Reach) -> Bool {
    switch (value, other) {
    case (_, .unlimited): true
    case (.quantity(let value), .quantity(let other)):
      isSmallerBetter ? value >= other : value <= other
    case (.unlimited, _), (_, .unknown), (_, .undecided): false
    }
  }
}

extension Evaluation {
  /// Whether a rule holds: it does not apply, or its requirement is met.
  package mutating func holds(_ index: Int32) -> Truth { isKept(index) }

  /// The same where it matters why it fails: not surely where it holds for money, and unknown where
  /// only that is not known.
  package mutating func settled(_ index: Int32) -> Truth {
    let kept = holds(index)
    return kept != .yes && graph.hasOverages ? settled(index, kept) : kept
  }

  /// Whether a failing rule only warns now. Where that cannot be known, it does not.
  @inline(__always)
  package mutating func isSoft(_ index: Int32) -> Bool {
    value(graph[rule: index].soft) == .yes || isOverage(index)
  }

  /// Whether a rule binds this user: it is not certainly out of force, its condition is not false
  /// and its requirement is not met; of a ladder, the user's limit is not `unlimited`.
  package mutating func binds(_ index: Int32) -> Bool {
    let rule = graph[rule: index]
    guard value(rule.inForce) != .no, value(rule.condition) != .no else { return false }
    return isBinding(rule)
  }

  /// Whether a rule holds whatever is used: it does not apply, or its requirement is met.
  mutating func waives(_ index: Int32) -> Truth {
    let rule = graph[rule: index]
    return (!value(rule.inForce)).or(!value(rule.condition)).or(value(rule.requirement))
  }

  /// The same of a rule that is not certainly out of force and whose condition is not false.
  mutating func isBinding(_ rule: RuleCore) -> Bool {
    switch rule.limit?.kind {
    case .ladder: rule.limit.map { reach(of: $0) != .unlimited } ?? false
    case .setting: false
    case .atMost, .allowance, .undecided, .bare, nil: value(rule.requirement) != .yes
    }
  }

  /// Whether the user has what a rule requires, which is something; or a step of its ladder.
  mutating func isOpened(_ rule: RuleCore) -> Bool {
    if let limit = rule.limit, graph.ladder(of: limit) != nil { return opensStep(of: limit) }
    return rule.effect == .requires && value(rule.requirement) == .yes
  }

  @inline(__always)
  package mutating func exceeds(_ limit: Limit, of rule: Int32) -> Truth { exceeds(limit) }

  /// Whether the ask would raise a counter's value above a limit.
  @inline(__always)
  package mutating func exceeds(_ limit: Limit) -> Truth {
    if let ladder = graph.ladder(of: limit) { return exceedsLadder(ladder, limit) }
    return limit.kind.isExceeded(
      by: ask.growth, used: used(of: limit.counter), with: allowance(raisingPlain: limit))
  }

  /// The highest value that a limit lets pass, allowance added: surely, and with what is only
  /// perhaps granted. Nil if it is unknown or there is none.
  package mutating func allowed(by limit: Limit) -> (known: Int64, perhaps: Int64)? {
    guard graph.ladder(of: limit) != nil else {
      return limit.kind.allowed(with: allowance(raisingPlain: limit))
    }
    guard case .quantity(let quantity) = reach(of: limit) else { return nil }
    let raise = raise(of: limit)
    return (quantity.saturatingAdd(raise.known), quantity.saturatingAdd(raise.perhaps))
  }
}

extension Evaluation {
  /// The value that the user surely has of a setting, with its allowance; or (`.unknown`) the one
  /// that is possible: with every step that is not surely out, and all that is stale.
  package mutating func value(
    of setting: SettingIndex, counting least: Truth = .yes
  ) -> Ladder.Value {
    let limit = Limit(setting: setting)
    switch reach(of: limit, counting: least) {
    case .quantity(let quantity):
      let raise = raise(of: limit)
      return .quantity(quantity.saturatingAdd(least == .yes ? raise.known : raise.perhaps))
    case .unlimited, .unknown, .undecided: return .unlimited
    }
  }
}

/// A piece of data that is missing, so that a condition is unknown.
package enum Lack: Sendable, Hashable {
  /// A grant of the snapshot is too old to be believed.
  case purchases
  /// The same beside a missing counter: knowing the counter alone may not be enough.
  case purchasesBeside
  case counter(CounterIndex)
  /// The allowance of a meter, which a server sets.
  case allowance(MeterIndex)
  case fact(FactIndex)
  /// The subject of a rollout.
  case subject
}

/// Takes note of missing data.
package protocol LackNotes {
  mutating func note(_ lack: Lack)
}

/// The kinds of missing data that make a condition unknown.
package struct Unknowns: LackNotes, Sendable, Hashable {
  /// A grant of the snapshot that is too old to be believed.
  package var isStale = false
  /// A counter, or an allowance that a server sets.
  package var usage = false
  /// A fact, or the subject of a rollout.
  package var fact = false

  package mutating func note(_ lack: Lack) {
    switch lack {
    case .purchases: isStale = true
    case .purchasesBeside: break
    case .counter, .allowance: usage = true
    case .fact, .subject: fact = true
    }
  }
}

extension Evaluation {
  /// The missing data that makes a rule unknown: unknown conditions reached through unknown ones
  /// only, so that knowing them could change the result of the rule.
  package mutating func unknowns(in index: Int32) -> Unknowns {
    var unknowns = Unknowns()
    collect(rule: index, into: &unknowns)
    return unknowns
  }

  /// The same, each piece, in the order in which the rule is written.
  package mutating func collect(rule index: Int32, into notes: inout some LackNotes) {
    let rule = graph[rule: index]
    let limit = rule.limit.flatMap { isExceeded($0, of: index) == .unknown ? $0 : nil }
    let ladder = limit.flatMap { graph.ladder(of: $0) }
    let asked = ask
    defer { ask = asked }
    if let limit {
      if !takers.isEmpty { collectTakers(from: limit, into: &notes) }
      if let ladder {
        collect(Rung(baseOf: graph[ladder: ladder], at: ladder), limit, into: &notes)
      } else if takers.isEmpty || exceeds(limit) == .unknown {
        collect(limit, into: &notes)
      }
    }
    collect(rule.requirement, into: &notes)
    collect(rule.inForce, into: &notes)
    collect(rule.condition, into: &notes)
    if let limit, let ladder { collect(stepsOf: ladder, limit, into: &notes) }
    guard graph.hasOverages else { return }
    ask = asked
    collect(overageOf: index, into: &notes)
  }

  /// The same of what goes beyond a limit for money, where only that is unknown.
  private mutating func collect(overageOf index: RuleIndex, into notes: inout some LackNotes) {
    guard holdsForMoney(index) == .unknown, waives(index) == .no,
      let limit = graph[rule: index].limit, let overage = graph.overage(of: index)
    else { return }
    collect(overage.requirement, into: &notes)
    if allowance(raising: limit).perhaps > 0 { notes.note(.purchases) }
    if let ladder = graph.ladder(of: limit) {
      for place in graph[ladder: ladder].steps where counts(step: place) == .unknown {
        let step = graph[step: place]
        collect(step.requirement, into: &notes)
        collect(step.inForce, into: &notes)
        collect(step.condition, into: &notes)
      }
    }
    if isExceeded(limit, of: index) != .unknown, !takers.isEmpty {
      let growths = growths(under: limit)
      if growths.sure != growths.possible { collectTakers(from: limit, into: &notes) }
    }
  }

  /// The same of each step of a ladder that is unknown and could be enough.
  private mutating func collect(
    stepsOf index: LadderIndex, _ limit: Limit, into notes: inout some LackNotes
  ) {
    let ladder = graph[ladder: index]
    for place in ladder.steps {
      let rung = Rung(graph[step: place], at: place, of: ladder)
      let isCounted = counts(step: place)
      guard (!isCounted).or(exceeds(rung, of: limit)) == .unknown else { continue }
      collect(rung, limit, into: &notes)
      if isCounted == .unknown {
        let step = graph[step: place]
        collect(step.requirement, into: &notes)
        collect(step.inForce, into: &notes)
        collect(step.condition, into: &notes)
      }
    }
  }

  private mutating func collect(
    _ rung: Rung, _ limit: Limit, into notes: inout some LackNotes
  ) {
    guard exceeds(rung, of: limit) == .unknown, let kind = rung.kind else { return }
    guard rung.isEach, let index = graph.ladder(of: limit),
      let source = graph[ladder: index].source, number(of: source) == nil
    else {
      return collect(kind, limit, into: &notes)
    }
    switch source {
    case .fact(let fact): notes.note(.fact(fact))
    case .bought: notes.note(.purchases)
    }
    guard limit.meter != nil, used(of: limit.counter) == nil, !ask.isReaching else { return }
    collect(kind, limit, into: &notes)
  }

  private mutating func collect(_ limit: Limit, into notes: inout some LackNotes) {
    collect(limit.kind, limit, into: &notes)
  }

  /// The data that is missing to compare a counter, or the value of a setting, with a quantity.
  private mutating func collect(
    _ kind: Limit.Kind, _ limit: Limit, into notes: inout some LackNotes
  ) {
    let allowance = allowance(raising: limit)
    let isCounted = limit.meter == nil || used(of: limit.counter) != nil || ask.isReaching
    if case .allowance(otherwise: nil) = kind, allowance.own == nil {
      notes.note(.allowance(limit.counter.meter))
      if !isCounted { notes.note(.counter(limit.counter)) }
      return
    }
    // A quantity that is compared with a known value is unknown through what is added to it.
    guard !isCounted else { return notes.note(.purchases) }
    notes.note(.counter(limit.counter))
    if allowance.perhaps > 0 { notes.note(.purchasesBeside) }
  }

  /// The missing data that leaves open how much is taken from the meter of a limit. From here on the
  /// limit is compared with the most that is possible.
  private mutating func collectTakers(from limit: Limit, into notes: inout some LackNotes) {
    guard let meter = limit.meter else { return }
    var isTaken = false
    for taker in takers.each {
      for index in taker.uses where graph[use: index].meter == meter {
        isTaken = true
        let use = graph[use: index]
        collect(use.inForce, into: &notes)
        collect(use.condition, into: &notes)
        for place in graph[ladder: use.ladder].steps where counts(step: place) == .unknown {
          let step = graph[step: place]
          collect(step.requirement, into: &notes)
          collect(step.inForce, into: &notes)
          collect(step.condition, into: &notes)
        }
        if use.each != nil, let target = taker.meter, used(of: CounterIndex(target)) == nil {
          notes.note(.counter(CounterIndex(target)))
        }
      }
    }
    if isTaken { ask.growth = .adding(taken(from: meter).possible) }
  }

  /// The missing data among what makes a condition unknown.
  mutating func unknowns(below condition: Int32) -> Unknowns {
    var unknowns = Unknowns()
    collect(condition, into: &unknowns)
    return unknowns
  }

  private mutating func collect(_ index: Int32, into notes: inout some LackNotes) {
    guard value(index) == .unknown else { return }
    switch graph[node: index] {
    case .never, .always, .timeAtLeast: break
    case .all(let children), .any(let children):
      for child in children.places { collect(graph[edge: child], into: &notes) }
    case .not(let child), .statement(_, let child): collect(child, into: &notes)
    case .entitlement(let entitlement, let giver):
      if held(entitlement) == .unknown { notes.note(.purchases) }
      if let giver { collect(giver, into: &notes) }
    case .paid: notes.note(.purchases)
    case .usageAtLeast(let counter, _):
      // A counter that is known is unknown through its allowance alone.
      guard used(of: counter) == nil else { return notes.note(.purchases) }
      notes.note(.counter(counter))
      if allowance(raising: counter).perhaps > 0 { notes.note(.purchasesBeside) }
    case .factIs(let fact, _), .factAtLeast(let fact, _), .timeSince(let fact, _):
      notes.note(.fact(fact))
    case .inRollout: notes.note(.subject)
    }
  }
}

// The values of the conditions without parts, as functions of the numbers that they read. They are
// the same for one user and for a column of users.
extension Node {
  /// A condition on the value of a fact; nothing else.
  @inline(__always)
  package func isTrue(ofFact value: Int64, at now: Int64) -> Truth {
    guard value != Fact.unknown else { return .unknown }
    switch self {
    case .factIs(_, let other): return Truth(value == other)
    case .factAtLeast(_, let least): return Truth(value >= least)
    case .timeSince(_, let after): return Truth(now >= after.end(after: value))
    default: return .no
    }
  }

  /// A comparison with the present value of a counter, the meter's allowance subtracted.
  ///
  /// - Parameter used: The counter's value; nil for unknown.
  @inline(__always)
  package func isTrue(ofUse used: Int64?, with allowance: Allowance) -> Truth {
    guard let used, case .usageAtLeast(_, let least) = self else { return .unknown }
    let raised = allowance.total
    // All are from 0, so the differences fit.
    let surely = Truth(used - raised.perhaps >= least)
    return surely == Truth(used - raised.known >= least) ? surely : .unknown
  }

  /// Whether now is at or after a time.
  @inline(__always)
  package func isTrue(at now: Int64) -> Truth {
    if case .timeAtLeast(let time) = self { return Truth(now >= time) }
    return .no
  }
}

extension Rollout {
  /// Whether a bucket is in; nil means an unknown one.
  @inline(__always)
  package func contains(_ bucket: Int64?) -> Truth {
    guard let bucket else { return .unknown }
    return Truth(bucket < Int64(share))
  }
}
