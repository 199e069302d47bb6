import TollgateRuntime

/// The values of a limit or a setting, of which a user has the best that counts.
struct ReachedValues {
  /// The base first, where there is one.
  var all: [(counts: Condition, quantity: Quantity)] = []
  /// The thing that some of them are for each of.
  var source: Ladder.Source?
  /// The counter that they limit; nil for a setting.
  var counter: CounterIndex?

  enum Quantity: Equatable {
    case fixed(Int64)
    /// The snapshot's own allowance, or this where it has none.
    case own(otherwise: Int64?)
    /// So much for each of the source.
    case each(Int64)
    case unlimited
  }
}

extension PopulationEvaluation {
  /// The values that a limit may be for a user, without what raises it.
  mutating func values(of limit: Limit) -> ReachedValues {
    var values = ReachedValues()
    if limit.meter != nil { values.counter = limit.counter }
    guard let index = graph.ladder(of: limit) else {
      switch limit.kind {
      case .atMost(let quantity): values.all = [(.yes, .fixed(quantity))]
      case .allowance(let otherwise): values.all = [(.yes, .own(otherwise: otherwise))]
      case .bare, .undecided, .ladder, .setting: break
      }
      return values
    }
    let ladder = graph[ladder: index]
    values.source = ladder.source
    switch ladder.base {
    case .quantity(let base):
      values.all.append((.yes, ladder.isBaseEach ? .each(base) : .fixed(base)))
    case .allowance(let otherwise): values.all.append((.yes, .own(otherwise: otherwise)))
    case .undecided: break
    }
    for place in ladder.steps {
      let step = graph[step: place]
      let quantity: ReachedValues.Quantity =
        switch step.value {
        case .unlimited: .unlimited
        case .quantity(let quantity): step.isEach ? .each(quantity) : .fixed(quantity)
        }
      values.all.append((counts(step: place), quantity))
    }
    return values
  }

  /// Where the number of a source is known; or where it would be if nothing were stale.
  func isKnown(_ source: Ladder.Source, countingStale: Bool) -> Predicate {
    switch source {
    case .fact: return !Predicate(.missing(columns.number(source)))
    case .bought:
      guard !countingStale, let doubt = columns.doubt(of: source) else { return .everything }
      return !columns.book.atLeast(doubt, 1)
    }
  }

  /// Where one of some values is at least another one, if both are known.
  func isAtLeast(
    _ one: ReachedValues.Quantity, _ other: ReachedValues.Quantity, in values: ReachedValues
  ) -> Predicate {
    func numbers(_ least: Int64) -> Predicate {
      guard let source = values.source, least <= Ladder.mostCounted else { return .nothing }
      return columns.book.atLeast(columns.number(source), least)
    }
    switch (one, other) {
    case (.unlimited, _), (.own, .own): return .everything
    case (_, .unlimited): return .nothing
    case (.fixed(let one), .fixed(let other)): return one >= other ? .everything : .nothing
    case (.own(let otherwise), .fixed(let other)):
      return owned(values, otherwise).map { columns.book.atLeast($0, other) } ?? .nothing
    case (.fixed(let one), .own(let otherwise)):
      return one == .max
        ? .everything : !isAtLeast(.own(otherwise: otherwise), .fixed(one + 1), in: values)
    case (.own, .each), (.each, .own):
      columns.book.refuse(
        "an allowance beside a quantity for each of something is compared with it by no column: "
          + "ask `impact`")
      return .nothing
    case (.each(let one), .fixed(let other)):
      if other <= 0 { return .everything }
      return one <= 0 ? .nothing : numbers(other / one + (other % one > 0 ? 1 : 0))
    case (.fixed(let one), .each(let other)):
      return other <= 0 || one == .max ? .everything : !numbers(one / other + 1)
    case (.each(let one), .each(let other)):
      return one >= other ? .everything : !numbers(1)
    }
  }

  private func owned(_ values: ReachedValues, _ otherwise: Int64?) -> ColumnIndex? {
    values.counter.map { columns.own($0, otherwise: otherwise) }
  }

  // MARK: What was carried

  /// How much of what was carried counts at most.
  enum MostCarried {
    case all
    case fixed(Int64)
    /// Hundredths of a percent of a limit, with what products add.
    case share(Int64, of: WideColumn.Carried.Limit)
  }

  /// How much of what was carried into the window of a limit counts at most, and for whom. It
  /// counts for nobody else.
  mutating func carries(
    _ rollover: Rollover, _ limit: Limit
  ) -> [(whose: Predicate, most: MostCarried)] {
    let share: Int64
    switch rollover.most {
    case .all: return [(.everything, .all)]
    case .quantity(let most): return [(.everything, .fixed(most))]
    case .share(let hundredths): share = hundredths
    }
    let values = values(of: limit)
    var isTold = Predicate.everything
    for value in values.all {
      switch value.quantity {
      case .fixed, .unlimited: break
      case .own(let otherwise):
        if otherwise == nil, let column = owned(values, otherwise) {
          isTold = isTold.and(!Predicate(.missing(column)))
        }
      case .each:
        guard let source = values.source else { continue }
        let isNumbered = isKnown(source, countingStale: false)
        isTold = isTold.and(isNumbered.or(!value.counts.surely))
      }
    }
    var cases: [(whose: Predicate, most: MostCarried)] = []
    for (place, value) in values.all.enumerated() {
      let most: MostCarried
      switch (value.quantity, values.source) {
      case (.fixed(let quantity), _):
        most =
          columns.areAdded(to: limit.counter)
          ? .share(share, of: .fixed(quantity)) : .fixed(quantity.wholeShare(share))
      case (.own(let otherwise), _): most = .share(share, of: .own(otherwise: otherwise))
      case (.each(let amount), let source?):
        most = .share(share, of: .each(columns.each(amount, source, countingStale: true)))
      case (.unlimited, _), (.each, nil): continue
      }
      var whose = isTold.and(value.counts.surely)
      for (other, better) in values.all.enumerated() where other != place {
        whose = whose.and(
          (!better.counts.surely).or(
            isAtLeast(value.quantity, better.quantity, in: values)))
      }
      if whose != .nothing { cases.append((whose, most)) }
    }
    return cases
  }
}
