extension Naive.Product {
  /// The least number of it that is sold where its price is for each of something.
  public var leastNumber: Int { price?.atLeast ?? 1 }
}

extension Naive.Evaluator {
  /// Everything that a quantity is for each of: number facts, and meters that products sell.
  var namesCounted: Set<String> {
    let ladders =
      rules.compactMap { $0.rule.ladder } + settings.values.compactMap { $0.setting.rule.ladder }
    return ladders.reduce(into: Set<String>()) { names, ladder in
      names.formUnion([ladder.baseEach].compactMap { $0 })
      names.formUnion(ladder.steps.compactMap { $0.each })
    }
  }

  /// The products (by index) whose price is for each of a meter.
  func sellers(of meter: String) -> [Int] {
    products.indices.filter { products[$0].price?.each == meter }
  }
}

extension Naive.EvaluationInput {
  /// A quantity as written, so often as its name says; null where that is not known.
  ///
  /// - Parameter countingStale: Whether all that is stale is bought.
  func quantity(_ written: Int, forEach name: String?, countingStale: Bool = false) -> Int? {
    guard let name else { return written }
    guard let number = number(of: name, countingStale: countingStale) else { return nil }
    return Naive.times(written, min(number, Self.mostCounted))
  }

  /// The quantity of a step; null for `unlimited`, and where it is not known.
  func quantity(of step: Naive.Step, countingStale: Bool = false) -> Int? {
    step.quantity.flatMap { quantity($0, forEach: step.each, countingStale: countingStale) }
  }

  /// More than a million of something count as a million.
  private static var mostCounted: Int { 1_000_000 }

  /// The value of a number fact, or how many of a meter are bought; null if it is not known.
  private func number(of name: String, countingStale: Bool) -> Int? {
    if evaluator.facts[name] != nil {
      guard case .number(let number)? = question.fact(name) else { return nil }
      return number
    }
    let isStale = grants(thatSell: name).contains { standings[$0] == .unknown }
    if isStale, !countingStale { return nil }
    return bought(name, least: .unknown)
  }

  /// The grants (by index) that count, surely or perhaps, of products that sell a meter.
  private func grants(thatSell meter: String) -> [Int] {
    let sellers = evaluator.sellers(of: meter)
    return question.holdings.indices.filter { index in
      let holding = question.holdings[index]
      guard let product = holding.product, holding.countsThroughProduct else { return false }
      return standings[index] != .no && sellers.contains(product)
    }
  }

  /// How many of a meter are bought, by grants that count at least so surely and right now.
  ///
  /// A purchase brings the least number that is sold, and one more of what is held and counts.
  private func bought(_ meter: String, least: Naive.Truth) -> Int {
    let grants = grants(thatSell: meter)
    var sum = 0
    for index in grants where standings[index] >= least {
      sum = Naive.sum(sum, question.holdings[index].grant.quantity ?? 1)
    }
    for product in hypothesis.bought where evaluator.sellers(of: meter).contains(product) {
      let isHeld = grants.contains {
        question.holdings[$0].product == product && standings[$0] == .yes
      }
      sum = Naive.sum(sum, isHeld ? 1 : evaluator.products[product].leastNumber)
    }
    return sum
  }

  /// The quantity of a step for those who would need it: they buy at least the least number that is
  /// sold. Null for `unlimited`, and for a fact that is missing.
  func quantityNeeded(_ step: Naive.Step) -> Int? {
    guard let written = step.quantity, let name = step.each, evaluator.facts[name] == nil else {
      return quantity(of: step)
    }
    let least = evaluator.sellers(of: name).map { evaluator.products[$0].leastNumber }.min() ?? 1
    let most = max(least, bought(name, least: .yes))
    return Naive.times(written, min(most, Self.mostCounted))
  }

  /// The value that is surely had of a base of a setting whose number is not known: the worst.
  func surelyHad(_ ladder: Naive.Ladder) -> Int {
    guard ladder.smallerIsBetter, case .moreThan(let written) = ladder.base else { return 0 }
    return Naive.times(written, Self.mostCounted)
  }

  /// The data without which a number is not known.
  func doubts(number name: String) -> Set<Naive.Doubt> {
    evaluator.facts[name] == nil ? [.staleGrant] : [.fact(name)]
  }

  /// The limits of the total of a meter that are counted now, and how far one may go beyond them.
  func countedLimits(of meter: String) -> [Int] {
    evaluator.rules.map(\.rule).flatMap { rule -> [Int] in
      guard let limit = rule.limit, limit.meter == meter, limit.isCounted,
        let ladder = rule.ladder
      else { return [] }
      var limits = ladder.steps.compactMap { quantity(of: $0) }
      if case .quantity(let base) = baseReach(ladder) { limits.append(base) }
      guard let more = rule.overage?.more else { return limits }
      return limits + limits.map { Naive.sum($0, more) }
    }
  }
}

extension Naive.Printer {
  func words(forEach name: String?) -> String {
    name.map { " for each of \($0)" } ?? ""
  }
}

// MARK: Random ones

extension Naive.Rule.Limit {
  /// Whether a quantity of it is for each of something.
  var isCounted: Bool {
    guard case .ladder(_, let steps) = amount else { return false }
    return baseEach != nil || steps.contains { $0.each != nil }
  }
}

extension Naive.Setting {
  /// Whether a value of it is for each of something.
  var isCounted: Bool { baseEach != nil || steps.contains { $0.each != nil } }

  fileprivate var isQuantity: Bool {
    if case .choices = kind { return false }
    return true
  }
}

extension Naive.Generator {
  /// The statements, where quantities of many a ladder and setting are for each of something: of a
  /// number fact, or of a meter that a product sells.
  func counting(
    _ statements: [Naive.Statement], _ words: Naive.Vocabulary
  ) -> [Naive.Statement] {
    // Numbers of its own, so that the other things that a seed makes stay what they are.
    var random = Naive.SplitMix64(seed: sideway.state &+ 1)
    var names = words.numbers
    for case .product(let product) in statements {
      if let meter = product.price?.each, !names.contains(meter) { names.append(meter) }
    }
    // All quantities of one counter name the same.
    var chosen: [String: String] = [:]
    return statements.map { statement in
      switch statement {
      case .rule(var rule):
        guard case .limit(var limit) = rule.subject,
          case .ladder(let base, var steps) = limit.amount, random.chance(35),
          let name = chosen[limit.counterName] ?? random.pick(names)
        else { return statement }
        chosen[limit.counterName] = name
        if case .moreThan(let quantity) = base, quantity > 0, random.chance(60) {
          limit.baseEach = name
          // An amount at which to remind is not told beside it.
          rule.reminders.removeAll { $0.isAtValue }
        }
        Naive.count(name, in: &steps, &random)
        limit.amount = .ladder(base: base, steps)
        rule.subject = .limit(limit)
        return .rule(rule)
      case .setting(var setting):
        guard setting.isQuantity, random.chance(35), let name = random.pick(names) else {
          return statement
        }
        if setting.base > 0, random.chance(50) { setting.baseEach = name }
        Naive.count(name, in: &setting.steps, &random)
        return .setting(setting)
      default: return statement
      }
    }
  }

  /// A grant of something that is sold for each, more often of several.
  func counted(
    _ grant: Naive.Snapshot.Grant, _ evaluator: Naive.Evaluator
  ) -> Naive.Snapshot.Grant {
    var random = sideway
    guard let product = evaluator.productIndex(grant.product),
      let meter = evaluator.products[product].price?.each,
      evaluator.namesCounted.contains(meter), random.chance(60)
    else { return grant }
    var grant = grant
    grant.quantity = random.one(of: 1, 1, 2, 3, 4, 5, 600_000, 1_000_001)
    return grant
  }

  /// A number that quantities are for each of, more often a small one or one above a million.
  func counted(
    _ value: Naive.FactValue, _ fact: Naive.Fact, _ evaluator: Naive.Evaluator
  ) -> Naive.FactValue {
    var random = sideway
    guard fact.kind == .number, evaluator.namesCounted.contains(fact.name), random.chance(50) else {
      return value
    }
    return .number(random.one(of: 0, 1, 2, 2, 3, 4, 5, 1_000_000, 1_000_001))
  }

  /// The counters of a meter, some of them at limits that are for each of something.
  func counted(
    _ usage: Naive.Usage, _ meter: String, _ evaluator: Naive.Evaluator,
    _ allowances: [String: Int]
  ) -> Naive.Usage {
    var random = Naive.SplitMix64(seed: sideway.state &+ 1)
    var usage = usage
    for limit in evaluator.rules.compactMap({ $0.rule.limit }) where limit.meter == meter {
      guard limit.isCounted, case .ladder(let base, let steps) = limit.amount,
        random.chance(60), var counter = usage[limit.window]
      else { continue }
      var quantities = steps.filter { $0.each != nil }.compactMap { $0.quantity }
      if limit.baseEach != nil, case .moreThan(let quantity) = base { quantities.append(quantity) }
      let times = Naive.times(random.pick(quantities) ?? 0, random.within(1...5))
      let edge = Naive.sum(times, random.chance(50) ? allowances[meter] ?? 0 : 0)
      // It only rises, so that later values stay below it.
      counter.used = max(counter.used, min(edge, Int.max - 2) + random.within(-2...2))
      usage[limit.window] = counter
    }
    return usage
  }
}

extension Naive {
  /// Makes the quantities of some steps ones for each of something.
  fileprivate static func count(
    _ name: String, in steps: inout [Step], _ random: inout SplitMix64
  ) {
    for place in steps.indices {
      guard let quantity = steps[place].quantity, quantity > 0, random.chance(60) else { continue }
      steps[place].each = name
    }
  }
}

extension Naive.Rule.ReminderClause {
  fileprivate var isAtValue: Bool {
    if case .value = threshold { return true }
    return false
  }
}
