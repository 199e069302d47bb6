import TollgateRuntime

extension PolicyModel {
  /// Where the ask surely leads beyond every value of a ladder that counts, or surely does not: it
  /// is beyond the base, and beyond each step that is not out.
  func exceedsLadder(
    _ index: LadderIndex, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    let ladder = parts.ladders[Int(index)]
    var region = try exceedsBase(ladder.base, limit, is: value)
    for step in ladder.steps {
      let helps = try isEnough(step, under: ladder, limit, is: !value)
      region = try universe.engine.join(region, helps, isAll: value)
    }
    return region
  }

  private func exceedsBase(
    _ base: Ladder.Base, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    switch base {
    case .quantity(let quantity): return try exceeds(quantity, limit, is: value)
    case .allowance(let otherwise): return try exceedsAllowance(otherwise, limit, is: value)
    case .undecided: return value ? .everything : .nothing
    }
  }

  /// Where a step surely counts, or surely does not.
  func counts(_ step: LadderStep, is value: Bool) throws(Exhausted) -> Region {
    var region: Region = value ? .everything : .nothing
    for node in [step.requirement, step.inForce, step.condition] {
      let part = try self.region(of: node, is: value)
      region = try universe.engine.join(region, part, isAll: value)
    }
    return region
  }

  /// Where a step surely counts and is enough for the ask, or surely is not.
  private func isEnough(
    _ step: LadderStep, under ladder: Ladder, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    let counts = try counts(step, is: value)
    guard case .quantity(let quantity) = step.value else { return counts }
    let exceeded: Region
    if case .allowance = ladder.base {
      exceeded = try exceedsByWhole(quantity, limit, is: !value)
    } else {
      exceeded = try exceeds(quantity, limit, is: !value)
    }
    return try universe.engine.join(counts, exceeded, isAll: value)
  }

  /// Where some step that surely counts has no limit.
  func isUnlimited(_ index: LadderIndex) throws(Exhausted) -> Region {
    var region = Region.nothing
    for step in parts.ladders[Int(index)].steps where step.value == .unlimited {
      region = try universe.engine.or(region, try counts(step, is: true))
    }
    return region
  }

  /// Where an ask leads to a share of the user's own limit by a ladder, in hundredths of a percent:
  /// the best of its base and of the steps that surely count. A limit of 0 has no share.
  func reaches(_ share: Int64, of limit: Limit) throws(Exhausted) -> Region {
    guard case .ladder(let index) = limit.kind else { return .nothing }
    let ladder = parts.ladders[Int(index)]
    var region = Region.nothing
    /// Where the limit is as large as the last one that was looked at, or larger.
    var larger = try isUnlimited(index)
    for value in ladder.quantities.reversed() where value > 0 {
      let reached = try universe.engine.without(
        try after(limit, isAtLeast: value.share(share), true), larger)
      let own = try isAtLeast(value, by: ladder)
      region = try universe.engine.or(region, try universe.engine.and(reached, own))
      larger = try universe.engine.or(larger, own)
    }
    return region
  }

  /// Where the user's limit is surely so large.
  private func isAtLeast(_ value: Int64, by ladder: Ladder) throws(Exhausted) -> Region {
    if case .quantity(let base) = ladder.base, base >= value { return .everything }
    return try gives(moreThan: value - 1, by: ladder, is: true)
  }

  /// Where some step that surely counts gives more than a quantity, or surely none does.
  func gives(
    moreThan quantity: Int64, by ladder: Ladder, is value: Bool
  ) throws(Exhausted) -> Region {
    var region: Region = value ? .nothing : .everything
    for step in ladder.steps(above: quantity) {
      region = try universe.engine.join(region, try counts(step, is: value), isAll: !value)
    }
    return region
  }

  /// Where an ask leads beyond the last value of a ladder, which nobody is given.
  func exceedsTop(of index: LadderIndex, _ limit: Limit) throws(Exhausted) -> Region {
    let ladder = parts.ladders[Int(index)]
    guard case .quantity(var top) = ladder.base else { return .nothing }
    for step in ladder.steps {
      guard case .quantity(let quantity) = step.value else { return .nothing }
      top = max(top, quantity)
    }
    return try exceeds(top, limit, is: true)
  }
}

extension Ladder {
  /// The quantities of the base and the steps, ascending, each once.
  var quantities: [Int64] {
    var values: Set<Int64> = []
    if case .quantity(let quantity) = base { values.insert(quantity) }
    for step in steps {
      if case .quantity(let quantity) = step.value { values.insert(quantity) }
    }
    return values.sorted()
  }
}

extension RuleGraph.Parts {
  /// The steps of the ladder of a rule, or of its setting; none if it has neither.
  func steps(of rule: Rule) -> [LadderStep] { ladder(of: rule)?.steps ?? [] }

  /// The ladder of a rule: of its meter, or of the setting that it is about.
  func ladder(of rule: Rule) -> Ladder? {
    switch rule.limit?.kind {
    case .ladder(let index): ladders[Int(index)]
    case .setting(let setting): ladders[Int(settings[Int(setting)].ladder)]
    case .bare, .atMost, .allowance, .undecided, nil: nil
    }
  }

  /// The nodes of the steps of a rule's ladder.
  func stepNodes(of rule: Rule) -> [NodeIndex] {
    steps(of: rule).flatMap { [$0.requirement, $0.inForce, $0.condition] }
  }
}
