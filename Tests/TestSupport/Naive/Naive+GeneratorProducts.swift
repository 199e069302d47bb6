extension Naive.Generator {
  /// At most 6 products; each grants or adds something.
  mutating func products(_ words: Naive.Vocabulary) -> [Naive.Statement] {
    var names = ["p1", "p2", "p-3", "年卡", "p5", "p6"]
    // A product may bear the name of an entitlement: its names live in a space of their own.
    if let shared = words.entitlements.last, random.chance(20) { names[1] = shared }
    names = random.some(names, atMost: random.within(0...6))
    var made: [Naive.Product] = []
    for name in names {
      let isRecommended = !made.contains { $0.recommended } && random.chance(20)
      var product = product(name, words, before: made)
      product.recommended = isRecommended
      made.append(product)
    }
    return made.map { .product($0) }
  }

  private mutating func product(
    _ name: String,
    _ words: Naive.Vocabulary,
    before earlier: [Naive.Product]
  ) -> Naive.Product {
    var product = Naive.Product(name: name)
    if random.chance(40) { product.soldAs.append(Naive.StoreId(id: "com.app.\(name)")) }
    if random.chance(15) {
      let store = random.one(of: "stripe", "google-play", "web-shop")
      product.soldAs.append(Naive.StoreId(id: "price_\(name)", store: store))
    }
    let grantable = words.entitlements.filter { $0 != words.tiers.first }
    if random.chance(80) { product.grants = random.some(grantable, atMost: random.within(1...2)) }
    let meters = random.some(words.meters.map(\.name), atMost: random.within(1...2))
    if product.grants.isEmpty || random.chance(35) {
      product.adds = meters.map { meter in
        Naive.Addition(amount: max(1, quantity(words.unit(meter))), meter: meter)
      }
    }
    if random.chance(20) { makePack(of: &product) }
    for setting in words.settings where setting.isRaised && random.chance(30) {
      product.adds.append(
        Naive.Addition(amount: random.one(of: 1, 5, 1000, 86_400), meter: setting.name))
    }
    if product.grants.isEmpty && product.adds.isEmpty && product.packs.isEmpty {
      product.grants = grantable.suffix(1)
    }
    if random.chance(75) { product.price = price(words) }
    if let price = product.price, random.chance(20) { product.otherPrices = [inEuros(price)] }
    product.isPriceOnRequest = product.price == nil && random.chance(40)
    if let period = product.price?.period, period != .once, period != .use, random.chance(20) {
      product.trialSeconds = duration()
    }
    product.introduction = introduction(of: product.price)
    if random.chance(35) { product.graceSeconds = duration() }
    product.sharedWithFamily = random.chance(40)
    product.notForSale = random.chance(12)
    if !product.notForSale, random.chance(30) { product.sale = sale(words) }
    if random.chance(10) { product.benefits = ["Half the price", "No \\ \"ads\""] }
    relate(&product, to: earlier.map(\.name))
    return product
  }

  /// `only with` speaks of earlier products alone, so there is never a cycle.
  private mutating func relate(_ product: inout Naive.Product, to earlier: [String]) {
    if random.chance(20) { product.onlyWith = random.some(earlier, atMost: random.within(1...2)) }
    let others = earlier.filter { !product.onlyWith.contains($0) }
    if random.chance(25) { product.notWith = random.some(others, atMost: random.within(1...2)) }
  }

  /// What it adds to a meter is used up.
  private mutating func makePack(of product: inout Naive.Product) {
    guard let last = product.adds.popLast() else { return }
    product.packs = [last]
  }

  private mutating func sale(_ words: Naive.Vocabulary) -> Naive.Sale {
    var sale = Naive.Sale()
    if random.chance(70) { sale.requirement = asked(words, depth: 1) }
    sale.isWithout = random.chance(40)
    (sale.from, sale.until) = times(words, chance: 20)
    if random.chance(25) { sale.when = condition(words, depth: 1) }
    if random.chance(10) { sale.unless = condition(words, depth: 1) }
    return sale
  }

  private func inEuros(_ price: Naive.Price) -> Naive.Price {
    var other = price
    other.currency = "EUR"
    other.hundredths += 1
    if let billed = price.billed { other.billed = (billed.months, billed.hundredths + 1) }
    return other
  }

  /// Numbers of its own, so that the other things that a seed makes stay what they are.
  var sideway: Naive.SplitMix64 { Naive.SplitMix64(seed: ~random.state) }

  /// For the period of the price, or ahead; only a price that renews may have one.
  private func introduction(of price: Naive.Price?) -> String? {
    var random = sideway
    guard let price, random.chance(15) else { return nil }
    let period: String
    switch price.period {
    case .once, .use: return nil
    case .week: period = "per week for 2 weeks"
    case .month, .months: period = "per month for 3 months"
    case .year: period = "per year"
    }
    return "0.99 \(price.currency) " + (random.chance(50) ? period : "for 30 days")
  }

  private mutating func price(_ words: Naive.Vocabulary) -> Naive.Price {
    let amounts = [1200, 3800, 3800, 5999, 999, 50, 1205, 250]
    let period = random.pick([
      Naive.Period.once, .once, .month, .year, .year, .week, .months(3), .months(12), .months(1),
    ])
    var price = Naive.Price(
      hundredths: random.pick(amounts) ?? 1200,
      currency: random.one(of: "CNY", "CNY", "USD", "TRY"),
      period: period ?? .once
    )
    var sideway = sideway
    if sideway.chance(10) { price.billed = (sideway.one(of: 12, 6, 3), price.hundredths) }
    guard let meter = words.meters.map(\.name).first, random.chance(20) else { return price }
    price.each = meter
    if sideway.chance(30) { price.eachQuantity = sideway.one(of: 2, 3, 1000) }
    if random.chance(40), price.billed == nil { price.period = .use }
    if random.chance(40) { price.atLeast = max(1, quantity(words.unit(meter))) }
    return price
  }

  /// A quantity of a limit or an add-on, small so that values meet.
  mutating func quantity(_ unit: Naive.Unit) -> Int {
    if random.chance(2) { return random.one(of: Int.max, Int.max - 1, Int.max / 2 + 1) }
    switch unit {
    case .count: return random.one(of: 0, 1, 2, 3, 3, 5, 10, 500, 12_345)
    case .bytes: return random.one(of: 0, 1, 1000, 1024, 1536, 5_000_000, 1_500_000_000, 2 << 30)
    case .seconds: return random.one(of: 0, 30, 900, 3600, 86_400, 604_800, 61)
    }
  }

  /// A `grant` statement; null if there is nothing to grant.
  mutating func grant(_ words: Naive.Vocabulary) -> Naive.PolicyGrant? {
    let grantable = words.entitlements.filter { $0 != words.tiers.first }
    guard let entitlement = random.pick(grantable) else { return nil }
    var grant = Naive.PolicyGrant(entitlement: entitlement)
    if random.chance(45) {
      if let fact = random.pick(words.dates), random.chance(75) {
        grant.span =
          words.monthDates.contains(fact)
          ? .afterMonths(random.within(1...13), fact: fact)
          : .afterFact(seconds: duration(), fact: fact)
      } else {
        grant.span = .afterInstant(seconds: duration(), instant: instant())
      }
    }
    (grant.from, grant.until) = times(words, chance: 25)
    dropWhatEmptiesTheSpan(of: &grant)
    if random.chance(60) { grant.when = condition(words, depth: 2) }
    if random.chance(20) { grant.unless = condition(words, depth: 1) }
    return grant
  }

  /// An interval that ends before it begins is an error, however it is written.
  private func dropWhatEmptiesTheSpan(of grant: inout Naive.PolicyGrant) {
    switch (grant.span, grant.from) {
    case (.afterFact(let length, let fact)?, .after(let start, let other)?)
    where fact == other && start >= length:
      grant.from = nil
    case (.afterMonths(let length, let fact)?, .afterMonths(let start, let other)?)
    where fact == other && start >= length:
      grant.from = nil
    case (.afterInstant(let length, let instant)?, .at(let start)?)
    where start >= instant + length * Naive.second:
      grant.from = nil
    default: break
    }
    if case .afterInstant(_, let instant)? = grant.span, case .at(let end)? = grant.until,
      end <= instant
    {
      grant.until = nil
    }
  }

  /// `from` and `until`, each present in `chance` percent; never ending before they begin.
  mutating func times(
    _ words: Naive.Vocabulary,
    chance: Int
  ) -> (from: Naive.Moment?, until: Naive.Moment?) {
    var from = random.chance(chance) ? moment(words) : nil
    let until = random.chance(chance) ? moment(words) : nil
    switch (from, until) {
    case (.at(let start)?, .at(let end)?) where start >= end:
      from = .at(end - random.within(1...4) * Naive.day)
    case (.after(let start, let fact)?, .after(let end, let other)?)
    where fact == other && start >= end:
      from = nil
    case (.afterMonths(let start, let fact)?, .afterMonths(let end, let other)?)
    where fact == other && start >= end:
      from = nil
    default:
      break
    }
    return (from, until)
  }

  /// A fixed instant, or one counted from a date fact.
  mutating func moment(_ words: Naive.Vocabulary) -> Naive.Moment {
    if let fact = random.pick(words.dates), random.chance(35) {
      if words.monthDates.contains(fact) {
        return .afterMonths(random.one(of: 0, 1, 1, 2, 3, 12), fact: fact)
      }
      return .after(seconds: duration(), fact: fact)
    }
    return .at(instant())
  }
}

extension Naive.Generator {
  /// Lets some of what products add raise the limits of one window alone.
  mutating func addToWindows(_ statements: inout [Naive.Statement]) {
    let windows = Naive.windows(statements)
    for index in statements.indices {
      guard case .product(var product) = statements[index] else { continue }
      for place in product.adds.indices where random.chance(50) {
        // In an order of its own, so that a seed always picks the same one.
        let known = windows[product.adds[place].meter, default: []].compactMap { $0 }
        product.adds[place].window = random.pick(known.sorted { $0.rawValue < $1.rawValue })
      }
      statements[index] = .product(product)
    }
  }
}

extension Naive {
  /// The windows of the limits of each meter; nil for the total.
  fileprivate static func windows(_ statements: [Naive.Statement]) -> [String: Set<Naive.Window?>] {
    var windows: [String: Set<Naive.Window?>] = [:]
    for case .rule(let rule) in statements {
      if case .limit(let limit) = rule.subject {
        windows[limit.meter, default: []].insert(limit.window)
      }
    }
    return windows
  }

  /// The statements, where a product only adds to a meter whose limits have two windows: a pack is
  /// used up over one.
  static func withoutIdlePacks(_ statements: [Naive.Statement]) -> [Naive.Statement] {
    let windows = windows(statements)
    return statements.map { statement in
      guard case .product(var product) = statement,
        product.packs.contains(where: { windows[$0.meter, default: []].count > 1 })
      else { return statement }
      product.adds = product.packs + product.adds
      product.packs = []
      return .product(product)
    }
  }
}
