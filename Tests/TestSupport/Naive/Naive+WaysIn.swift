extension Naive.Question {
  /// What turns a denial into a use, or a warning into an allowed one (4.7), in order.
  func waysIn(from outcome: Naive.Outcome) -> [Naive.WayIn] {
    guard outcome != .allowed else { return [] }
    var ways: [Naive.WayIn] = []
    if isRefreshAWayIn(from: outcome) {
      var refresh = Naive.WayIn(kind: "refresh")
      refresh.missing = missing()
      ways.append(refresh)
    }
    ways += paymentsToFix(from: outcome)
    ways += setsToBuy(from: outcome).map { wayIn(buying: $0, from: outcome) }
    ways += trialsToEnd(from: outcome)
    if let until = firstOpening(from: outcome) {
      ways.append(Naive.WayIn(kind: "wait", until: until))
    }
    for meter in evaluator.meterNames {
      if let by = leastReduction(of: meter, from: outcome) {
        ways.append(Naive.WayIn(kind: "reduce", meter: meter, by: by))
      }
    }
    return ways
  }

  /// Whether a hypothesis (or time) alone is enough.
  func opens(_ world: Naive.EvaluationInput, from outcome: Naive.Outcome) -> Bool {
    world.outcome(rules ?? []) > outcome
  }

  // MARK: refresh

  private func isRefreshAWayIn(from outcome: Naive.Outcome) -> Bool {
    if isClockBehind { return true }
    let present = world()
    let preparedAnswers = worldWithoutUnknownGrants()
    let standing = (rules ?? []).map(\.rule).filter { rule in
      present.value(rule) != .yes && (outcome == .warned || !present.isSoft(rule))
    }
    let values = standing.map { preparedAnswers.value($0) }
    return !values.contains(.no) && values.contains(.unknown)
  }

  /// The missing data that the unknown rules read, the facts of `grant` statements too.
  private func missing() -> Naive.Missing {
    let present = world()
    var missing = Naive.Missing(purchases: isClockBehind)
    for rule in (rules ?? []).map(\.rule) where present.value(rule) == .unknown {
      for doubt in present.doubts(rule) {
        switch doubt {
        case .staleGrant, .staleBeside: missing.purchases = true
        case .usage(let name): missing.usage.append(name)
        case .allowance(let name): missing.allowances.append(name)
        case .fact(let name): missing.facts.append(name)
        }
      }
    }
    missing.facts = Set(missing.facts).sorted()
    missing.usage = Set(missing.usage).sorted()
    missing.allowances = Set(missing.allowances).sorted()
    return missing
  }

  // MARK: fix-payment

  private func paymentsToFix(from outcome: Naive.Outcome) -> [Naive.WayIn] {
    evaluator.products.indices.filter { product in
      holdings.indices.contains { index in
        guard holdings[index].product == product, holdings[index].state == "hold" else {
          return false
        }
        return opens(world(supposing: Naive.Hypothesis(counting: [index])), from: outcome)
      }
    }
    .map { Naive.WayIn(kind: "fix-payment", product: evaluator.products[$0].name) }
  }

  // MARK: trial-ends

  private func trialsToEnd(from outcome: Naive.Outcome) -> [Naive.WayIn] {
    guard (rules ?? []).contains(where: { $0.rule.asksForPaid }) else { return [] }
    return evaluator.products.enumerated().compactMap { product, declared in
      let ends = trials.filter { index in
        let holding = holdings[index]
        guard holding.product == product, holding.countsThroughProduct, holding.renews else {
          return false
        }
        return opens(world(supposing: Naive.Hypothesis(paying: [index])), from: outcome)
      }
      .compactMap { holdings[$0].grant.until }
      return ends.min().map {
        Naive.WayIn(kind: "trial-ends", product: declared.name, until: $0)
      }
    }
  }

  // MARK: wait

  private func firstOpening(from outcome: Naive.Outcome) -> Int? {
    laterInstants().first { opens(world(at: $0), from: outcome) }
  }

  // MARK: reduce

  /// The least to take away from the total: tries every total around every constant.
  private func leastReduction(of meter: String, from outcome: Naive.Outcome) -> Int? {
    guard let used = world().used(meter, nil), !isCountedForEach(meter) else { return nil }
    let totals = Set(totalsToTry(meter)).filter { $0 >= 0 && $0 < used }
    return totals.sorted(by: >).first { total in
      opens(world(supposing: Naive.Hypothesis(total: total, totalOf: meter)), from: outcome)
    }
    .map { used - $0 }
  }

  /// Every constant that a total is compared with, moved by allowance and ask, give or take 1.
  private func totalsToTry(_ meter: String) -> [Int] {
    let present = world()
    let own = present.allowance(meter), addOns = present.addOns(meter)
    var constants = evaluator.constants(comparedWith: meter) + [0]
    var moves = [0]
    switch ask.change ?? .adding(1) {
    case .adding(let amount): moves.append(amount)
    case .reaching(let value): constants.append(value)
    case .reachingChoice, .reachingUnlimited: break
    }
    constants += present.countedLimits(of: meter)
    moves += amountsToTry(meter)
    var totals: [Int] = []
    for constant in constants {
      for allowance in [0, own.low, own.high, addOns.low, addOns.high] {
        let edge = min(Naive.sum(constant, allowance), Int.max - 1)
        for move in moves { totals += [edge - move - 1, edge - move, edge - move + 1] }
      }
    }
    return totals
  }
}

extension Naive.Evaluator {
  /// Every quantity that the policy compares this meter with.
  func constants(comparedWith meter: String) -> [Int] {
    var result: [Int] = []
    func collect(_ condition: Naive.Condition?) {
      switch condition {
      case .meter(meter, _, let constant, _)?: result.append(constant)
      case .all(let parts)?, .any(let parts)?: parts.forEach { collect($0) }
      case .not(let part)?: collect(part)
      default: return
      }
    }
    for grant in policyGrants {
      collect(grant.when)
      collect(grant.unless)
    }
    for line in uses.map(\.uses) {
      collect(line.when)
      collect(line.unless)
      for step in line.steps {
        collect(step.when)
        collect(step.unless)
      }
    }
    for numbered in rules + settings.keys.sorted().compactMap({ settings[$0]?.rule }) {
      collect(numbered.rule.when)
      collect(numbered.rule.unless)
      for step in numbered.rule.ladder?.steps ?? [] {
        collect(step.when)
        collect(step.unless)
      }
      guard case .limit(let limit) = numbered.rule.subject, limit.meter == meter else { continue }
      var limits: [Int] = []
      switch limit.amount {
      case .moreThan(let quantity), .atLeast(let quantity): limits.append(quantity)
      case .allowance(let otherwise): limits.append(otherwise ?? 0)
      case .undecided: continue
      case .ladder(let base, let steps):
        limits += steps.compactMap(\.quantity)
        if case .moreThan(let quantity) = base { limits.append(quantity) }
        if case .allowance(let otherwise) = base { limits.append(otherwise ?? 0) }
      }
      if let more = numbered.rule.overage?.more {
        limits += limits.map { Naive.sum($0, more) } + [more]
      }
      result += limits
    }
    return result
  }
}
