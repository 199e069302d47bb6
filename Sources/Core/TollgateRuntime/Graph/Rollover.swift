/// How the limit of a rule carries what is unused into the next window: `unused rolls over with
/// pro, at most 1_000 carried`.
package struct Rollover: Sendable, Hashable {
  package var rule: RuleIndex
  /// with …; always true for everybody.
  package var requirement: NodeIndex
  package var most: Most

  package init(rule: RuleIndex, requirement: NodeIndex, most: Most) {
    self.rule = rule
    self.requirement = requirement
    self.most = most
  }

  /// How much is carried at most.
  package enum Most: Sendable, Hashable {
    /// All that is unused.
    case all
    /// In the meter's unit.
    case quantity(Int64)
    /// In hundredths of a percent of the user's limit, with what products add.
    case share(Int64)
  }
}

extension RuleGraph {
  /// The clause of the rule about a counter; nil where nothing rolls over.
  package func rollover(of counter: CounterIndex) -> Rollover? {
    if rollovers.isEmpty { return nil }
    return counterPlaces.carriedIndex(of: counter).map { rollovers[$0] }
  }

  /// The clause of a rule; nil where it has none. No other rule limits the same counter.
  package func rollover(of rule: RuleIndex) -> Rollover? {
    guard !rollovers.isEmpty, let limit = self[rule: rule].limit, limit.meter != nil else {
      return nil
    }
    return rollover(of: limit.counter)
  }

  /// The clauses of a policy in the order of the counters that they speak of.
  static func rollovers(of parts: Parts, _ cores: [RuleCore]) -> [Rollover] {
    let keyed = parts.rollovers.compactMap { rollover in
      cores[Int(rollover.rule)].limit.map { (key: $0.counter.key, rollover: rollover) }
    }
    return keyed.sorted { $0.key < $1.key }.map { $0.rollover }
  }
}

extension Evaluation {
  /// The allowance that raises a limit: that of its counter, with what was carried into its window.
  @inline(__always)
  mutating func allowance(raising limit: Limit) -> Allowance {
    if graph.hasOwnWindows { return allowance(raisingWindow: limit) }
    return allowance(of: graph.allowance(of: limit))
  }

  /// The same of a limit that is no setting.
  @inline(__always)
  mutating func allowance(raisingPlain limit: Limit) -> Allowance {
    graph.hasOwnWindows
      ? allowance(raisingWindow: limit) : allowance(of: limit.counter.meter)
  }

  @inline(never)
  private mutating func allowance(raisingWindow limit: Limit) -> Allowance {
    var allowance = allowance(of: graph.allowance(of: limit))
    guard let raise = carried(under: limit) else { return allowance }
    allowance.known = allowance.known.saturatingAdd(raise.known)
    allowance.perhaps = allowance.perhaps.saturatingAdd(raise.perhaps)
    return allowance
  }

  /// The amount that was carried and counts now: surely, and how much more perhaps. Nil for a limit
  /// that carries nothing.
  package mutating func carried(under limit: Limit) -> (known: Int64, perhaps: Int64)? {
    guard limit.meter != nil, let rollover = graph.rollover(of: limit.counter),
      let place = input.places.place(ofCarried: limit.counter)
    else { return nil }
    let carried = input.carried(input.counters[place], at: now)
    guard carried > 0, value(rollover.requirement) == .yes else { return (0, 0) }
    switch rollover.most {
    case .all: return (carried, 0)
    case .quantity(let most): return (min(carried, most), 0)
    case .share(let share):
      guard let own = ownLimit(limit) else { return (0, 0) }
      let known = min(carried, own.known.wholeShare(share))
      return (known, min(carried, own.perhaps.wholeShare(share)) - known)
    }
  }

  /// The user's limit with what products add, without packs and without what was carried: surely, and
  /// with what is only perhaps added. Nil where none can be told, or there is none.
  package mutating func ownLimit(_ limit: Limit) -> (known: Int64, perhaps: Int64)? {
    let allowance = allowance(of: graph.allowance(of: limit))
    let base: Int64
    switch graph.ladder(of: limit).map({ _ in reach(of: limit) }) {
    case .quantity(let quantity): base = quantity
    case .unlimited, .unknown, .undecided: return nil
    case nil:
      switch limit.kind {
      case .atMost(let quantity): base = quantity
      case .allowance(let otherwise):
        guard let own = allowance.own ?? otherwise else { return nil }
        base = own.saturatingAdd(allowance.packs)
      case .bare, .undecided, .ladder, .setting: return nil
      }
    }
    let known = base.saturatingAdd(allowance.known)
    return (known, known.saturatingAdd(allowance.perhaps))
  }

  /// Whether what is unused of a limit rolls over now, how much at most, and of how much; nil where
  /// the clause is not met or no limit can be told, so that nothing does.
  mutating func rollingOver(_ limit: Limit) -> RollingOver? {
    guard let rollover = graph.rollover(of: limit.counter),
      value(rollover.requirement) == .yes, let own = ownLimit(limit)
    else { return nil }
    switch rollover.most {
    case .all: return RollingOver(limit: own.known, most: nil)
    case .quantity(let most): return RollingOver(limit: own.known, most: most)
    case .share(let share): return RollingOver(limit: own.known, most: own.known.wholeShare(share))
    }
  }
}

/// How what is unused rolls over for a user at one time, in the meter's unit.
package struct RollingOver: Sendable, Hashable {
  /// The user's limit with what products add, without packs and what was carried before.
  package var limit: Int64
  /// How much is carried at most; nil for all of it.
  package var most: Int64?
}

extension Inquiry {
  /// How much of the limit of a counter was carried into its window.
  func carried(_ counter: CounterIndex) -> Int64 {
    guard graph.hasOwnWindows, let rollover = graph.rollover(of: counter),
      let limit = graph[rule: rollover.rule].limit
    else { return 0 }
    var evaluation = evaluation()
    return evaluation.carried(under: limit)?.known ?? 0
  }
}

extension PreparedSnapshot {
  /// How what is unused of a meter in a window would roll over if the window ended at a time; nil
  /// where nothing rolls over: there is no such clause, the user does not meet it, or no limit can
  /// be told.
  package func rollingOver(
    _ meter: MeterIndex, _ window: Window, at now: Instant
  ) -> RollingOver? {
    let counter = CounterIndex(meter, window)
    guard let rollover = graph.rollover(of: counter),
      let limit = graph[rule: rollover.rule].limit
    else { return nil }
    var evaluation = evaluation(at: now.milliseconds)
    evaluation.now = now.milliseconds
    guard evaluation.waives(rollover.rule) == .no else { return nil }
    return evaluation.rollingOver(limit)
  }
}

extension Verifier {
  /// Each is that of another counter of days, weeks, months or years, and the only limit of it.
  func verifyRollovers() throws(GraphError) {
    var last = Int32(-1)
    var counters: Set<CounterIndex> = []
    for rollover in parts.rollovers {
      let isNext = rollover.rule > last && isIndex(rollover.rule, below: parts.tables.rules.count)
      try require(isNext && isNode(rollover.requirement), "what rolls over")
      last = rollover.rule
      let place = parts.tables.rules[Int(rollover.rule)].limit
      guard place >= 0, let limit = parts.tables.limits[Int(place)], let meter = limit.meter,
        isMeter(meter), limit.kind != .bare, limit.window.rollsOver,
        counters.insert(limit.counter).inserted
      else { throw .impossible("what rolls over") }
      let isRun = parts.meters[Int(meter)].windows
      try require(isRun == .calendar || isRun == .subscription, "what rolls over")
      switch rollover.most {
      case .all: break
      case .quantity(let most): try require(most > 0, "what rolls over")
      case .share(let share): try require(share > 0 && share <= 1_000_000, "what rolls over")
      }
    }
    guard !counters.isEmpty else { return }
    let rolling = Set(parts.rollovers.map { Int($0.rule) })
    for rule in 0..<parts.tables.rules.count where !rolling.contains(rule) {
      let place = parts.tables.rules[rule].limit
      guard place >= 0, let limit = parts.tables.limits[Int(place)], limit.meter != nil else {
        continue
      }
      try require(!counters.contains(limit.counter), "what rolls over")
    }
  }
}

extension Usage.Window {
  /// Whether what is unused in it can roll over: it is of days, weeks, months or years.
  package var rollsOver: Bool {
    switch unit {
    case .day, .week, .month, .year: true
    case .minute, .hour, nil: false
    }
  }
}
