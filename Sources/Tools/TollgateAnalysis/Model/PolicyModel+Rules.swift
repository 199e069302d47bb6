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
    let holds = try makeHolds(index)
    let soft = try region(of: vocabulary.graph[rule: index].soft, is: true)
    let result = Both(holds: holds, passes: try universe.engine.or(holds, soft))
    results[index] = result
    return result
  }

  /// Where a rule surely holds.
  package func holds(_ index: Int32) throws(Exhausted) -> Region { try result(index).holds }

  /// Where a rule holds, or only warns.
  package func passes(_ index: Int32) throws(Exhausted) -> Region { try result(index).passes }

  private func makeHolds(_ index: Int32) throws(Exhausted) -> Region {
    let rule = vocabulary.graph[rule: index]
    var region = try region(of: rule.requirement, is: true)
    for part in [rule.inForce, rule.condition] {
      let isFalse = try self.region(of: part, is: false)
      region = try universe.engine.or(region, isFalse)
    }
    if let limit = rule.limit {
      let isWithin = try exceeds(limit, by: index, is: false)
      region = try universe.engine.or(region, isWithin)
    }
    if scope.mayContinue, rule.runningUseMayFinish {
      let isRunning = try universe.atLeast(VariableKey(.continuing), 1)
      region = try universe.engine.or(region, isRunning)
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
