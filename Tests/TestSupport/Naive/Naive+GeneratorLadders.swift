extension Naive.Generator {
  /// A base and up to three steps around an amount.
  mutating func ladder(
    around amount: Int, _ words: Naive.Vocabulary
  ) -> Naive.Rule.Amount {
    let base: Naive.Rule.Amount
    switch random.below(10) {
    case 0: base = .undecided
    case 1, 2: base = .allowance(otherwise: random.chance(60) ? amount : nil)
    default: base = .moreThan(amount)
    }
    return .ladder(base: base, steps(around: amount, words, isUnlimited: true))
  }

  mutating func steps(
    around amount: Int, _ words: Naive.Vocabulary, isUnlimited: Bool
  ) -> [Naive.Step] {
    var steps: [Naive.Step] = []
    for _ in 0..<random.within(0...3) {
      let moved = Naive.sum(amount, random.one(of: 0, 1, 2, 5, 1000))
      var quantity: Int? = random.chance(15) ? amount / 2 : moved
      if isUnlimited, random.chance(20) { quantity = nil }
      steps.append(step(quantity, words))
    }
    return steps
  }

  private mutating func step(_ quantity: Int?, _ words: Naive.Vocabulary) -> Naive.Step {
    var step = Naive.Step(
      quantity: quantity,
      requirement: random.chance(12) ? nil : asked(words, depth: 1))
    (step.from, step.until) = times(words, chance: 12)
    if random.chance(20) { step.when = condition(words, depth: 1) }
    if random.chance(10) { step.unless = condition(words, depth: 1) }
    return step
  }

  /// Up to two settings; products add to those that are quantities.
  mutating func settings(_ words: inout Naive.Vocabulary) -> [Naive.Setting] {
    var settings: [Naive.Setting] = []
    for name in ["s1", "历史"] where random.chance(60) {
      settings.append(setting(name, words))
      words.settings.append(settings[settings.count - 1])
    }
    return settings
  }

  private mutating func setting(_ name: String, _ words: Naive.Vocabulary) -> Naive.Setting {
    var setting: Naive.Setting
    if random.chance(25) {
      let names = random.one(of: ["low", "high"], ["low", "standard", "最好"])
      setting = Naive.Setting(name: name, kind: .choices(names), base: 0)
      for _ in 0..<random.within(0...3) {
        setting.steps.append(step(random.below(names.count), words))
      }
    } else {
      var kind: Naive.Setting.Kind = random.one(of: .count, .bytes, .seconds, .percent)
      if kind == .count, countsMonths { kind = .months }
      let base = random.one(of: 0, 1, 7, 86_400, 1250)
      setting = Naive.Setting(name: name, kind: kind, base: base)
      setting.smallerIsBetter = random.chance(20)
      setting.steps = steps(around: base, words, isUnlimited: !setting.smallerIsBetter)
    }
    if random.chance(12) { setting.soft = .always }
    if random.chance(12) { setting.soft = .until(moment(words)) }
    if random.chance(30) { setting.prompt = prompt() }
    if random.chance(20) { setting.message = "Up to {limit}" }
    return setting
  }

  /// A value of a setting to ask for, around those that it may have.
  mutating func reach(
    _ setting: Naive.Setting, _ evaluator: Naive.Evaluator, _ snapshot: Naive.Snapshot
  ) -> Naive.Ask.Change {
    if case .choices(let names) = setting.kind {
      let place = random.below(names.count)
      return .reachingChoice(place, names[place])
    }
    if !setting.smallerIsBetter, random.chance(15) { return .reachingUnlimited }
    let values = [setting.base] + setting.steps.compactMap(\.quantity)
    let added = evaluator.products.flatMap(\.adds).filter { $0.meter == setting.name }
    var value = Naive.sum(
      random.pick(values) ?? 0, random.chance(50) ? snapshot.allowances[setting.name] ?? 0 : 0)
    if random.chance(40) { value = Naive.sum(value, random.pick(added.map(\.amount)) ?? 0) }
    var sideway = sideway
    if setting.isCounted, sideway.chance(60) {
      value = Naive.times(value, sideway.within(0...4))
    }
    return .reaching(max(0, min(value, Int.max - 1) + random.within(-1...1)))
  }
}
