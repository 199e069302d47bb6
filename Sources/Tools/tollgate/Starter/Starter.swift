import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// The parts of a new policy. ``StarterReader`` has read every part, so they can be written
/// unchanged.
struct Starter {
  var name: Spelling
  /// The paid tiers, the lowest first; ``free`` is below them.
  var tiers: [Spelling]
  var free: Spelling
  var meters: [Meter] = []
  var features: [Feature] = []
  var products: [Product] = []
  /// The length of the free trial, as the language writes it.
  var trial: String?

  /// A name, and how the language writes it: in backquotes if it is a word of the language.
  struct Spelling: Hashable {
    var text: String
    var code: String
    /// The words that the name was made of, if it was not typed as a name: `CSV export`.
    var typed: String?
  }

  /// A meter and its free limit.
  struct Meter {
    var name: Spelling
    var unit: TollgateRuntime.Meter.Unit
    var limit: Int64
    /// The limit as the language writes it.
    var quantity: String
    var window: Window
  }

  /// A feature that a tier opens.
  struct Feature {
    var name: Spelling
    /// The index of its tier in ``Starter/tiers``.
    var tier: Int
  }

  /// A product.
  struct Product {
    var name: Spelling
    var tier: Int
    /// Nil if the store has the price.
    var price: Price?
    /// The same price in other currencies.
    var otherPrices: [Price] = []
    /// The price as it was typed, if the policy writes it in another way.
    var typedPrice: String?

    /// Whether it is a subscription.
    var renews: Bool {
      guard let price else { return true }
      return price.period != .once
    }
  }
}

extension Starter {
  /// The parts of a policy without any description.
  enum Default {
    static let tier = "pro"
    static let meter = "bills=500"
    static let feature = "csv-export"
    static let name = "App"
  }

  /// How names and prices that were typed in everyday words are written in the policy.
  var notes: [String] {
    let names = [name] + tiers + meters.map { $0.name } + features.map { $0.name }
    return names.compactMap { name in
      name.typed.map { "“\($0)” is called \(name.code) in the policy" }
    }
      + products.compactMap { product in
        guard let typed = product.typedPrice, let price = product.price else { return nil }
        return "“\(typed)” is written \(Starter.code(price, [])) in the policy"
      }
  }

  /// The product that has the trial: the first subscription.
  var productOnTrial: Int? {
    trial == nil ? nil : products.firstIndex { $0.renews && $0.price != nil }
  }
}

extension Starter {
  /// The scenarios, which `tollgate test` runs.
  var scenarios: [String] {
    let all = meters.flatMap(scenarios) + features.flatMap(scenarios) + lives
    let title =
      "# Scenarios are examples of what must be true. Add one for every case that matters to you."
    // Each has a blank line before it.
    return [title] + all.flatMap { $0.hasPrefix("scenario") ? ["", $0] : [$0] } + [""]
  }

  private func scenarios(_ meter: Meter) -> [String] {
    let name = meter.name
    return [
      "scenario \"\(name.text): \(meter.quantity)\(meter.per) are free\"",
      "  given \(name.code) 0\(meter.per)",
      "  expect \(name.code) adding \(meter.quantity) allowed",
      "scenario \"\(name.text): more than \(meter.quantity)\(meter.per) are not\"",
      "  given \(name.code) \(meter.quantity)\(meter.per)",
      "  expect \(name.code) denied because limit-reached",
      wrapped("  expect \(name.code) denied \(unlocked(by: 0))"),
      "scenario \"\(name.text): no limit with \(tiers[0].text)\"",
      wrapped("  given \(held(by: 0)), \(name.code) \(meter.quantity)\(meter.per)"),
      "  expect \(name.code) allowed because granted unlimited",
    ]
  }

  private func scenarios(_ feature: Feature) -> [String] {
    let tier = tiers[feature.tier].text
    return [
      "scenario \"\(feature.name.text) is not free\"",
      "  expect \(feature.name.code) denied because not-held",
      wrapped("  expect \(feature.name.code) denied \(unlocked(by: feature.tier))"),
      "scenario \"\(feature.name.text) comes with \(tier)\"",
      "  given \(held(by: feature.tier))",
      "  expect \(feature.name.code) allowed because granted",
    ]
  }

  /// The end of a subscription, and of a trial.
  private var lives: [String] {
    guard let feature = features.first(where: { $0.tier == 0 }) else { return [] }
    let renewing = products.first { $0.renews }
    var lines: [String] = []
    if let renewing {
      let product = renewing.name.code
      lines += [
        "scenario \"a subscription lasts until its end\"",
        "  given product \(product) until 2026-06-01",
        "  at 2026-05-31T23:59Z",
        "  expect \(feature.name.code) allowed until 2026-06-01",
        "scenario \"and not longer\"",
        "  given product \(product) until 2026-06-01",
        "  at 2026-06-01",
        "  expect \(feature.name.code) denied because expired",
      ]
    }
    if let index = productOnTrial {
      lines += [
        "scenario \"a trial opens the same\"",
        "  given product \(products[index].name.code) trial until 2026-06-01",
        "  at 2026-05-31",
        "  expect \(feature.name.code) allowed until 2026-06-01",
      ]
    }
    return lines
  }

  /// A product that gives a tier, as a `given` clause.
  private func held(by tier: Int) -> String {
    let product = products.first { $0.tier >= tier }
    return "product " + (product ?? products[0]).name.code
  }

  /// `unlocked by a or b`: every product that gives a tier.
  private func unlocked(by tier: Int) -> String {
    let names = products.filter { $0.tier >= tier }.map { $0.name.code }
    return "unlocked by " + names.joined(separator: " or ")
  }

  /// A line, broken after its commas and `or`s if it would be longer than 100 columns.
  private func wrapped(_ line: String) -> String {
    var lines: [String] = []
    var current = ""
    var piece = ""
    func finishPiece() {
      if !current.isEmpty, Source(name: "", text: current + piece).width > 100 {
        lines.append(current)
        current = "   "
      }
      current += piece
      piece = ""
    }
    for word in line.split(separator: " ") {
      piece += (piece.isEmpty && current.isEmpty ? "  " : " ") + word
      if word.hasSuffix(",") || word == "or" { finishPiece() }
    }
    finishPiece()
    return (lines + [current]).joined(separator: "\n")
  }
}

extension Source {
  /// The columns that a line takes.
  fileprivate var width: Int { displayColumn(at: bytes.count) - 1 }
}

extension Starter {
  /// The policy with comments for its author, and scenarios that try its limits.
  var text: String {
    let parts = [[head], [ladder], sale, [declarations], limits, gates, scenarios]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n")
  }

  private var head: String {
    """
    # \(name.typed ?? name.text): who may use what.
    #
    # Every line is a sentence; the indented lines below it belong to it. The order of the
    # sentences does not matter. `tollgate describe` describes the policy in plain words,
    # `tollgate lint` finds mistakes, and `tollgate test` runs the scenarios at the end.

    policy \(name.code)\(label(name))
    # A dismissed prompt comes back after this time.
    snooze prompts for 24h

    """
  }

  private var ladder: String {
    let all = [free] + tiers
    let labelled = "tiers " + all.map { $0.code + label($0) }.joined(separator: " < ")
    let plain = "tiers " + all.map { $0.code }.joined(separator: " < ")
    return """
      # Each tier includes those before it; everybody has the first. A label can have translations:
      # "Pro" zh-Hans "专业版".
      \(labelled.count > 100 ? plain : labelled)

      """
  }

  private var sale: [String] {
    var lines = [
      "# The products. Add their ids in the stores: sold as \"com.example.pro\" on app-store"
    ]
    if products.contains(where: { $0.price == nil }) {
      lines.append(
        "# A product may have a `price` below it: the amount, the currency, and how often it is paid."
      )
    }
    for (index, product) in products.enumerated() {
      lines.append("product \(product.name.code)\(label(product.name))")
      lines.append("  grants \(tiers[product.tier].code)")
      if let price = product.price {
        lines.append("  price \(Starter.code(price, product.otherPrices))")
      }
      if index == productOnTrial, let trial { lines.append("  trial \(trial)") }
    }
    return lines + [""]
  }

  /// A price with the same in other currencies: `12 CNY or 1.99 USD per year`.
  static func code(_ price: Price, _ others: [Price]) -> String {
    let amount = ([price] + others).map { "\($0.perMonth ?? $0.amount) \($0.currency)" }
      .joined(separator: " or ")
    if price.period == .use { return amount }
    if price.perMonth != nil { return "\(amount) per month billed \(price.billing)" }
    return amount + " " + PeriodText(language: .english).print(price.period)
  }

  private var declarations: String {
    var lines = ["# The targets: meters count, and features are open or locked."]
    for meter in meters {
      let unit = StarterReader.suffix(meter.unit)
      lines.append("meter \(meter.name.code)\(label(meter.name, isSentence: false))\(unit)")
    }
    for feature in features {
      lines.append("feature \(feature.name.code)\(label(feature.name))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var limits: [String] {
    guard !meters.isEmpty else { return [] }
    var lines = [
      "# The free limits. The reminder comes before the limit, the message at the limit."
    ]
    for meter in meters {
      lines.append(
        "\(meter.name.code) > \(meter.quantity)\(meter.per) requires \(tiers[0].code)")
      if meter.limit > 0 { lines.append("  reminder at 90%") }
      lines.append("  message \"The free plan includes {limit}.\"")
    }
    return lines + [""]
  }

  private var gates: [String] {
    guard !features.isEmpty else { return [] }
    var lines = ["# The features that a tier opens."]
    for feature in features {
      lines.append("\(feature.name.code) requires \(tiers[feature.tier].code)")
    }
    return lines + [""]
  }

  // MARK: Labels

  /// ` "CSV export"` after `csv-export`; empty if it would repeat the name.
  private func label(_ name: Spelling, isSentence: Bool = true) -> String {
    let words = EverydaySpelling.words(of: name.text)
    let made = isSentence ? words.prefix(1).uppercased() + words.dropFirst() : words
    let label = name.typed ?? made
    return label == name.text ? "" : " \"\(label)\""
  }
}

extension Starter.Meter {
  /// ` per day`, or empty for a total.
  var per: String { window.name.map { " per \($0)" } ?? "" }
}
