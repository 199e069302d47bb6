import TollgateRuntime

// What goes beyond a limit for money: where a rule that fails only warns. The evaluation of one
// user says the same in `Evaluation+Overage.swift`.
extension PopulationEvaluation {
  /// Whether a rule holds, where it matters why it fails: not surely where it holds for money, and
  /// unknown where only that is not known.
  mutating func settled(_ rule: RuleIndex) -> Condition {
    let kept = holds(rule)
    let money = holdsForMoney(rule)
    if money == .no { return kept }
    let mayHold = (!money.surely).and(money.possibly.or(kept.possibly))
    return Condition(surely: kept.surely, possibly: kept.surely.or(mayHold))
  }

  /// Where a rule that fails only warns.
  mutating func isSoft(_ rule: RuleIndex) -> Predicate {
    value(graph[rule: rule].soft).surely.or(holdsForMoney(rule).surely)
  }

  /// Whether a rule asks for something that counts only where it is sure.
  func asksForSure(_ rule: RuleIndex) -> Bool {
    graph.overage(of: rule) != nil || graph.rollover(of: rule) != nil
  }

  /// Whether a rule holds for money, if it fails: it surely applies, and what it is asked for is
  /// within what is allowed more.
  private mutating func holdsForMoney(_ rule: RuleIndex) -> Condition {
    guard let overage = graph.overage(of: rule), let limit = graph[rule: rule].limit else {
      return .no
    }
    let core = graph[rule: rule]
    var holds = value(core.inForce).and(value(core.condition)).and(!value(core.requirement))
    holds = holds.and(value(overage.requirement))
    return holds == .no ? .no : holds.and(isWithin(limit, of: rule, and: overage.most))
  }

  /// Whether the ask stays within so much more than a limit; no where no limit is told.
  private mutating func isWithin(
    _ limit: Limit, of rule: RuleIndex, and more: Int64?
  ) -> Condition {
    // By what is surely taken, and by what is possibly taken.
    var grows = Condition.no
    var leadsBeyond = Condition.no
    for (amount, isTaken) in amounts(under: limit) {
      grows = grows.or(isTaken)
      guard let more else { continue }
      let beyond = leads(beyond: limit, of: rule, by: more, taking: amount)
      leadsBeyond = leadsBeyond.or(
        isTaken.and(Condition(surely: beyond, possibly: beyond)))
    }
    let isTold = isTold(limit)
    let isWithin = (!leadsBeyond.possibly).and(isSure(limit))
    return Condition(
      surely: isTold.and((!grows.possibly).or(isWithin)),
      possibly: isTold.and(!leadsBeyond.surely))
  }

  /// The amounts that the ask may take from the meter of a limit, and where it takes so much or
  /// more.
  private mutating func amounts(under limit: Limit) -> [(amount: Int64, isTaken: Condition)] {
    guard let meter = limit.meter, !takers.isEmpty, !isAskedAlone(for: meter) else {
      return [(1, .yes)]
    }
    var amounts: [(amount: Int64, isTaken: Condition)] = []
    for taker in takers.each {
      for index in taker.uses where graph[use: index].meter == meter {
        for amount in graph.uses.amounts(of: index) {
          let taken = Taken(amount: amount, each: graph[use: index].each, target: taker.meter)
          amounts.append((self.amount(of: taken), takes(index, atLeast: amount)))
        }
      }
    }
    return amounts
  }

  /// Where what is used and a limit are known, or the limit is at most as much as is known.
  private mutating func isTold(_ limit: Limit) -> Predicate {
    guard let index = graph.ladder(of: limit) else {
      guard case .allowance(let otherwise) = limit.kind else { return isCounted(limit, .added) }
      return isCounted(limit, .reachable(otherwise))
    }
    let ladder = graph[ladder: index]
    var isUnlimited = Predicate.nothing
    var isSomething = Predicate.nothing
    var isNumbered = Predicate.everything
    let number = ladder.source.map { isKnown($0, countingStale: true) } ?? .everything
    for place in ladder.steps {
      let counts = counts(step: place).possibly
      if graph[step: place].value == .unlimited {
        isUnlimited = isUnlimited.or(counts)
      } else {
        isSomething = isSomething.or(counts)
        if graph[step: place].isEach { isNumbered = isNumbered.and(number.or(!counts)) }
      }
    }
    switch ladder.base {
    case .quantity:
      let base = ladder.isBaseEach ? number : .everything
      return isCounted(limit, .added).and(isUnlimited.or(base.and(isNumbered)))
    case .undecided:
      return isCounted(limit, .added).and(isUnlimited.or(isSomething.and(isNumbered)))
    case .allowance(let otherwise):
      let base = isCounted(limit, .reachable(otherwise)).and(isNumbered)
      return isUnlimited == .nothing
        ? base : base.or(isCounted(limit, .ignored).and(isUnlimited))
    }
  }

  /// Where what is used is known, and the allowance where a limit is one.
  private func isCounted(_ limit: Limit, _ own: WideColumn.Raise.Own) -> Predicate {
    !Predicate(.missing(columns.counter(limit.counter, own, countingStale: true)))
  }

  /// Where a limit that is told is surely so much: nothing that may raise it is unknown.
  private mutating func isSure(_ limit: Limit) -> Predicate {
    var isSure = Predicate.everything
    if let doubt = columns.doubt(of: limit.counter) { isSure = !columns.book.atLeast(doubt, 1) }
    let values = values(of: limit)
    let number = values.source.map { isKnown($0, countingStale: false) } ?? .everything
    for (place, value) in values.all.enumerated() {
      if case .each = value.quantity {
        isSure = isSure.and(number.or(!value.counts.surely))
      }
      var isReached = value.counts.surely
      if isReached == .everything { continue }
      for (other, better) in values.all.enumerated() where other != place {
        isReached = isReached.or(
          better.counts.surely.and(
            isAtLeast(better.quantity, value.quantity, in: values)))
      }
      // Where there may be no limit at all, none is sure.
      if value.quantity == .unlimited { isReached = .nothing }
      isSure = isSure.and(isReached.or(!value.counts.possibly))
    }
    return isSure
  }
}
