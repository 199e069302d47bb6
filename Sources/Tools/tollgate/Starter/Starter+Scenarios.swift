import TollgateSyntax

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
