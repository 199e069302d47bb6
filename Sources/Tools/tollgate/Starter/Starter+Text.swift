import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

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
    let amount = ([price] + others).map { "\($0.amount) \($0.currency)" }
      .joined(separator: " or ")
    if price.period == .use { return amount }
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
