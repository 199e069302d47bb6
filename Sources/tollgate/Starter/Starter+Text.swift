import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension Starter {
  /// The policy, with comments that say how to go on, and scenarios that try its limits.
  var text: String {
    let parts = [[head], [ladder], sale, [declarations], limits, gates, scenarios]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n")
  }

  private var head: String {
    """
    # \(name.text): who may use what.
    #
    # Every line is a sentence; the indented lines below it belong to it. The order of the
    # sentences does not matter. `tollgate describe` tells the file back in plain words,
    # `tollgate lint` finds mistakes, `tollgate test` runs the scenarios at its end.

    policy \(name.code)\(label(name.text))
    # A prompt that was dismissed stays away this long.
    snooze prompts for 24h

    """
  }

  private var ladder: String {
    let all = [free] + tiers
    let labelled = "tiers " + all.map { $0.code + label($0.text) }.joined(separator: " < ")
    let plain = "tiers " + all.map { $0.code }.joined(separator: " < ")
    return """
      # Each tier includes those before it; everybody has the first. Translate a label by writing
      # more of them: "Pro" zh-Hans "专业版".
      \(labelled.count > 100 ? plain : labelled)

      """
  }

  private var sale: [String] {
    var lines = [
      "# What is sold. Add the ids of the stores: sold as \"com.example.pro\" on app-store"
    ]
    for (index, product) in products.enumerated() {
      lines.append("product \(product.name.code)\(label(product.name.text))")
      lines.append("  grants \(tiers[product.tier].code)")
      if let price = product.price { lines.append("  price \(Starter.code(price))") }
      if index == productOnTrial, let trial { lines.append("  trial \(trial)") }
    }
    return lines + [""]
  }

  static func code(_ price: Price) -> String {
    let amount = "\(price.amount) \(price.currency)"
    return switch price.period {
    case .once: "\(amount) once"
    case .weeks: "\(amount) per week"
    case .months(1): "\(amount) per month"
    case .months(12): "\(amount) per year"
    case .months(let count): "\(amount) per \(count) months"
    }
  }

  private var declarations: String {
    var lines = ["# What there is to use: what is counted, and what is either open or not."]
    for meter in meters {
      let unit = StarterReader.suffix(meter.unit)
      lines.append("meter \(meter.name.code)\(spacedLabel(meter.name.text))\(unit)")
    }
    for feature in features {
      lines.append("feature \(feature.name.code)\(label(feature.name.text))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var limits: [String] {
    guard !meters.isEmpty else { return [] }
    var lines = ["# How much is free. The reminder comes before the limit, the message at it."]
    for meter in meters {
      lines.append(
        "\(meter.name.code) > \(meter.quantity)\(meter.per) requires \(tiers[0].code)")
      if meter.limit > 0 { lines.append("  reminder at 90%") }
      lines.append("  message \"The free plan ends at {limit}.\"")
    }
    return lines + [""]
  }

  private var gates: [String] {
    guard !features.isEmpty else { return [] }
    var lines = ["# What a tier opens."]
    for feature in features {
      lines.append("\(feature.name.code) requires \(tiers[feature.tier].code)")
    }
    return lines + [""]
  }

  // MARK: Labels

  /// ` "Csv export"` behind `csv-export`; nothing where it would say the same.
  private func label(_ name: String) -> String {
    let words = Starter.spaced(name)
    let label = words.prefix(1).uppercased() + words.dropFirst()
    return label == name ? "" : " \"\(label)\""
  }

  private func spacedLabel(_ name: String) -> String {
    let label = Starter.spaced(name)
    return label == name ? "" : " \"\(label)\""
  }

  private static func spaced(_ name: String) -> String {
    String(name.map { $0 == "-" || $0 == "_" ? " " : $0 })
  }
}

extension Starter.Meter {
  /// ` per day`, or nothing.
  var per: String { window.name.map { " per \($0)" } ?? "" }
}
