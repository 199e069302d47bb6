import TollgateRuntime

/// The texts that describe a new policy, from options or from answers to questions.
struct StarterAnswers {
  var name: String?
  var tiers: [String] = []
  var meters: [String] = []
  var features: [String] = []
  var prices: [String] = []
  var trial: String?
  /// Whether all was asked for: missing parts are left out instead of taken from the defaults, and
  /// messages speak of no option.
  var isComplete = false

  /// Whether there is no text.
  var isEmpty: Bool {
    name == nil && trial == nil && [tiers, meters, features, prices].allSatisfy { $0.isEmpty }
  }

  /// The policy that the texts describe; `fallback` is its name if they have none. There is no price
  /// that nobody told.
  func starter(named fallback: String) throws(Failure) -> Starter {
    var starter = try head(named: fallback)
    let hasTargets = isComplete || !meters.isEmpty || !features.isEmpty
    for text in hasTargets ? meters : [Starter.Default.meter] {
      starter.meters.append(try StarterReader.meter(text, behind: option("--meter")))
    }
    for text in hasTargets ? features : [Starter.Default.feature] {
      starter.features.append(try feature(text, starter))
    }
    guard !starter.meters.isEmpty || !starter.features.isEmpty else {
      throw .usage("the policy would gate nothing: name a meter or a paid feature")
    }
    try addProducts(to: &starter)
    if let trial { starter.trial = try StarterReader.trial(trial, behind: option("--trial")) }
    if starter.trial != nil, starter.productOnTrial == nil {
      let (subject, price) = isComplete ? ("a trial", "") : ("--trial", "--price ")
      throw .usage(
        "\(subject) needs a price that renews, such as \(price)\"12 CNY per year\"")
    }
    try checkNames(starter)
    return starter
  }

  private func head(named fallback: String) throws(Failure) -> Starter {
    let name = try StarterReader.name(self.name ?? fallback, .policy, behind: option("--name"))
    var named: [Starter.Spelling] = []
    for text in tiers { named.append(try tier(text)) }
    // Who names the free tier means the one that everybody has.
    let isFreeNamed = named.first.map { EverydaySpelling.isFree($0.text) } ?? false
    let free = isFreeNamed ? named.removeFirst() : try tier("free")
    if let other = named.first(where: { EverydaySpelling.isFree($0.text) }) {
      throw fault("--tier", "the free tier is the lowest: write `\(other.text)` first")
    }
    return Starter(
      name: name, tiers: named.isEmpty ? [try tier(Starter.Default.tier)] : named, free: free)
  }

  private func tier(_ text: String) throws(Failure) -> Starter.Spelling {
    try StarterReader.name(text, .tier, behind: option("--tier"))
  }

  /// The option that a part is told behind; nil where it is the answer to a question.
  private func option(_ name: String) -> String? { isComplete ? nil : name }

  /// Why the parts do not fit together.
  private func fault(_ name: String, _ words: String) -> Failure {
    .usage(option(name).map { "\($0): \(words)" } ?? words)
  }

  /// `csv-export`, or `csv-export=max` for one of a higher tier.
  private func feature(_ text: String, _ starter: Starter) throws(Failure) -> Starter.Feature {
    let (tier, name) = try split(text, starter, isTierFirst: false)
    return Starter.Feature(
      name: try StarterReader.name(name, .feature, behind: option("--feature")), tier: tier)
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
      let known = starter.tiers.map { $0.text }.joined(separator: ", ")
      throw fault(
        isTierFirst ? "--price" : "--feature",
        "`\(StarterReader.shown(name))` is not a paid tier (\(known))")
    }
    return (tier, rest)
  }

  /// One product for each price, and one at the store's price for each tier without a price.
  private func addProducts(to starter: inout Starter) throws(Failure) {
    for text in prices {
      let (tier, rest) = try split(text, starter, isTierFirst: true)
      let prices = try StarterReader.prices(rest, behind: option("--price"))
      let name = try product(starter.tiers[tier], tier, StarterAnswers.suffix(prices[0].period))
      if let known = starter.products.firstIndex(where: { $0.name == name }) {
        guard starter.products[known].add(prices) else {
          throw fault(
            "--price", "`\(starter.tiers[tier].text)` already has a price for that period")
        }
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
    let own = try? StarterReader.name("\(tier.text)-\(suffix)", .product, behind: nil)
    if var own {
      own.typed = tier.typed.map { "\($0) \(suffix)" }
      return own
    }
    return try StarterReader.name("plan-\(place + 1)-\(suffix)", .product, behind: nil)
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

  /// Each name is used once, whatever its capitals.
  private func checkNames(_ starter: Starter) throws(Failure) {
    var seen: [String: String] = [:]
    let named =
      ([starter.free] + starter.tiers).map { ($0.text, "a tier", "--tier") }
      + starter.meters.map { ($0.name.text, "a meter", "--meter") }
      + starter.features.map { ($0.name.text, "a feature", "--feature") }
    for (name, kind, option) in named {
      if let known = seen[name.lowercased()] {
        throw fault(option, "`\(name)` is already the name of \(known)")
      }
      seen[name.lowercased()] = kind
    }
  }
}

extension Starter.Product {
  /// Adds the price in other currencies; false if it has one in one of them.
  fileprivate mutating func add(_ prices: [Price]) -> Bool {
    let known = ([price].compactMap { $0 } + otherPrices).map { $0.currency }
    guard !prices.contains(where: { known.contains($0.currency) }) else { return false }
    otherPrices += prices
    return true
  }
}
