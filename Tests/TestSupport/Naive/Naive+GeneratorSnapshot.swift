extension Naive.Generator {
  /// A snapshot for this policy: grants of every state, counters at the edges of limits.
  public mutating func snapshot(for evaluator: Naive.Evaluator) -> Naive.Snapshot {
    var snapshot = Naive.Snapshot()
    if random.chance(80) {
      snapshot.subject = random.one(of: "user-42", "u1", "用户", "", "a\"b\\c")
    }
    let earlier = random.within(0...8) * Naive.day
    if random.chance(90) { snapshot.asOf = instant() - earlier }
    if random.chance(15) { snapshot.latestSeen = instant() - earlier }
    for _ in 0..<random.one(of: 0, 1, 1, 2, 2, 3, 4) {
      snapshot.grants.append(grant(for: evaluator))
    }
    for meter in evaluator.meterNames where random.chance(needsAllowance(evaluator, meter)) {
      let edges = evaluator.constants(comparedWith: meter) + [0, 1, 10]
      snapshot.allowances[meter] = random.pick(edges)
    }
    for name in evaluator.settings.keys.sorted() where random.chance(25) {
      snapshot.allowances[name] = random.one(of: 0, 1, 5, 1000, Int.max)
    }
    snapshot.facts = facts(for: evaluator, chance: 70)
    snapshot.usage = usage(for: evaluator, chance: 85, snapshot.allowances)
    return snapshot
  }

  private func needsAllowance(_ evaluator: Naive.Evaluator, _ meter: String) -> Int {
    let isLimit = evaluator.rules.contains { numbered in
      guard case .limit(let limit) = numbered.rule.subject, limit.meter == meter else {
        return false
      }
      if case .allowance = limit.amount { return true }
      if case .ladder(.allowance, _) = limit.amount { return true }
      return false
    }
    return isLimit ? 65 : 25
  }

  // MARK: Grants

  /// Every state, the frequent ones more than once, and one that nobody knows.
  private static let states =
    """
    active active active trial grace cancelled cancelled hold hold paused pending expired
    expired refunded revoked superseded
    """
    .split { $0 == " " || $0 == "\n" }.map { String($0) }

  private mutating func grant(for evaluator: Naive.Evaluator) -> Naive.Snapshot.Grant {
    let entitlement = random.chance(5) ? "nobody-knows" : random.pick(evaluator.entitlementNames)
    var grant = Naive.Snapshot.Grant()
    if let product = random.pick(evaluator.products), random.chance(75) {
      let ids = [product.name, product.name] + product.soldAs.map(\.id)
      grant.product = random.chance(4) ? "com.app.other" : random.pick(ids)
      if random.chance(12) { grant.entitlement = entitlement }
    } else {
      grant.entitlement = entitlement ?? "nobody-knows"
    }
    if random.chance(85) { grant.state = random.pick(Self.states) }
    setDates(of: &grant)
    if random.chance(12) { grant.trial = random.chance(60) }
    if hasPaid, random.chance(40) { grant.state = random.one(of: "trial", "trial", "active") }
    if hasPaid, random.chance(60) { grant.renews = random.chance(80) }
    if random.chance(30) {
      grant.ownership = random.one(of: "purchased", "family-shared", "family-shared", "gifted")
    }
    if random.chance(20) { grant.quantity = random.within(1...3) }
    if random.chance(1) { grant.quantity = Int.max }
    return counted(grant, evaluator)
  }

  /// Never an end before the start.
  private mutating func setDates(of grant: inout Naive.Snapshot.Grant) {
    let (start, until) = interval()
    if random.chance(25) { grant.start = start }
    if random.chance(60) { grant.until = until }
    if random.chance(3) { (grant.start, grant.until) = (until, until) }
  }

  // MARK: Facts

  /// Each fact with this chance, its value near the constants it is compared with.
  mutating func facts(
    for evaluator: Naive.Evaluator,
    chance: Int
  ) -> [String: Naive.FactValue] {
    var result: [String: Naive.FactValue] = [:]
    for fact in evaluator.declaredFacts where random.chance(chance) {
      if let value = report(fact, evaluator) {
        result[fact.name] = counted(value, fact, evaluator)
      }
    }
    return result
  }

  private mutating func report(
    _ fact: Naive.Fact,
    _ evaluator: Naive.Evaluator
  ) -> Naive.FactValue? {
    let constants = evaluator.constants(comparedWithFact: fact.name)
    switch (fact.kind, random.pick(constants)) {
    case (.choice, _) where random.chance(15):
      return .choice("something-else")
    case (.date, .date(let date)?) where random.chance(70):
      return .date(date + random.one(of: -Naive.day, -1, 0, 0, 1, Naive.day))
    case (.number, .number(let number)?) where random.chance(80):
      return .number(max(0, number + random.within(-1...1)))
    case (.version, .version(let parts)?) where random.chance(80):
      var near = parts
      let last = near.count - 1
      near[last] = max(0, near[last] + random.within(-1...1))
      return .version(near)
    default:
      let value = value(of: fact.kind)
      guard countsMonths, case .date(let date) = value, date % 3 != 1 else { return value }
      // About one to three months ago.
      let days = [28, 29, 30, 31, 59, 62, 92][date / Naive.day % 7]
      return .date(date - days * Naive.day)
    }
  }

  // MARK: Usage

  /// Counters around every constant their meter is compared with, allowances added.
  mutating func usage(
    for evaluator: Naive.Evaluator,
    chance: Int,
    _ allowances: [String: Int]
  ) -> [String: Naive.Usage] {
    var result: [String: Naive.Usage] = [:]
    for meter in evaluator.meterNames {
      var usage = Naive.Usage()
      if random.chance(chance) { usage.total = counter(evaluator, meter, allowances) }
      for window in Naive.Window.allCases where random.chance(chance / 2) {
        usage[window] = counter(evaluator, meter, allowances)
      }
      if let total = usage.total, !total.instants.isEmpty, random.chance(70) {
        usage.total?.resets = nil
        usage.total?.then = []
      }
      guard usage.total != nil || !usage.windows.isEmpty else { continue }
      result[meter] = counted(carrying(usage, meter, evaluator), meter, evaluator, allowances)
    }
    return result
  }

  private mutating func counter(
    _ evaluator: Naive.Evaluator,
    _ meter: String,
    _ allowances: [String: Int]
  ) -> Naive.Counter {
    let edge = edge(evaluator, meter, allowances)
    let used = min(edge, Int.max - 2) + random.within(-2...2)
    var counter = Naive.Counter(used: max(0, used))
    if random.chance(40) { counter.resets = instant() }
    if random.chance(1) { counter.used = Int.max }
    if counter.resets == nil, random.chance(30) { counter.then = steps(below: counter.used) }
    return counter
  }

  /// Up to four later values, each later and none higher than the one before.
  private mutating func steps(below used: Int) -> [Naive.Fall] {
    var (at, used) = (instant(), used)
    var steps: [Naive.Fall] = []
    for _ in 0..<random.within(1...4) {
      used = random.chance(15) ? 0 : max(0, used - random.within(0...3))
      steps.append(Naive.Fall(at: at, used: used))
      at += random.within(1...50) * 3_600_000
    }
    return steps
  }

  /// A value at which a comparison of this meter may change its answer.
  mutating func edge(
    _ evaluator: Naive.Evaluator,
    _ meter: String,
    _ allowances: [String: Int]
  ) -> Int {
    let constant = random.pick(evaluator.constants(comparedWith: meter)) ?? random.below(4)
    let added = evaluator.products.flatMap { $0.adds + $0.packs }.filter { $0.meter == meter }.map(
      \.amount)
    var edge = Naive.sum(constant, random.chance(80) ? allowances[meter] ?? 0 : 0)
    if random.chance(35) { edge = Naive.sum(edge, random.pick(added) ?? 0) }
    return edge
  }
}

extension Naive.Evaluator {
  /// In the order of the source, so that a seed always picks the same one.
  var meterNames: [String] {
    policy.statements.flatMap(\.metersDeclared).map(\.0)
  }

  var declaredFacts: [Naive.Fact] {
    policy.statements.compactMap(\.factDeclared)
  }

  var entitlementNames: [String] {
    brings.keys.sorted()
  }

  /// Every constant that a date, number or version fact is compared with.
  func constants(comparedWithFact name: String) -> [Naive.FactValue] {
    var result: [Naive.FactValue] = []
    func collect(_ condition: Naive.Condition?) {
      switch condition {
      case .before(name, let constant)?, .since(name, let constant)?: result.append(constant)
      case .number(name, _, let constant)?: result.append(.number(constant))
      case .all(let parts)?, .any(let parts)?: parts.forEach { collect($0) }
      case .not(let part)?: collect(part)
      default: return
      }
    }
    for grant in policyGrants {
      collect(grant.when)
      collect(grant.unless)
    }
    for numbered in rules + settings.keys.sorted().compactMap({ settings[$0]?.rule }) {
      collect(numbered.rule.when)
      collect(numbered.rule.unless)
      for step in numbered.rule.ladder?.steps ?? [] {
        collect(step.when)
        collect(step.unless)
      }
    }
    return result
  }
}
