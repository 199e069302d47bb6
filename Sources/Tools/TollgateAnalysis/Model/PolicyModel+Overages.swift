import TollgateRuntime

// What goes beyond a limit for money.
extension PolicyModel {
  /// Where a rule surely holds for money, if it does not hold: it applies, and the ask leads no
  /// further beyond its limit than this user may go. Nothing where the limit is not known.
  func holdsForMoney(
    _ index: Int32, _ used: Vocabulary.UsedRule?
  ) throws(Exhausted) -> Region {
    guard let overage = vocabulary.graph.overage(of: index),
      let limit = vocabulary.graph[rule: index].limit
    else { return .nothing }
    if let source = source(of: parts.rules[Int(index)]), numbers[source] == nil {
      return try counting(source) { () throws(Exhausted) in
        try self.holdsForMoney(index, used)
      }
    }
    let rule = vocabulary.graph[rule: index]
    var region = try region(of: rule.inForce, is: true)
    region = try universe.engine.and(region, try self.region(of: rule.condition, is: true))
    region = try universe.engine.and(region, try self.region(of: rule.requirement, is: false))
    region = try universe.engine.and(region, try self.region(of: overage.requirement, is: true))
    region = try universe.engine.and(region, try isTold(limit))
    guard let most = overage.most else { return region }
    beyond = most
    defer { beyond = 0 }
    let isWithin: Region
    if let used {
      isWithin = try self.isWithin(limit, used)
    } else {
      isWithin = try exceeds(limit, by: index, is: false)
    }
    return try universe.engine.and(region, isWithin)
  }

  /// Where a limit and what is used are known.
  private func isTold(_ limit: Limit) throws(Exhausted) -> Region {
    var region = try isLimited(limit)
    guard !scope.isKnown else { return region }
    region = try universe.engine.and(region, try after(limit, isAtLeast: 0, nil))
    let adders = vocabulary.adders(to: limit.counter).filter { isHeldAsProduct($0.product) }
    for adder in adders {
      let isSure = try universe.engine.complement(try counts(adder.product))
      region = try universe.engine.and(region, try universe.engine.or(isSure, try fresh()))
    }
    guard case .ladder(let index) = limit.kind, !parts.ladders[Int(index)].steps.isEmpty else {
      return region
    }
    if try ladder(index).source != nil { return .nothing }
    return try universe.engine.and(region, try isSure(try ladder(index)))
  }

  /// Where there is a limit at all: a base that is open needs a step.
  private func isLimited(_ limit: Limit) throws(Exhausted) -> Region {
    var base = limit.kind
    var ladder: Ladder?
    if case .ladder(let index) = limit.kind {
      ladder = try self.ladder(index)
      base = parts.ladders[Int(index)].base.kind
    }
    switch base {
    case .atMost, .allowance(otherwise: .some): return .everything
    case .undecided:
      guard let ladder else { return .nothing }
      return try gives(moreThan: -1, by: ladder, is: true)
    case .allowance(otherwise: nil):
      let quantity = VariableKey(.noAllowance, vocabulary.meters[Int(limit.counter.meter)])
      return try universe.below(quantity, 1)
    case .bare, .ladder, .setting: return .nothing
    }
  }

  /// Where every step that perhaps counts and is more than what surely counts does so surely.
  private func isSure(_ ladder: Ladder) throws(Exhausted) -> Region {
    // What a server allows may be more than a step.
    guard !ladder.base.isAllowance else { throw Exhausted(.unsupported, limit: 0) }
    var region = Region.everything
    var values = ladder.quantities
    if ladder.steps.contains(where: { $0.value == .unlimited }) { values.append(.max) }
    for value in values where value > 0 {
      let surely = try gives(moreThan: value - 1, by: ladder, is: true)
      let never = try gives(moreThan: value - 1, by: ladder, is: false)
      var isBase = Region.nothing
      if case .quantity(let base) = ladder.base, base >= value { isBase = .everything }
      let known = try universe.engine.or(isBase, try universe.engine.or(surely, never))
      region = try universe.engine.and(region, known)
    }
    return region
  }
}
