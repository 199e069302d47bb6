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
