extension Naive.Generator {
  mutating func rule(_ words: Naive.Vocabulary) -> Naive.Rule {
    var rule = Naive.Rule(subject: subject(words), demand: .nothing)
    rule.demand = rule.ladder == nil ? demand(rule, words) : .off
    if rule.demand == .nothing { return rule }
    (rule.from, rule.until) = times(words, chance: 15)
    if random.chance(30) { rule.when = condition(words, depth: 2) }
    if random.chance(15) { rule.unless = condition(words, depth: 2) }
    if random.chance(12) { rule.soft = .always }
    if random.chance(12) { rule.soft = .until(moment(words)) }
    rule.runningUseMayFinish = random.chance(15)
    if random.chance(35) && (rule.demand != .off || rule.isComparison) { rule.prompt = prompt() }
    rule.reminders = reminders(rule)
    if random.chance(15) { rule.message = "Not now \\ \"sorry\" 请升级" }
    if random.chance(10) { rule.because = "Phase 3" }
    if random.chance(25) { rule.instead = instead(words) }
    if hasOverages, random.chance(60) { rule.overage = overage(rule, words) }
    return rule
  }

  private mutating func instead(_ words: Naive.Vocabulary) -> [String] {
    var names: [String] = []
    for _ in 0..<random.within(1...3) {
      let all = words.allFeatures + words.meters.map(\.name)
      if let name = random.pick(all), !names.contains(name) { names.append(name) }
    }
    return names
  }

  // MARK: Subjects

  private mutating func subject(_ words: Naive.Vocabulary) -> Naive.Rule.Subject {
    if let meter = random.pick(words.meters.map(\.name)), random.chance(50) {
      return random.chance(15) ? .growth(meter: meter) : .limit(limit(meter, words))
    }
    var items: [Naive.Rule.Item] = []
    for _ in 0..<random.one(of: 1, 1, 2, 3) {
      let new = item(words)
      if !items.contains(new) { items.append(new) }
    }
    if random.chance(12) { items = [.everything] }
    var except: [Naive.Rule.Item] = []
    if random.chance(25) || items == [.everything] && random.chance(60) {
      let covered = items.reduce(into: Set<String>()) { $0.formUnion(words.members($1)) }
      let taken = item(words)
      let gone = words.members(taken)
      // No group or range holds a setting, so there is none to except.
      let isSetting = words.settings.contains { gone == [$0.name] }
      let isPart = !covered.isDisjoint(with: gone) && !covered.isSubset(of: gone)
      if isPart && !isSetting { except = [taken] }
    }
    return .features(items, except: except)
  }

  private mutating func item(_ words: Naive.Vocabulary) -> Naive.Rule.Item {
    if let series = words.series, random.chance(30) {
      let from = random.within(1...(series.count - 1))
      let through = random.within((from + 1)...series.count)
      return .range(prefix: series.prefix, from: from, through: through)
    }
    if let group = random.pick(words.groups), random.chance(30) { return .name(group.name) }
    if let setting = random.pick(words.settings), random.chance(25) { return .name(setting.name) }
    return .name(random.pick(words.allFeatures) ?? "f1")
  }

  private mutating func limit(_ meter: String, _ words: Naive.Vocabulary) -> Naive.Rule.Limit {
    var limit = Naive.Rule.Limit(meter: meter, amount: .undecided)
    if random.chance(30) { limit.window = random.pick(Naive.Window.allCases) }
    let amount = quantity(words.unit(meter))
    if hasLadders, random.chance(50) {
      limit.amount = ladder(around: amount, words)
      return limit
    }
    switch random.below(20) {
    case 0...10: limit.amount = .moreThan(amount)
    case 11...14: limit.amount = .atLeast(max(1, amount))
    case 15: limit.amount = .undecided
    default:
      limit.amount = .allowance(otherwise: random.chance(60) ? amount : nil)
      limit.window = nil
    }
    return limit
  }

  // MARK: Requirements and conditions

  private mutating func demand(
    _ rule: Naive.Rule,
    _ words: Naive.Vocabulary
  ) -> Naive.Rule.Demand {
    if rule.isUndecided || random.chance(82) {
      if let requirement = asked(words, depth: 2) { return .requires(requirement) }
    }
    return !rule.isLimit && random.chance(35) ? .nothing : .off
  }

  /// A requirement, some of whose entitlements may be `paid`.
  mutating func asked(_ words: Naive.Vocabulary, depth: Int) -> Naive.Requirement? {
    let requirement = requirement(words, depth: depth)
    guard hasPaid, random.chance(50) else { return requirement }
    return requirement.map { marked($0, words, chance: random.one(of: 100, 50)) }
  }

  private mutating func marked(
    _ requirement: Naive.Requirement, _ words: Naive.Vocabulary, chance: Int
  ) -> Naive.Requirement {
    switch requirement {
    case .name(let name):
      guard words.entitlements.contains(name), random.chance(chance) else { return requirement }
      return .paid(name)
    case .paid: return requirement
    case .not(let part): return .not(marked(part, words, chance: chance))
    case .all(let parts): return .all(parts.map { marked($0, words, chance: chance) })
    case .any(let parts): return .any(parts.map { marked($0, words, chance: chance) })
    }
  }

  mutating func requirement(
    _ words: Naive.Vocabulary,
    depth: Int
  ) -> Naive.Requirement? {
    guard let name = random.pick(words.requirable) else { return nil }
    if random.chance(13) && depth < 2 || random.chance(6) {
      let part = depth > 0 && random.chance(30) ? requirement(words, depth: depth - 1) : nil
      if case .not? = part { return part }
      return .not(part ?? .name(name))
    }
    guard depth > 0 && random.chance(45) else { return .name(name) }
    var parts: [Naive.Requirement] = []
    for _ in 0..<random.one(of: 2, 2, 3) {
      if let part = requirement(words, depth: depth - 1), !parts.contains(part) {
        parts.append(part)
      }
    }
    if parts.count < 2 { return parts.first }
    return random.chance(50) ? .all(parts) : .any(parts)
  }

  /// A condition of any form; null if the policy has nothing to ask about.
  mutating func condition(_ words: Naive.Vocabulary, depth: Int) -> Naive.Condition? {
    if depth > 0 && random.chance(30) {
      if random.chance(30), let part = condition(words, depth: depth - 1) { return .not(part) }
      var parts: [Naive.Condition] = []
      for _ in 0..<random.one(of: 2, 2, 3) {
        if let part = condition(words, depth: depth - 1), !parts.contains(part) {
          parts.append(part)
        }
      }
      if parts.count < 2 { return parts.first }
      return random.chance(50) ? .all(parts) : .any(parts)
    }
    return random.pick(leaves(words))
  }

  /// One condition for each thing that can be asked about.
  private mutating func leaves(_ words: Naive.Vocabulary) -> [Naive.Condition] {
    var leaves: [Naive.Condition] = []
    for (fact, values) in words.choices {
      let value = random.pick(values) ?? "va"
      let others = random.some(values, atMost: 2)
      leaves.append(
        random.one(
          of: .choiceIs(fact: fact, value),
          .choiceIsNot(fact: fact, value),
          .choiceIsOneOf(fact: fact, others)
        )
      )
    }
    leaves += words.flags.map { .flag(fact: $0) }
    for fact in words.dates {
      let date = Naive.FactValue.date(instant())
      leaves.append(random.one(of: .before(fact: fact, date), .since(fact: fact, date)))
    }
    for fact in words.versions {
      let version = Naive.FactValue.version(Array((version() + [0]).prefix(3)))
      leaves.append(random.one(of: .before(fact: fact, version), .since(fact: fact, version)))
    }
    for fact in words.numbers {
      let comparison = random.pick(Naive.Comparison.allCases) ?? .more
      leaves.append(.number(fact: fact, comparison, random.one(of: 0, 1, 2, 3, 10, 2016)))
    }
    for (meter, unit) in words.meters {
      let comparison = random.pick(Naive.Comparison.allCases) ?? .more
      let window = random.chance(30) ? random.pick(Naive.Window.allCases) : nil
      leaves.append(.meter(meter, comparison, quantity(unit), window))
    }
    leaves += words.rollouts.map { .rollout($0) }
    return leaves
  }

  // MARK: Clauses

  mutating func prompt() -> Naive.Rule.PromptClause {
    var clause = Naive.Rule.PromptClause()
    clause.name = random.one(of: "paywall", "banner", "upsell-sheet", nil)
    if random.chance(40) { clause.snoozeSeconds = duration() }
    clause.notDismissible = random.chance(20)
    return clause
  }

  /// Up to two reminders at different values, under a comparison with a decided quantity.
  private mutating func reminders(_ rule: Naive.Rule) -> [Naive.Rule.ReminderClause] {
    guard case .limit(let limit) = rule.subject, random.chance(55) else { return [] }
    var thresholds: [Naive.Rule.Threshold]
    switch limit.amount {
    case .undecided:
      return []
    case .ladder(let base, _):
      thresholds = [.percent(90), .percent(50), .percent(100)]
      if case .moreThan(let quantity) = base, quantity > 2, random.chance(30) {
        thresholds = [.value(quantity - 1)]
      }
    case .allowance:
      thresholds = [.percent(90), .percent(50), .percent(100)]
    case .moreThan(let quantity) where quantity > 2, .atLeast(let quantity) where quantity > 3:
      thresholds = [.value(quantity - 1), .percent(50), .value(1), .value(quantity / 2 + 3)]
      // Values that might meet are not taken together.
      if quantity < 12 { thresholds = [.value(1), .percent(99)] }
    default:
      return []
    }
    return random.some(thresholds, atMost: random.within(1...2)).map { threshold in
      Naive.Rule.ReminderClause(
        threshold: threshold,
        level: random.one(of: nil, "gentle", "prominent"),
        snoozeSeconds: random.chance(30) ? duration() : nil,
        text: random.chance(30) ? "Nearly there \"\\\"" : nil
      )
    }
  }
}
