/// The targets that an ask is about, as far as their use takes from meters. Most take nothing, so
/// that what they take is kept apart, and an evaluation carries one word.
package struct Takers: Sendable {
  private let some: Some?

  private final class Some: Sendable {
    let each: [Taker]
    let meters: [MeterIndex]

    init(_ each: [Taker], _ meters: [MeterIndex]) {
      self.each = each
      self.meters = meters
    }
  }

  @inline(__always)
  private init(_ some: Some?) { self.some = some }

  /// - Parameters:
  ///   - each: One for each target that takes something.
  ///   - meters: The meters that are asked for by themselves.
  fileprivate init(_ each: [Taker], beside meters: [MeterIndex]) {
    some = each.isEmpty ? nil : Some(each, meters)
  }

  /// Nothing is taken.
  @inline(__always)
  package static var none: Takers { Takers(nil) }

  /// One for each target that takes something.
  package var each: [Taker] { some?.each ?? [] }

  @inline(__always)
  package var isEmpty: Bool { some == nil }

  /// Whether a meter is asked for by itself, beside something that takes.
  func asks(for meter: MeterIndex) -> Bool { some?.meters.contains(meter) ?? false }
}

/// A target whose use takes from meters.
package struct Taker: Sendable {
  /// The meter that it is; nil for a feature.
  package var meter: MeterIndex?
  /// In the order of the source.
  package var uses: [UseIndex]
}

/// An amount that a use takes from a meter.
package struct Taken: Sendable, Hashable, BitwiseCopyable {
  package var amount: Int64
  /// It is taken for each so many of the target that are begun; nil for once a use.
  package var each: Int64?
  /// The meter that the target is; nil for a feature.
  package var target: MeterIndex?

  package init(amount: Int64, each: Int64?, target: MeterIndex?) {
    (self.amount, self.each, self.target) = (amount, each, target)
  }
}

extension RuleGraph {
  /// The amounts that the use of some targets takes.
  @inline(__always)
  package func takers(of targets: some Sequence<Target>) -> Takers {
    uses.isEmpty ? .none : takers(among: targets)
  }

  @inline(never)
  private func takers(among targets: some Sequence<Target>) -> Takers {
    var takers: [Taker] = []
    var meters: [MeterIndex] = []
    for target in targets {
      let uses = uses[target.index]
      let meter = parts.tables.targets[target.place].meter
      if !uses.isEmpty { takers.append(Taker(meter: meter, uses: uses)) }
      if let meter { meters.append(meter) }
    }
    return Takers(takers, beside: meters)
  }
}

extension Ask.Growth {
  /// How many more of a target are asked for.
  ///
  /// - Parameters:
  ///   - meter: Whether the target is one; a feature knows only `adding`.
  ///   - used: Its total.
  fileprivate func more(ofMeter isMeter: Bool, from used: Int64?) -> Int64 {
    switch self {
    case .adding(let amount): max(0, amount)
    case .reaching(let value): isMeter ? max(0, value.saturatingAdd(-(used ?? 0))) : 1
    case .reachingUnlimited: isMeter ? .max : 1
    }
  }
}

extension Taken {
  /// How much an ask takes: surely, and at most.
  ///
  /// - Parameter used: The total of the target; nil if it is unknown, or for a feature.
  package func amounts(of growth: Ask.Growth, from used: Int64?) -> (sure: Int64, possible: Int64) {
    let more = growth.more(ofMeter: target != nil, from: used)
    guard let each else {
      let all = amount.saturatingMultiply(more)
      return (all, all)
    }
    let (whole, rest) = more.quotientAndRemainder(dividingBy: each)
    let least = amount.saturatingMultiply(whole)
    guard rest > 0 else { return (least, least) }
    let most = amount.saturatingMultiply(whole.saturatingAdd(1))
    guard let used else { return (least, most) }
    let taken = rest > room(from: used, each) ? most : least
    return (taken, taken)
  }

  /// How much is left of the last one that is begun.
  private func room(from used: Int64, _ each: Int64) -> Int64 {
    let begun = max(0, used) % each
    return begun == 0 ? 0 : each - begun
  }

  /// How many more of the target take no more than so much.
  func most(within left: Int64, from used: Int64?) -> Int64? {
    let times = max(0, left) / amount
    guard let each else { return times }
    return used.map { times.saturatingMultiply(each).saturatingAdd(room(from: $0, each)) }
  }
}

extension Evaluator {
  /// Whether an ask goes beyond the limit of a rule, by what it takes where the rule is that of a
  /// used meter.
  @inline(__always)
  package mutating func isExceeded(_ limit: Limit, of rule: Int32) -> Value {
    takers.isEmpty ? exceeds(limit, of: rule) : isExceededByUse(limit, of: rule)
  }

  @inline(never)
  private mutating func isExceededByUse(_ limit: Limit, of rule: Int32) -> Value {
    guard let meter = limit.meter, !isAskedAlone(for: meter) else {
      return exceeds(limit, of: rule)
    }
    guard takers.each.count == 1 else { return exceeds(limit, of: rule, bySeveral: takers) }
    return exceeds(limit, of: rule, by: takers.each[0])
  }

  /// Whether a meter is asked for by itself, and nothing takes from it.
  package func isAskedAlone(for meter: MeterIndex) -> Bool {
    guard takers.asks(for: meter) else { return false }
    return !takers.each.contains { taker in
      taker.uses.contains { graph[use: $0].meter == meter }
    }
  }

  /// Whether one target takes more from a meter than a limit has left: one of the amounts that it
  /// may take goes beyond, and it takes so much.
  private mutating func exceeds(_ limit: Limit, of rule: Int32, by taker: Taker) -> Value {
    var exceeded = Value.no
    for index in taker.uses where graph[use: index].meter == limit.meter {
      for amount in graph.uses.amounts(of: index) {
        let isTaken = takes(index, atLeast: amount)
        if isTaken == .no, !Self.isThorough { continue }
        let taken = Taken(amount: amount, each: graph[use: index].each, target: taker.meter)
        exceeded = exceeded.or(isTaken.and(exceeds(limit, of: rule, taking: taken)))
        if exceeded == .yes, !Self.isThorough { return .yes }
      }
    }
    return exceeded
  }

  /// Whether a use takes so much or more: it applies, and no step that counts takes less.
  package mutating func takes(_ index: UseIndex, atLeast amount: Int64) -> Value {
    let (inForce, condition) = (graph[use: index].inForce, graph[use: index].condition)
    var takes = value(inForce)
    if takes == .no, !Self.isThorough { return .no }
    takes = takes.and(value(condition))
    for place in graph[ladder: graph[use: index].ladder].steps {
      if takes == .no, !Self.isThorough { return .no }
      guard case .quantity(let less) = graph[step: place].value, less < amount else { continue }
      takes = takes.and(!counts(step: place))
    }
    return takes
  }
}

extension Evaluation {
  /// How much the ask takes from a meter: surely, and at most; nothing where it takes nothing.
  package mutating func taken(from meter: MeterIndex) -> (sure: Int64, possible: Int64) {
    var all: (sure: Int64, possible: Int64) = (0, 0)
    for taker in takers.each {
      let taken = taken(from: meter, by: taker)
      all = (all.sure.saturatingAdd(taken.sure), all.possible.saturatingAdd(taken.possible))
    }
    return all
  }

  /// Of the uses of one target, the one that takes the most counts.
  private mutating func taken(
    from meter: MeterIndex, by taker: Taker
  ) -> (sure: Int64, possible: Int64) {
    let used = taker.meter.flatMap { self.used(of: CounterIndex($0)) }
    var most: (sure: Int64, possible: Int64) = (0, 0)
    for index in taker.uses where graph[use: index].meter == meter {
      for amount in graph.uses.amounts(of: index) {
        let isTaken = takes(index, atLeast: amount)
        guard isTaken != .no else { break }
        let taken = Taken(amount: amount, each: graph[use: index].each, target: taker.meter)
        let amounts = taken.amounts(of: ask.growth, from: used)
        if isTaken == .yes { most.sure = max(most.sure, amounts.sure) }
        most.possible = max(most.possible, amounts.possible)
      }
    }
    return most
  }

  /// How many further uses of the targets take no more from a meter than so much; nil if that is not
  /// known, as for several targets that count their own use.
  mutating func mostUses(of meter: MeterIndex, within left: Int64) -> Int64? {
    var fewest: Int64?
    var together: Int64 = takers.asks(for: meter) ? 1 : 0
    for taker in takers.each {
      let used = taker.meter.flatMap { self.used(of: CounterIndex($0)) }
      var most: Int64 = 0
      for index in taker.uses where graph[use: index].meter == meter {
        for amount in graph.uses.amounts(of: index) where takes(index, atLeast: amount) != .no {
          let taken = Taken(amount: amount, each: graph[use: index].each, target: taker.meter)
          guard let uses = taken.most(within: left, from: used) else { return nil }
          fewest = min(fewest ?? .max, uses)
          if taken.each != nil, takers.each.count > 1 { return nil }
          most = max(most, amount)
        }
      }
      together = together.saturatingAdd(most)
    }
    // Several targets take together.
    return takers.each.count > 1 || takers.asks(for: meter) && together > 1
      ? max(0, left) / max(1, together) : fewest
  }

  package mutating func exceeds(_ limit: Limit, of rule: Int32, taking taken: Taken) -> Truth {
    let used = taken.target.flatMap { self.used(of: CounterIndex($0)) }
    return exceeds(limit, by: taken.amounts(of: ask.growth, from: used))
  }

  package mutating func exceeds(
    _ limit: Limit, of rule: Int32, bySeveral takers: Takers
  ) -> Truth {
    guard let meter = limit.meter else { return exceeds(limit) }
    return exceeds(limit, by: takenWithOwn(from: meter, limit))
  }

  /// How much the ask takes from the meter of a limit, with what it asks of that meter itself.
  mutating func takenWithOwn(
    from meter: MeterIndex, _ limit: Limit
  ) -> (sure: Int64, possible: Int64) {
    let taken = taken(from: meter)
    guard takers.asks(for: meter) else { return taken }
    let own = ask.growth.more(ofMeter: true, from: used(of: limit.counter))
    return (taken.sure.saturatingAdd(own), taken.possible.saturatingAdd(own))
  }

  /// Whether an amount goes beyond a limit that is surely, or only possibly, as much as told.
  private mutating func exceeds(
    _ limit: Limit, by taken: (sure: Int64, possible: Int64)
  ) -> Truth {
    let asked = ask
    defer { ask = asked }
    ask.growth = .adding(taken.possible)
    let possibly = exceeds(limit)
    if taken.sure == taken.possible { return possibly }
    ask.growth = .adding(taken.sure)
    return exceeds(limit).or(possibly.and(.unknown))
  }

  /// Whether a rule is asked about at all: it is one of the target's own, or of a meter from which
  /// something is perhaps taken.
  mutating func asks(_ rule: RuleCore) -> Bool {
    guard !takers.isEmpty, let meter = rule.limit?.meter, !takers.asks(for: meter) else {
      return true
    }
    return taken(from: meter).possible > 0
  }
}
