extension Cohort {
  /// One user of the columns: a snapshot about whom every condition has the same value, at the time
  /// of the cohort. The purchases themselves are not in the columns, so a decision may give another
  /// reason for what was not bought.
  package func user(_ index: Int) -> PreparedSnapshot {
    let (block, place) = index.quotientAndRemainder(dividingBy: TruthBlock.width)
    var held = SpanTable<EvaluationInput.HeldSpan>()
    for column in holdings {
      let truth = column.truth(block: block)
      if truth.possibly[user: place] {
        held.spans.append(Cohort.span(isFresh: truth.surely[user: place]))
      }
      held.starts.append(Int32(held.spans.count))
    }
    var added = SpanTable<EvaluationInput.AddedSpan>()
    let allowances = allowances.map { $0[index] }
    for allowance in allowances {
      for (amount, isFresh) in [(allowance.known, true), (allowance.perhaps, false)]
      where amount != 0 {
        added.spans.append(
          EvaluationInput.AddedSpan(span: Cohort.span(isFresh: isFresh), amount: amount))
      }
      added.starts.append(Int32(added.spans.count))
    }
    let input = EvaluationInput(
      // A grant that is not fresh is stale.
      staleAt: .min, held: held, added: added, allowances: allowances.map { $0.brought },
      counters: CounterTable(
        states: counters.map {
          EvaluationInput.CounterState(used: PackedAmount(raw: $0[index]).value)
        }, steps: []),
      places: graph.counterPlaces, facts: facts.map { $0[index] },
      buckets: buckets.map { PackedBucket(PackedAmount(raw: $0[index]).value) })
    return PreparedSnapshot(
      graph: graph, input: input, grants: [], floor: times[index], dismissed: [:])
  }

  private static func span(isFresh: Bool) -> EvaluationInput.HeldSpan {
    var span = Spans.always
    span.isFresh = isFresh
    return span
  }
}
