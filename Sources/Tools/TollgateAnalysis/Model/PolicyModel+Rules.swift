import TollgateRuntime

/// Where rules hold, and where they hold or only warn: together they are the outcome.
struct Both {
  var holds: Region
  var passes: Region

  static let everything = Both(holds: .everything, passes: .everything)

  func and<E: Engine>(_ other: Both, _ universe: Universe<E>) throws(Exhausted) -> Both {
    Both(
      holds: try universe.engine.and(holds, other.holds),
      passes: try universe.engine.and(passes, other.passes))
  }

  func imply<E: Engine>(_ other: Both, _ universe: Universe<E>) throws(Exhausted) -> Bool {
    guard try universe.isPart(passes, of: other.passes) else { return false }
    return try universe.isPart(holds, of: other.holds)
  }
}

/// The rules of a list put together from the front and from the back, so that all but one of them
/// are one step.
struct RuleList {
  var rules: [Int32]
  /// The outcome by the rules before each place; one more at the end, by all.
  var before: [Both] = [.everything]
  /// The outcome by the rules from each place on; empty until it is asked for.
  var from: [Both] = []
}

extension PolicyModel {
  /// Where a rule surely holds, and where it holds or only warns.
  func result(_ index: Int32) throws(Exhausted) -> Both {
    if let known = results[index] { return known }
    let place = Int(index) - vocabulary.graph.cores.count
    let used = place >= 0 ? vocabulary.usedRules[place] : nil
    let result = try result(of: used?.rule ?? index, asking: used)
    results[index] = result
    return result
  }

  /// The same of a rule of the policy, asked about what a use takes.
  func result(
    of rule: RuleIndex, asking used: Vocabulary.UsedRule?
  ) throws(Exhausted) -> Both {
    let holds = try makeHolds(rule, used)
    let soft = try region(of: vocabulary.graph[rule: rule].soft, is: true)
    var passes = try universe.engine.or(holds, soft)
    if vocabulary.graph.hasOverages {
      passes = try universe.engine.or(passes, try holdsForMoney(rule, used))
    }
    return Both(holds: holds, passes: passes)
  }

  /// Where a rule surely holds.
  package func holds(_ index: Int32) throws(Exhausted) -> Region { try result(index).holds }

  /// Where a rule holds, or only warns.
  package func passes(_ index: Int32) throws(Exhausted) -> Region { try result(index).passes }

  private func makeHolds(
    _ index: Int32, _ used: Vocabulary.UsedRule?
  ) throws(Exhausted) -> Region {
    let rule = vocabulary.graph[rule: index]
    var region = try region(of: rule.requirement, is: true)
    for part in [rule.inForce, rule.condition] {
      let isFalse = try self.region(of: part, is: false)
      region = try universe.engine.or(region, isFalse)
    }
    if let limit = rule.limit {
      let isWithin: Region
      if let used {
        isWithin = try self.isWithin(limit, used)
      } else {
        isWithin = try exceeds(limit, by: index, is: false)
      }
      region = try universe.engine.or(region, isWithin)
    }
    if scope.mayContinue, rule.runningUseMayFinish {
      let isRunning = try universe.atLeast(VariableKey(.continuing), 1)
      region = try universe.engine.or(region, isRunning)
    }
    return region
  }

  /// Where what one use takes surely stays within a limit: of each amount that it may take, less is
  /// taken or it is not beyond.
  func isWithin(
    _ limit: Limit, _ used: Vocabulary.UsedRule
  ) throws(Exhausted) -> Region {
    // One use is asked about, whatever is asked of a meter by itself.
    guard scope.amount ?? 1 == 1, scope.reaching == nil else {
      throw Exhausted(.unsupported, limit: 0)
    }
    var region = Region.everything
    for index in used.uses {
      let use = parts.uses[Int(index)]
      // Only some of the uses begin another one of so many.
      guard use.each ?? 1 == 1 || used.isBeginning else {
        throw Exhausted(.unsupported, limit: 0)
      }
      for amount in graph.uses.amounts(of: index) {
        let isLess = try takes(use, lessThan: amount)
        taking = amount
        defer { taking = nil }
        let isWithin = try exceeds(limit, by: used.rule, is: false)
        region = try universe.engine.and(region, try universe.engine.or(isLess, isWithin))
      }
    }
    return region
  }

  /// Where a use surely takes less than so much: it does not apply, or a lesser step counts.
  func takes(_ use: Use, lessThan amount: Int64) throws(Exhausted) -> Region {
    let ladder = parts.ladders[Int(use.ladder)]
    if case .quantity(let base) = ladder.base, base < amount { return .everything }
    var region = try self.region(of: use.inForce, is: false)
    region = try universe.engine.or(region, try self.region(of: use.condition, is: false))
    for step in ladder.steps {
      guard case .quantity(let less) = step.value, less < amount else { continue }
      region = try universe.engine.or(region, try counts(step, is: true))
    }
    return region
  }

  /// The rules put together from the front.
  private func list(_ rules: [Int32]) throws(Exhausted) -> RuleList {
    if let lastList, lastList.rules == rules { return lastList }
    var list = RuleList(rules: rules)
    for rule in rules {
      list.before.append(try list.before[list.before.count - 1].and(try result(rule), universe))
    }
    lastList = list
    return list
  }

  /// The rules put together from both ends.
  private func doubleList(_ rules: [Int32]) throws(Exhausted) -> RuleList {
    var list = try list(rules)
    guard list.from.isEmpty else { return list }
    var from = [Both.everything]
    for rule in rules.reversed() {
      from.append(try from[from.count - 1].and(try result(rule), universe))
    }
    list.from = from.reversed()
    lastList = list
    return list
  }

  /// The outcome by rules.
  func outcome(by rules: [Int32]) throws(Exhausted) -> Both {
    let list = try list(rules)
    return list.before[rules.count]
  }

  /// The outcome by the first few rules of a list.
  func outcome(byFirst count: Int, of rules: [Int32]) throws(Exhausted) -> Both {
    try list(rules).before[count]
  }

  /// The outcome by all rules of a list but the one at a place.
  func outcome(by rules: [Int32], withoutPlace place: Int) throws(Exhausted) -> Both {
    let list = try doubleList(rules)
    return try list.before[place].and(list.from[place + 1], universe)
  }

  /// Where all of some rules hold.
  package func allowed(by rules: [Int32]) throws(Exhausted) -> Region {
    try outcome(by: rules).holds
  }

  /// Where all of some rules hold or only warn.
  package func passed(by rules: [Int32]) throws(Exhausted) -> Region {
    try outcome(by: rules).passes
  }
}

/// Asks for a value with `reaching`. Everything is known where they are asked.
extension PolicyModel {
  /// Where reaching a value leads beyond a limit.
  func exceeds(_ limit: Limit, reaching value: Ladder.Value) throws(Exhausted) -> Region {
    if case .setting(let setting) = limit.kind { return try isBeyond(setting, value) }
    let target: Int64
    switch value {
    case .quantity(let quantity): target = quantity
    case .unlimited: target = .max
    }
    guard target > 0 else { return .nothing }
    if graph.rollover(of: limit.counter) != nil { throw Exhausted(.unsupported, limit: 0) }
    let grows = try universe.below(whole(limit), target)
    let exceeded = try isAbove(limit.kind, limit, target)
    return try universe.engine.and(grows, exceeded)
  }

  /// Where a value of a counter is above a limit, the counter set aside.
  private func isAbove(
    _ kind: Limit.Kind, _ limit: Limit, _ target: Int64
  ) throws(Exhausted) -> Region {
    switch kind {
    case .bare, .undecided: return .everything
    case .setting: return .nothing
    case .atMost(let quantity): return try isAbove(quantity, limit, target)
    case .allowance(let otherwise):
      let own = try isAbove(0, limit, target)
      let quantity = VariableKey(.noAllowance, vocabulary.meters[Int(limit.counter.meter)])
      let isMissing = try universe.atLeast(quantity, 1)
      let withOwn = try universe.engine.without(own, isMissing)
      guard let otherwise else { return withOwn }
      let instead = try isAbove(otherwise, limit, target)
      return try universe.engine.or(withOwn, try universe.engine.and(instead, isMissing))
    case .ladder(let index):
      let ladder = try ladder(index)
      var region = try isAbove(ladder.base.kind, limit, target)
      for step in ladder.steps {
        let isOut = try counts(step, is: false)
        let isBeyond = try isAbove(step.value, under: ladder.base, limit, target)
        region = try universe.engine.and(region, try universe.engine.or(isOut, isBeyond))
      }
      return region
    }
  }

  private func isAbove(
    _ step: Ladder.Value, under base: Ladder.Base, _ limit: Limit, _ target: Int64
  ) throws(Exhausted) -> Region {
    guard case .quantity(let quantity) = step else { return .nothing }
    guard case .allowance = base else { return try isAbove(quantity, limit, target) }
    try requireWhole(of: limit)
    return target > quantity.saturatingAdd(beyond) ? .everything : .nothing
  }

  /// Where a value is above a quantity with the allowance of the meter.
  private func isAbove(
    _ quantity: Int64, _ limit: Limit, _ target: Int64
  ) throws(Exhausted) -> Region {
    let allowance = VariableKey(.allowance, vocabulary.meters[Int(limit.counter.meter)])
    return try universe.below(
      allowance, target.saturatingSubtract(quantity.saturatingAdd(beyond)))
  }

  // MARK: Settings

  /// Where a value is beyond the one that the user has of a setting.
  func isBeyond(_ index: SettingIndex, _ value: Ladder.Value) throws(Exhausted) -> Region {
    let place = parts.settings[Int(index)].ladder
    return try counting(parts.ladders[Int(place)].source) { () throws(Exhausted) in
      let ladder = try self.ladder(place)
      return try self.isBeyond(ladder, is: true) { rung throws(Exhausted) in
        try self.reaches(value, with: rung, of: index, ladder)
      }
    }
  }

  /// Where a value of a setting, with what products add to it, is as good as another one.
  private func reaches(
    _ value: Ladder.Value, with rung: Ladder.Value, of index: SettingIndex, _ ladder: Ladder
  ) throws(Exhausted) -> Region {
    guard case .quantity(let quantity) = rung else { return .everything }
    guard case .quantity(let target) = value else { return .nothing }
    if ladder.isSmallerBetter { return target < quantity ? .nothing : .everything }
    guard !universe.terms.adders(toSetting: index).isEmpty, isHolding(toSetting: index) else {
      return target > quantity ? .nothing : .everything
    }
    let added = VariableKey(.added, index)
    return try universe.atLeast(added, target.saturatingSubtract(quantity))
  }

  /// Whether the products that add to a setting are asked about.
  private func isHolding(toSetting index: SettingIndex) -> Bool {
    universe.terms.adders(toSetting: index).allSatisfy { scope.counts($0.product) }
  }

  /// Where the user's value of a setting is this one, or (`isOrBetter`) as good or better.
  func has(
    _ value: Ladder.Value, isOrBetter: Bool, of index: SettingIndex
  ) throws(Exhausted) -> Region {
    let isWithin = try universe.engine.complement(try isBeyond(index, value))
    guard !isOrBetter, let better = better(than: value, of: index) else { return isWithin }
    return try universe.engine.and(isWithin, try isBeyond(index, better))
  }

  /// The next better value; `nil` if there is none.
  private func better(than value: Ladder.Value, of index: SettingIndex) -> Ladder.Value? {
    guard case .quantity(let quantity) = value else { return nil }
    if parts.ladders[Int(parts.settings[Int(index)].ladder)].isSmallerBetter {
      return quantity > 0 ? .quantity(quantity - 1) : nil
    }
    return quantity < .max ? .quantity(quantity + 1) : .unlimited
  }
}
