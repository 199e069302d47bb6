// What goes beyond a limit for money. A rule answers yes, yes for money, or no; here is the second of
// them. Nothing of it is looked at before a rule has failed.
extension Evaluation {
  /// The value of a rule that does not surely hold: no where it holds for money, unknown where only
  /// that is not known.
  @inline(never)
  mutating func settled(_ rule: RuleIndex, _ kept: Truth) -> Truth {
    switch holdsForMoney(rule) {
    case .yes: .no
    case .unknown: .unknown
    case .no: kept
    }
  }

  /// Whether a failing rule holds for money: it surely applies, and what it is asked for is within
  /// what this user may have more.
  @inline(__always)
  package mutating func isOverage(_ rule: RuleIndex) -> Bool {
    graph.hasOverages && holdsForMoney(rule) == .yes
  }

  /// Whether a failing rule holds for money. No also where its limit is not told, so that nothing
  /// lies beyond it.
  @inline(never)
  package mutating func holdsForMoney(_ rule: RuleIndex) -> Truth {
    guard let place = graph.overagePlace(of: rule), let limit = graph[rule: rule].limit else {
      return .no
    }
    let core = graph[rule: rule]
    var holds = value(core.inForce).and(value(core.condition)).and(!value(core.requirement))
    if holds == .no { return .no }
    holds = holds.and(value(graph.parts.overages[place].requirement))
    if holds == .no { return .no }
    return holds.and(isWithin(limit, and: graph.parts.overages[place].most))
  }

  /// Whether the ask stays within so much more than a limit; unknown where that is not known, or
  /// where the limit is not.
  private mutating func isWithin(_ limit: Limit, and more: Int64?) -> Truth {
    let growth = growths(under: limit)
    let possibly = isWithin(limit, and: more, growing: growth.possible)
    if growth.sure == growth.possible { return possibly }
    let surely = isWithin(limit, and: more, growing: growth.sure)
    return surely == possibly ? surely : .unknown
  }

  private mutating func isWithin(
    _ limit: Limit, and more: Int64?, growing growth: Ask.Growth
  ) -> Truth {
    guard let used = used(of: limit.counter), let bounds = bounds(of: limit) else { return .no }
    guard case .known(let value) = growth.value(from: used) else { return .yes }
    if let more, let highest = bounds.highest, value > highest.saturatingAdd(more) { return .no }
    return bounds.isKnown ? .yes : .unknown
  }

  /// The limit of this user: as it is surely, and as it is at most.
  private struct Bounds {
    /// Nil for no limit.
    var highest: Int64?
    var isKnown: Bool
  }

  /// Nil where no limit can be told.
  private mutating func bounds(of limit: Limit) -> Bounds? {
    guard graph.ladder(of: limit) != nil else {
      return allowed(by: limit).map { Bounds(highest: $0.perhaps, isKnown: $0.known == $0.perhaps) }
    }
    let (sure, possible) = (reach(of: limit), reach(of: limit, counting: .unknown))
    let raise = raise(of: limit)
    switch possible {
    case .unknown, .undecided: return nil
    case .unlimited: return Bounds(highest: nil, isKnown: false)
    case .quantity(let quantity):
      return Bounds(
        highest: quantity.saturatingAdd(raise.perhaps),
        isKnown: sure == possible && raise.known == raise.perhaps)
    }
  }

  /// How the counter of a limit grows by the ask: surely, and at most.
  mutating func growths(under limit: Limit) -> (sure: Ask.Growth, possible: Ask.Growth) {
    guard let meter = limit.meter, !takers.isEmpty, !isAskedAlone(for: meter) else {
      return (ask.growth, ask.growth)
    }
    let taken = takenWithOwn(from: meter, limit)
    return (.adding(taken.sure), .adding(taken.possible))
  }

  /// How far this user may go beyond the limit of a rule that binds; `none` for who may not.
  mutating func beyond(_ rule: RuleIndex) -> RoomBeyond {
    guard let place = graph.overagePlace(of: rule), let limit = graph[rule: rule].limit,
      waives(rule) == .no, value(graph.parts.overages[place].requirement) == .yes,
      let bounds = bounds(of: limit), bounds.isKnown, let highest = bounds.highest
    else { return .none }
    guard let most = graph.parts.overages[place].most else { return .unlimited }
    return .upTo(highest.saturatingAdd(most))
  }

  /// The cost of going beyond the limit of a rule; nil unless it holds for money.
  package mutating func charge(of rule: RuleIndex) -> Charge? {
    guard isOverage(rule), let overage = graph.overage(of: rule),
      let limit = graph[rule: rule].limit, let used = used(of: limit.counter),
      let highest = bounds(of: limit)?.highest, let price = overage.prices.first
    else { return nil }
    var after = used
    if case .known(let value) = growths(under: limit).possible.value(from: used) { after = value }
    let each = overage.each
    let units =
      (after.saturatingAdd(-highest)).begun(each) - (used.saturatingAdd(-highest)).begun(each)
    return Charge(units: units, of: each, at: price)
  }
}

extension Int64 {
  /// How many parts of a size are begun; none below 0.
  package func begun(_ size: Int64) -> Int64 {
    guard self > 0 else { return 0 }
    return self / size + (self % size > 0 ? 1 : 0)
  }
}

/// How far one may go beyond a limit for money.
enum RoomBeyond: Sendable, Hashable {
  /// Not at all.
  case none
  /// To this value of the counter.
  case upTo(Int64)
  /// As far as one likes.
  case unlimited
}
