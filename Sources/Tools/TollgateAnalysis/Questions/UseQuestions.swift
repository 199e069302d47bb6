import TollgateRuntime

/// Somebody who has a limit and may use a target, and who can never pay the amount that one use of
/// it takes: nothing of the limit is used, as much was carried as possible, and both together are
/// less than the amount.
struct Unpayable: PolicyQuestion {
  let use: UseIndex
  /// The rule that limits the meter.
  let rule: RuleIndex
  /// All rules that a use of the target is asked about.
  let rules: [Int32]

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    let universe = model.universe
    guard let limit = model.graph[rule: rule].limit, let meter = limit.meter else { return nil }
    let used = Vocabulary.UsedRule(rule: rule, uses: [use], isBeginning: true)
    let passes = try model.result(of: rule, asking: used).passes
    var region = try universe.engine.without(try model.isUntouched(limit, of: rule), passes)
    region = try universe.engine.and(region, try model.carriesMost(limit))
    // What the target asks for besides the limits of this meter.
    let others = rules.filter { model.meter(limitedBy: $0) != meter }
    region = try universe.engine.and(region, try model.begun(by: others))
    return try universe.witness(in: region)
  }
}

/// Whether one of the amounts that a use of a target takes from a meter is ever the greatest; of
/// equal ones the first is.
struct CanBeGreatest: PolicyQuestion {
  let use: UseIndex
  /// The others that a use of the target takes from the same meter.
  let others: [UseIndex]

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    let own = model.parts.uses[Int(use)]
    for amount in model.graph.uses.amounts(of: use) {
      let isLess = try model.takes(own, lessThan: amount)
      var region = try universe.engine.complement(isLess)
      for other in others {
        let bound = other < use ? amount : amount.saturatingAdd(1)
        let takesLess = try model.takes(model.parts.uses[Int(other)], lessThan: bound)
        region = try universe.engine.and(region, takesLess)
      }
      if try !universe.isEmpty(region) { return true }
    }
    return false
  }
}

/// Whom a use costs more because they hold more: tiers first.
struct LossesByAmount: PolicyQuestion {
  let use: UseIndex

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Loss] {
    for amount in model.graph.uses.amounts(of: use) {
      let takesLess = try model.takes(model.parts.uses[Int(use)], lessThan: amount)
      let losses = try model.losses(in: takesLess)
      if !losses.isEmpty { return losses }
    }
    return []
  }
}

/// Whether anything of a limit can be left for the next window of somebody for whom it rolls over.
struct CanBeLeft: PolicyQuestion {
  let rollover: Rollover

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    guard let limit = model.graph[rule: rollover.rule].limit else { return false }
    let source = model.source(of: model.parts.rules[Int(rollover.rule)])
    let region = try model.counting(source) { () throws(Exhausted) in
      try model.isLimited(limit, of: rollover.rule)
    }
    let met = try model.region(of: rollover.requirement, is: true)
    return try !universe.isEmpty(try universe.engine.and(region, met))
  }
}

extension PolicyModel {
  /// Where a limit of a rule is a number, and at least 1.
  fileprivate func isLimited(
    _ limit: Limit, of rule: RuleIndex
  ) throws(Exhausted) -> Region {
    guard case .ladder(let index) = limit.kind else { return try isUntouched(limit, of: rule) }
    // How much a server allows is its own.
    if try ladder(index).base.isAllowance { return .everything }
    let some = try isUntouched(limit, of: rule)
    return try universe.engine.without(some, try isUnlimited(index))
  }

  /// The meter that a rule limits, or one of a used meter; nil for none.
  fileprivate func meter(limitedBy rule: Int32) -> MeterIndex? {
    let place = Int(rule) - graph.cores.count
    let index = place >= 0 ? vocabulary.usedRules[place].rule : rule
    return graph[rule: index].limit?.meter
  }
}
