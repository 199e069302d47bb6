import TollgateRuntime

extension PolicyModel {
  /// Where a step is the limit of a user, and the use leads to its last value or so far beyond it.
  func edge(
    of index: Int32, atStep place: Int, beyond: Int64
  ) throws(Exhausted) -> Region {
    let rule = parts.rules[Int(index)]
    guard let limit = rule.limit, let ladder = graph.parts.ladder(of: rule),
      case .quantity(let quantity) = ladder.steps[place].value, quantity < .max
    else { return .nothing }
    var region = try isBest(place, of: ladder, limit)
    if region == .nothing { return .nothing }
    let reached =
      ladder.base.isAllowance
      ? try whole(limit, is: quantity + beyond) : try value(after: limit, is: quantity + beyond)
    region = try universe.engine.and(region, reached)
    return try universe.engine.and(region, try isInForce(rule))
  }

  /// Where a step without a limit counts and is needed, or a step of a setting gives the value.
  func given(_ index: Int32, by place: Int) throws(Exhausted) -> Region {
    let rule = parts.rules[Int(index)]
    guard let limit = rule.limit, let ladder = graph.parts.ladder(of: rule) else { return .nothing }
    guard limit.meter != nil else { return try isBest(place, of: ladder, limit) }
    let counts = try counts(ladder.steps[place], is: true)
    let region = try universe.engine.and(counts, try isInForce(rule))
    guard let top = ladder.top else { return region }
    guard top < .max else { return .nothing }
    let above =
      ladder.base.isAllowance
      ? try exceedsByWhole(top, limit, is: true) : try after(limit, isAtLeast: top + 1, true)
    return try universe.engine.and(region, above)
  }

  /// Where the base is the user's limit: no better step counts.
  func isBestBase(of ladder: Ladder, _ limit: Limit) throws(Exhausted) -> Region {
    var region = Region.everything
    for step in ladder.steps {
      var isNone = try counts(step, is: false)
      if case .quantity(let quantity) = step.value {
        let isWithin = try base(of: ladder, limit, isAbove: quantity)
        isNone = try universe.engine.or(isNone, isWithin)
      }
      region = try universe.engine.and(region, isNone)
    }
    return region
  }

  /// Where the base makes a step of no use: it is as good, or if it is an allowance, better.
  private func base(
    of ladder: Ladder, _ limit: Limit, isAbove quantity: Int64
  ) throws(Exhausted) -> Region {
    switch ladder.base {
    case .undecided: return .nothing
    case .quantity(let base):
      let isWithin = ladder.isSmallerBetter ? quantity >= base : quantity <= base
      return isWithin ? .everything : .nothing
    case .allowance(let otherwise):
      try requireWhole(of: limit)
      _ = whole(limit)
      let meter = vocabulary.meters[Int(limit.counter.meter)]
      let own = try universe.atLeast(VariableKey(.allowance, meter), quantity.saturatingAdd(1))
      let isMissing = try universe.atLeast(VariableKey(.noAllowance, meter), 1)
      let withOwn = try universe.engine.without(own, isMissing)
      guard let otherwise, otherwise > quantity else { return withOwn }
      return try universe.engine.or(withOwn, isMissing)
    }
  }

  /// Where a step counts, and neither the base nor another step that counts is better.
  private func isBest(
    _ place: Int, of ladder: Ladder, _ limit: Limit
  ) throws(Exhausted) -> Region {
    let step = ladder.steps[place]
    var region = try counts(step, is: true)
    if case .quantity(let quantity) = step.value {
      let isIdle = try base(of: ladder, limit, isAbove: quantity)
      region = try universe.engine.without(region, isIdle)
    }
    for other in ladder.steps where ladder.isBetter(other.value, than: step.value) {
      region = try universe.engine.and(region, try counts(other, is: false))
    }
    return region
  }
}

extension Ladder {
  /// The greatest quantity that it names; `nil` if it names none.
  var top: Int64? {
    var top: Int64?
    if case .quantity(let quantity) = base { top = quantity }
    for step in steps {
      if case .quantity(let quantity) = step.value { top = max(top ?? 0, quantity) }
    }
    return top
  }

  /// Whether one value is better than another one.
  func isBetter(_ value: Value, than other: Value) -> Bool {
    !isAsGood(other, as: value)
  }
}
