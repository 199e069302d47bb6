extension Naive {
  /// `f1, g1 use 3 m1 and 1 m-3 …`, with steps below one amount.
  public struct Uses: Equatable, Sendable {
    /// Features, ranges and groups; or one meter.
    public var items: [Rule.Item]
    public var amounts: [Amount]
    /// `nothing` is 0.
    public var steps: [Step] = []
    public var from: Moment?
    public var until: Moment?
    public var when: Condition?
    public var unless: Condition?

    /// `3 of m1 for each 2`
    public struct Amount: Equatable, Sendable {
      public var quantity: Int
      public var meter: String
      public var each: Int?
    }
  }

  /// What a line with `uses` is about.
  struct CoveredUses: Sendable {
    var uses: Uses
    var covers: Set<String>
  }
}

extension Naive.Evaluator {
  /// The meters that the use of a target may take from, in the order of the source.
  func metersUsed(by target: String) -> [String] {
    var meters: [String] = []
    for line in uses where line.covers.contains(target) {
      for amount in line.uses.amounts where !meters.contains(amount.meter) {
        meters.append(amount.meter)
      }
    }
    return meters
  }
}

extension Naive.Question {
  /// Everything that is asked for at once.
  var targets: [String] { (evaluator.members(of: ask.target) ?? [ask.target]).sorted() }

  /// The meters that this ask may take from, in the order of the source.
  var usedMeters: [String] {
    var meters: [String] = []
    for line in evaluator.uses where !line.covers.isDisjoint(with: targets) {
      for amount in line.uses.amounts where !meters.contains(amount.meter) {
        meters.append(amount.meter)
      }
    }
    return meters
  }

  /// How much more of a target is asked for: of a feature as often as it is used.
  func growth(of target: String, _ world: Naive.EvaluationInput) -> Int {
    let isMeter = evaluator.meters[target] != nil
    switch ask.change ?? .adding(1) {
    case .adding(let amount): return max(0, amount)
    case .reaching(let value): return isMeter ? max(0, value - (world.used(target, nil) ?? 0)) : 1
    case .reachingChoice, .reachingUnlimited: return 1
    }
  }

  /// The amounts of one line that this user may pay, and whether it is surely or perhaps this much.
  /// A statement by itself: it is tried with every step that may count, and with those that must.
  func taken(
    _ line: Naive.Uses, _ amount: Naive.Uses.Amount, by target: String,
    _ world: Naive.EvaluationInput
  ) -> (sure: Int, possible: Int) {
    let applies =
      [
        world.begun(line.from), world.notOver(line.until), world.met(line.when),
        world.met(line.unless, ifAbsent: .no).negated,
      ].min() ?? .yes
    if applies == .no { return (0, 0) }
    func least(counting wanted: [Naive.Truth]) -> Int {
      line.steps.filter { wanted.contains(world.counts($0)) }.compactMap(\.quantity)
        .reduce(amount.quantity, min)
    }
    let times = self.times(amount.each, of: target, world)
    let sure = Naive.times(least(counting: [.yes, .unknown]), times.low)
    let possible = Naive.times(least(counting: [.yes]), times.high)
    return (applies == .yes ? sure : 0, possible)
  }

  /// How often an amount is taken.
  private func times(
    _ each: Int?, of target: String, _ world: Naive.EvaluationInput
  ) -> Naive.Span {
    let more = growth(of: target, world)
    guard let each else { return Naive.Span(low: more, high: more) }
    func up(_ value: Int) -> Int { value / each + (value % each > 0 ? 1 : 0) }
    guard let used = world.used(target, nil) else {
      return Naive.Span(low: more / each, high: up(more))
    }
    // What is used already is taken off by whole pieces, so that no sum is too large.
    let rest = used % each
    let (sum, isTooLarge) = rest.addingReportingOverflow(more)
    let after = isTooLarge ? up(more - (each - rest)) + 1 : up(sum)
    let times = after - (rest > 0 ? 1 : 0)
    return Naive.Span(low: times, high: times)
  }

  /// What the whole ask takes from a meter: of the lines about one target the greatest counts, and
  /// all targets together.
  func taken(from meter: String, _ world: Naive.EvaluationInput) -> (sure: Int, possible: Int) {
    var sum = (sure: 0, possible: 0)
    for target in targets {
      var most = (sure: 0, possible: 0)
      for line in evaluator.uses where line.covers.contains(target) {
        for amount in line.uses.amounts where amount.meter == meter {
          let taken = taken(line.uses, amount, by: target, world)
          most = (max(most.sure, taken.sure), max(most.possible, taken.possible))
        }
      }
      sum = (Naive.sum(sum.sure, most.sure), Naive.sum(sum.possible, most.possible))
    }
    return sum
  }

  /// Every amount that a line may take from a meter by this ask, for tries of `reduce`.
  func amountsToTry(_ meter: String) -> [Int] {
    let present = world()
    let all = taken(from: meter, present)
    var amounts = [all.sure, all.possible]
    for target in targets {
      for line in evaluator.uses where line.covers.contains(target) {
        for amount in line.uses.amounts where amount.meter == meter {
          let times = times(amount.each, of: target, present)
          for quantity in [amount.quantity] + line.uses.steps.compactMap(\.quantity) {
            amounts += [Naive.times(quantity, times.low), Naive.times(quantity, times.high)]
          }
        }
      }
    }
    return amounts.map { min($0, Int.max / 4) }
  }

  /// Whether the total of a meter is what a `for each` counts.
  func isCountedForEach(_ meter: String) -> Bool {
    evaluator.uses.contains { line in
      line.covers.contains(meter) && targets.contains(meter)
        && line.uses.amounts.contains { $0.each != nil }
    }
  }

  /// How many further uses fit under a limit, tried one after the other; null if it is not known.
  func uses(of quota: Naive.Quota) -> Int? {
    guard var remaining = quota.remaining, let used = quota.used else { return nil }
    if let beyond = quota.beyond {
      guard let most = beyond.upTo else { return nil }
      remaining = max(0, most - used)
    }
    let present = world()
    if quota.meter == meter { return remaining }
    var fewest: Int?
    guard let target = targets.first(where: { evaluator.metersUsed(by: $0).contains(quota.meter) })
    else { return nil }
    let users = targets.filter { !evaluator.metersUsed(by: $0).isEmpty }
    guard users.count == 1 else {
      let one = oneOfEach(quota.meter, present)
      return one > 0 ? remaining / one : nil
    }
    for line in evaluator.uses where line.covers.contains(target) {
      for amount in line.uses.amounts where amount.meter == quota.meter {
        var one = Naive.Ask(target: target, now: ask.now)
        one.change = .adding(1)
        let price = price(line.uses, amount, present)
        guard price > 0 else { continue }
        let count: Int
        if let each = amount.each {
          guard let used = present.used(target, nil) else { return nil }
          let room = used % each == 0 ? 0 : each - used % each
          count = Naive.sum(Naive.times(remaining / price, each), room)
        } else {
          count = remaining / price
        }
        fewest = min(fewest ?? count, count)
      }
    }
    return fewest
  }

  private func oneOfEach(_ meter: String, _ world: Naive.EvaluationInput) -> Int {
    targets.reduce(0) { sum, target in
      var most = 0
      for line in evaluator.uses where line.covers.contains(target) {
        for amount in line.uses.amounts where amount.meter == meter {
          most = max(most, price(line.uses, amount, world))
        }
      }
      return Naive.sum(sum, most)
    }
  }

  /// What one use takes at most by a line.
  private func price(
    _ line: Naive.Uses, _ amount: Naive.Uses.Amount, _ world: Naive.EvaluationInput
  ) -> Int {
    let applies =
      [
        world.begun(line.from), world.notOver(line.until), world.met(line.when),
        world.met(line.unless, ifAbsent: .no).negated,
      ].min() ?? .yes
    if applies == .no { return 0 }
    return line.steps.filter { world.counts($0) == .yes }.compactMap(\.quantity)
      .reduce(amount.quantity, min)
  }
}

extension Naive.EvaluationInput {
  /// Whether an ask is about a limit at all: its meter is asked for, or something is perhaps taken
  /// from it.
  func asks(_ numbered: Naive.NumberedRule) -> Bool {
    guard let meter = numbered.meter, meter != question.meter else { return true }
    return question.taken(from: meter, self).possible > 0
  }

  /// Whether what is taken goes beyond the limit that is the subject of a rule: the least and the
  /// most are tried, and where they differ nobody knows.
  func comparison(_ subject: Naive.Rule.Subject, takingFrom meter: String) -> Naive.Truth {
    let taken = question.taken(from: meter, self)
    func compare(_ amount: Int) -> Naive.Truth {
      var copy = self
      copy.change = .adding(amount)
      return copy.comparison(subject)
    }
    let (sure, possible) = (compare(taken.sure), compare(taken.possible))
    return sure == possible ? sure : .unknown
  }

  /// The data that leaves open how much is taken from a meter.
  func doubtsOfTaking(from meter: String) -> Set<Naive.Doubt> {
    var result: Set<Naive.Doubt> = []
    for target in question.targets {
      for line in evaluator.uses.filter({ $0.covers.contains(target) }) {
        for amount in line.uses.amounts where amount.meter == meter {
          result.formUnion(doubts([line.uses.from, line.uses.until]))
          if let when = line.uses.when { result.formUnion(doubts(when)) }
          if let unless = line.uses.unless { result.formUnion(doubts(unless)) }
          for step in line.uses.steps where counts(step) == .unknown {
            result.formUnion(doubts([step.from, step.until]))
            if let when = step.when { result.formUnion(doubts(when)) }
            if let unless = step.unless { result.formUnion(doubts(unless)) }
            if let requirement = step.requirement { result.formUnion(doubts(requirement)) }
          }
          if amount.each != nil, used(target, nil) == nil { result.insert(.usage(target)) }
        }
      }
    }
    return result
  }
}

extension Naive.Generator {
  /// Lines about features, and about one meter that nothing uses.
  mutating func uses(_ words: Naive.Vocabulary) -> [Naive.Uses] {
    var meters = words.meters.map(\.name)
    guard !meters.isEmpty else { return [] }
    var lines: [Naive.Uses] = []
    let user = meters.count > 1 && random.chance(50) ? meters.removeLast() : nil
    for _ in 0..<random.within(1...3) {
      let isOfMeter = user != nil && random.chance(40)
      var items: [Naive.Rule.Item] = []
      for _ in 0..<random.one(of: 1, 1, 2) {
        let all = words.allFeatures.map { Naive.Rule.Item.name($0) }
        let groups = words.groups.map { Naive.Rule.Item.name($0.name) }
        let item = random.pick(random.chance(25) && !groups.isEmpty ? groups : all) ?? .everything
        if !items.contains(item) { items.append(item) }
      }
      if random.chance(10) { items = [.everything] }
      if isOfMeter, let user { items = [.name(user)] }
      var line = Naive.Uses(items: items, amounts: [])
      for meter in random.some(meters, atMost: random.one(of: 1, 1, 2)) {
        var amount = Naive.Uses.Amount(
          quantity: max(1, random.one(of: 1, 2, 3, 4, quantity(words.unit(meter)))), meter: meter)
        if isOfMeter, random.chance(60) { amount.each = random.one(of: 1, 2, 3, 1000) }
        line.amounts.append(amount)
      }
      let taken = Set(line.amounts.map(\.meter))
      (line.from, line.until) = times(words, chance: 12)
      if random.chance(35) { line.when = freeCondition(words, of: taken) }
      if random.chance(15) { line.unless = freeCondition(words, of: taken) }
      if line.amounts.count == 1 {
        for _ in 0..<random.one(of: 0, 0, 1, 2) {
          var step = Naive.Step(
            quantity: random.one(of: 0, 1, 1, 2, line.amounts[0].quantity / 2),
            requirement: random.chance(12) ? nil : requirement(words, depth: 1))
          (step.from, step.until) = times(words, chance: 12)
          if random.chance(20) { step.when = freeCondition(words, of: taken) }
          line.steps.append(step)
        }
      }
      lines.append(line)
    }
    return lines
  }

  /// A condition that reads none of some meters.
  private mutating func freeCondition(
    _ words: Naive.Vocabulary, of meters: Set<String>
  ) -> Naive.Condition? {
    for _ in 0..<8 {
      guard let condition = condition(words, depth: 1) else { return nil }
      if condition.meters.isDisjoint(with: meters) { return condition }
    }
    return nil
  }
}

extension Naive.Condition {
  /// The meters that it reads.
  fileprivate var meters: Set<String> {
    switch self {
    case .meter(let meter, _, _, _): return [meter]
    case .all(let parts), .any(let parts): return parts.reduce(into: []) { $0.formUnion($1.meters) }
    case .not(let part): return part.meters
    default: return []
    }
  }
}

extension Naive.Printer {
  func lines(of uses: Naive.Uses) -> [String] {
    func amount(_ quantity: Int, _ amount: Naive.Uses.Amount) -> String {
      let text = Naive.Text.quantity(quantity, units[amount.meter] ?? .count)
      return "\(text) of \(amount.meter)"
    }
    let verb = uses.items.count > 1 ? "use" : "uses"
    var line = Naive.Text.list(uses.items.map(item)) + " \(verb) "
    line += uses.amounts.map { each in
      let user = if case .name(let name)? = uses.items.first { name } else { "" }
      let suffix = each.each.map {
        " for each \(Naive.Text.quantity($0, units[user] ?? .count))"
      }
      return amount(each.quantity, each) + (suffix ?? "")
    }.joined(separator: " and ")
    line += times(uses.from, uses.until) + conditions(uses.when, uses.unless)
    return [line]
      + uses.steps.map { step in
        "  "
          + self.line(of: step) { $0 == 0 ? "nothing" : amount($0, uses.amounts[0]) }
      }
  }
}
