/// The data that the conditions of a graph read: a snapshot in the graph's own terms, as flat
/// arrays of numbers. A supposition ("with `annual` bought") is a `Hypothesis` beside it.
package final class EvaluationInput: Sendable {
  /// From when on what was granted is unknown, unless it is fresh.
  package let staleAt: Int64
  /// When the user has each entitlement: the spans of entitlement `e` are those from
  /// `spanStarts[e]` up to `spanStarts[e + 1]`.
  package let spans: [HeldSpan]
  package let spanStarts: [Int32]
  /// The additions to the allowance of each meter, and after them of each setting, addressed
  /// likewise.
  package let additions: [AddedSpan]
  package let additionStarts: [Int32]
  /// The allowance that the snapshot itself brings, by meter, then by setting.
  private let allowances: [PackedAmount]
  /// The counters, and where each of them is.
  package let counters: [CounterState]
  package let places: CounterPlaces
  /// The later steps of the counters that fall more than once.
  let steps: [Counter.Step]
  /// The values of the facts, `Fact.unknown` for a missing one.
  package let facts: [Int64]
  /// The bucket in each rollout.
  private let buckets: [PackedBucket]

  init(
    staleAt: Int64, held: SpanTable<HeldSpan>, added: SpanTable<AddedSpan>,
    allowances: [PackedAmount], counters: CounterTable, places: CounterPlaces, facts: [Int64],
    buckets: [PackedBucket]
  ) {
    self.staleAt = staleAt
    spans = held.spans
    spanStarts = held.starts
    additions = added.spans
    additionStarts = added.starts
    self.allowances = allowances
    self.counters = counters.states
    self.places = places
    steps = counters.steps
    self.facts = facts
    self.buckets = buckets
  }

  /// A time in which the user has an entitlement.
  package struct HeldSpan: Sendable, Hashable {
    package var start: Int64
    /// Outside.
    package var until: Int64
    /// Whether it never goes stale.
    package var isFresh: Bool

    package func contains(_ now: Int64) -> Bool { start <= now && now < until }
  }

  /// A time in which a meter's allowance is raised.
  package struct AddedSpan: Sendable, Hashable {
    package var span: HeldSpan
    package var amount: Int64
    /// Whether it is a pack that is bought now, and adds to the snapshot's own allowance.
    package var isPack = false
  }

  /// A counter of a meter that some rule or quota reads.
  @inline(__always)
  package func counter(_ counter: CounterIndex) -> CounterState {
    counters[places.place(ofRead: counter)]
  }

  /// The bucket in a rollout; nil for unknown.
  @inline(__always)
  package func bucket(in rollout: Int32) -> Int64? { buckets[Int(rollout)].value }

  /// The value of a counter at a time, or how much is carried, by its place; nil for unknown.
  func number(at place: Int, _ now: Int64) -> Int64? {
    place < places.firstCarried
      ? used(counters[place], at: now) : carried(counters[place], at: now)
  }

  /// The counters and their steps.
  var table: CounterTable { CounterTable(states: counters, steps: steps) }

  /// The places of the spans in which the user has an entitlement.
  @inline(__always)
  func spans(of entitlement: EntitlementIndex) -> Range<Int> {
    Int(spanStarts[Int(entitlement)])..<Int(spanStarts[Int(entitlement) + 1])
  }

  /// The places of what is added to the allowance of a meter.
  @inline(__always)
  func additions(to meter: MeterIndex) -> Range<Int> {
    Int(additionStarts[Int(meter)])..<Int(additionStarts[Int(meter) + 1])
  }

  /// The allowance that raises the limits of a meter: the snapshot's own, and additions.
  package func allowance(of meter: Int32, at now: Int64) -> Allowance {
    allowance(of: meter, at: now, staleAt: staleAt)
  }

  /// The same where what was granted is unknown from another time on.
  @inline(__always)
  func allowance(of meter: Int32, at now: Int64, staleAt: Int64) -> Allowance {
    var allowance = Allowance(brought: allowances[Int(meter)], known: 0, perhaps: 0)
    for place in additions(to: meter) where additions[place].span.contains(now) {
      let amount = additions[place].amount
      if additions[place].isPack {
        allowance.packs = allowance.packs.saturatingAdd(amount)
      } else if additions[place].span.isFresh || now < staleAt {
        allowance.known = allowance.known.saturatingAdd(amount)
      } else {
        allowance.perhaps = allowance.perhaps.saturatingAdd(amount)
      }
    }
    return allowance
  }

  /// The same input with other counters or facts.
  func with(counters: CounterTable? = nil, facts: [Int64]? = nil, staleAt: Int64? = nil)
    -> EvaluationInput
  {
    EvaluationInput(
      staleAt: staleAt ?? self.staleAt,
      held: SpanTable(spans: spans, starts: spanStarts),
      added: SpanTable(spans: additions, starts: additionStarts),
      allowances: allowances,
      counters: counters ?? table,
      places: places,
      facts: facts ?? self.facts,
      buckets: buckets
    )
  }

  /// The same input with counters that stay as they are at a time.
  func withCounters(asAt now: Int64) -> EvaluationInput {
    let states = counters.indices.map { CounterState(used: number(at: $0, now)) }
    return with(counters: CounterTable(states: states, steps: []))
  }

  /// The same input with other spans.
  func with(held: SpanTable<HeldSpan>, added: SpanTable<AddedSpan>) -> EvaluationInput {
    EvaluationInput(
      staleAt: staleAt, held: held, added: added, allowances: allowances, counters: table,
      places: places, facts: facts, buckets: buckets
    )
  }
}

/// Lists of spans in one array.
struct SpanTable<Span: Sendable>: Sendable {
  var spans: [Span] = []
  var starts: [Int32] = [0]
}

/// The result of a rule with a limit, but for how much is asked for.
package struct LimitStanding: Sendable, BitwiseCopyable {
  /// The limit, allowance added; `Int64.min` for none or unknown.
  package var highest: Int64
  /// The counter's value, as it is kept.
  package var counted: PackedAmount
  /// Whether the rule holds whatever is used: it does not apply, or its requirement is met.
  package var waiver: Truth
  package var kind: Kind
  /// The reason of the rule where it is false, if `isPlain`.
  package var reason: Reason
  package var window: Window
  package var isSoft: Bool
  /// Whether it applies and the user has what it requires.
  package var opens: Bool
  /// Whether a false rule always has the same reason. Otherwise only an evaluation can tell.
  package var isPlain: Bool
  /// Whether the free amount is open: without a step, of a ladder.
  package var isUndecided: Bool
  package var position: Int16

  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Above the limit.
    case above
    /// Every growth is too much.
    case any, undecided
    /// Above a limit that is not surely known.
    case unsure
    /// Above a limit that has a price beyond it: only an evaluation can tell anything.
    case priced
  }

  var figures: Figures {
    var figures = Figures(
      measure: isUndecided ? .undecided : .limited, window: window, highest: highest,
      counted: counted)
    if kind == .any, waiver != .no { figures.forget() }
    return figures
  }
}

extension LimitStanding {
  /// The verdict about a meter with these limits; nil if only an evaluation can tell.
  ///
  /// - Parameter plain: The verdict of its rules without a limit.
  static func verdict(
    of limits: ArraySlice<LimitStanding>, behind plain: PackedVerdict, growth: Ask.Growth,
    target: Target
  ) -> Verdict? {
    verdict(of: limits, behind: plain, growth: growth, target: target) { limits[$0].counted }
  }

  /// The same, where something else tells what is used of the limit at a place.
  @inline(__always)
  static func verdict(
    of limits: ArraySlice<LimitStanding>, behind plain: PackedVerdict, growth: Ask.Growth,
    target: Target, counted: (Int) -> PackedAmount
  ) -> Verdict? {
    // Only an evaluation can tell which of two failing rules decides.
    guard plain.outcome == .allowed else { return nil }
    var fold = RuleFold(reasonOfAllowed: plain.reason)
    for place in limits.indices {
      var limit = limits[place]
      limit.counted = counted(place)
      fold.hold(opens: limit.opens, binds: limit.waiver != .yes)
      guard limit.waiver != .yes else { continue }
      guard let isExceeded = limit.isExceeded(by: growth) else { return nil }
      guard isExceeded else {
        fold.bind(limit.figures, denies: false)
        continue
      }
      guard limit.waiver == .no, limit.isPlain else { return nil }
      let denies = !limit.isSoft && !fold.isDecided
      fold.fail(at: place, isSoft: limit.isSoft)
      fold.bind(limit.figures, denies: denies)
    }
    guard let figures = fold.figures else { return nil }
    let deciding = fold.deciding.map { limits[$0] }
    return Verdict(
      fold.outcome, deciding?.reason ?? fold.reasonOfAllowed, figures,
      position: deciding.map { Int($0.position) }, target: target.index)
  }

  /// Whether an ask goes above the limit; nil if that is unknown.
  @inline(__always)
  fileprivate func isExceeded(by growth: Ask.Growth) -> Bool? {
    let raised = growth.value(from: counted.value)
    if case .notRaised = raised { return kind == .priced ? nil : false }
    switch kind {
    case .any, .undecided: return true
    case .above:
      guard case .known(let value) = raised else { return nil }
      return value > highest
    case .unsure, .priced: return nil
    }
  }
}
