import TollgateRuntime

/// The texts that describe a new policy, from options or from answers to questions.
struct StarterAnswers {
  var name: String?
  var tiers: [String] = []
  var meters: [String] = []
  var features: [String] = []
  var prices: [String] = []
  var trial: String?
  /// Whether missing parts are left out instead of taken from the defaults.
  var isComplete = false

  /// Whether there is no text.
  var isEmpty: Bool {
    name == nil && trial == nil && [tiers, meters, features, prices].allSatisfy { $0.isEmpty }
  }

  /// The policy that the texts describe; `fallback` is its name if they have none.
  func starter(named fallback: String) throws(Failure) -> Starter {
    var starter = try head(named: fallback)
    let hasTargets = isComplete || !meters.isEmpty || !features.isEmpty
    for text in hasTargets ? meters : [Starter.Default.meter] {
      starter.meters.append(try StarterReader.meter(text, behind: "--meter"))
    }
    for text in hasTargets ? features : [Starter.Default.feature] {
      starter.features.append(try feature(text, starter))
    }
    guard !starter.meters.isEmpty || !starter.features.isEmpty else {
      throw .usage("the policy would gate nothing: name a meter or a paid feature")
    }
    try addProducts(to: &starter)
    if let trial { starter.trial = try StarterReader.trial(trial, behind: "--trial") }
    if starter.trial != nil, starter.productOnTrial == nil {
      throw .usage("--trial needs a price that renews, such as --price \"12 CNY per year\"")
    }
    try checkNames(starter)
    return starter
  }

  private func head(named fallback: String) throws(Failure) -> Starter {
    let name = try StarterReader.name(self.name ?? fallback, .policy, behind: "--name")
    var paid: [Starter.Spelling] = []
    for text in tiers.isEmpty ? [Starter.Default.tier] : tiers {
      paid.append(try StarterReader.name(text, .tier, behind: "--tier"))
    }
    let names = Set(paid.map { $0.text })
    let base = names.contains("free") ? "base" : "free"
    let free = try StarterReader.name(base, .tier, behind: "--tier")
    return Starter(name: name, tiers: paid, free: free)
  }

  /// `csv-export`, or `csv-export=max` for one of a higher tier.
  private func feature(_ text: String, _ starter: Starter) throws(Failure) -> Starter.Feature {
    let (tier, name) = try split(text, starter, isTierFirst: false)
    return Starter.Feature(
      name: try StarterReader.name(name, .feature, behind: "--feature"), tier: tier)
  }

  /// Splits `max=20 CNY per month` or `csv-export=max` into the tier and the rest.
  private func split(
    _ text: String, _ starter: Starter, isTierFirst: Bool
  ) throws(Failure) -> (tier: Int, rest: String) {
    guard let sign = isTierFirst ? text.firstIndex(of: "=") : text.lastIndex(of: "=") else {
      return (0, text)
    }
    let (before, after) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    let (name, rest) = isTierFirst ? (before, after) : (after, before)
    let wanted = name.filter { $0 != "`" }.trimmed
    let made = EverydaySpelling.name(of: wanted, .tier)
    guard let tier = starter.tiers.firstIndex(where: { $0.text == wanted || $0.text == made })
    else {
      let option = isTierFirst ? "--price" : "--feature"
      let known = starter.tiers.map { $0.text }.joined(separator: ", ")
      throw .usage("\(option): `\(StarterReader.shown(name))` is not a paid tier (\(known))")
    }
    return (tier, rest)
  }

  /// One product for each price, and one at the store's price for each tier without a price.
  private func addProducts(to starter: inout Starter) throws(Failure) {
    for text in prices.isEmpty && !isComplete ? Starter.Default.prices : prices {
      let (tier, rest) = try split(text, starter, isTierFirst: true)
      let prices = try StarterReader.prices(rest, behind: "--price")
      let name = try product(starter.tiers[tier], tier, StarterAnswers.suffix(prices[0].period))
      if let known = starter.products.firstIndex(where: { $0.name == name }) {
        try starter.products[known].add(prices, of: starter.tiers[tier].text)
        continue
      }
      let isRewritten = EverydaySpelling.price(of: rest) != nil
      starter.products.append(
        Starter.Product(
          name: name, tier: tier, price: prices[0], otherPrices: Array(prices.dropFirst()),
          typedPrice: isRewritten ? rest.trimmed : nil))
    }
    for tier in starter.tiers.indices
    where !starter.products.contains(where: { $0.tier == tier }) {
      let name = try product(starter.tiers[tier], tier, "plan")
      starter.products.append(Starter.Product(name: name, tier: tier, price: nil))
    }
    // The sort keeps the order of the prices within a tier.
    starter.products = starter.tiers.indices.flatMap { tier in
      starter.products.filter { $0.tier == tier }
    }
  }

  /// `pro-yearly`; or `plan-1-yearly` if the tier's name and an English word do not fit together.
  private func product(
    _ tier: Starter.Spelling, _ place: Int, _ suffix: String
  ) throws(Failure) -> Starter.Spelling {
    let own = try? StarterReader.name("\(tier.text)-\(suffix)", .product, behind: "--tier")
    if var own {
      own.typed = tier.typed.map { "\($0) \(suffix)" }
      return own
    }
    return try StarterReader.name("plan-\(place + 1)-\(suffix)", .product, behind: "--tier")
  }

  private static func suffix(_ period: Price.Period) -> String {
    switch period {
    case .once: "lifetime"
    case .weeks(1): "weekly"
    case .weeks(let count): "\(count)-weeks"
    case .months(1): "monthly"
    case .months(12): "yearly"
    case .months(let count): "\(count)-months"
    case .use: "use"
    }
  }

  /// Each name is used once.
  private func checkNames(_ starter: Starter) throws(Failure) {
    var seen: [String: String] = [starter.free.text: "a tier"]
    let named =
      starter.tiers.map { ($0.text, "a tier", "--tier") }
      + starter.meters.map { ($0.name.text, "a meter", "--meter") }
      + starter.features.map { ($0.name.text, "a feature", "--feature") }
    for (name, kind, option) in named {
      if let known = seen[name] {
        throw .usage("\(option): `\(name)` is already the name of \(known)")
      }
      seen[name] = kind
    }
  }
}

extension Starter.Product {
  /// Adds the price in other currencies: one product has one price in each.
  fileprivate mutating func add(_ prices: [Price], of tier: String) throws(Failure) {
    let known = ([price].compactMap { $0 } + otherPrices).map { $0.currency }
    guard !prices.contains(where: { known.contains($0.currency) }) else {
      throw .usage("--price: `\(tier)` already has a price for that period")
    }
    otherPrices += prices
  }
}
