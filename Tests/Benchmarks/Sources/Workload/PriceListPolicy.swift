/// A policy of so many features, and a meter for each with a price list: the same as ladders or as
/// plain limits.
public struct PriceListPolicy {
  public var features: Int
  public var hasLadders: Bool

  public init(features: Int, hasLadders: Bool) {
    self.features = features
    self.hasLadders = hasLadders
  }

  /// The text.
  public var text: String {
    var random = SplitMix64(seed: 20_261_123)
    var text = "policy PriceLists\nentitlements plus, business\n"
    for (index, entitlement) in ["plus", "business"].enumerated() {
      text += "product \(entitlement)-monthly\n  grants \(entitlement)\n"
      text += "  price \(10 * (index + 1)) USD per month\n"
    }
    for feature in 0..<features { text += "feature f\(feature)\nmeter m\(feature)\n" }
    for feature in 0..<features {
      text += "f\(feature) requires plus or business\n"
      let base = 1 + random.pick(100)
      let step = base + 1 + random.pick(1000)
      if hasLadders {
        text += "m\(feature) at most \(base)\n  \(step) with plus\n  unlimited with business\n"
      } else {
        text += "m\(feature) > \(base) requires plus or business\n"
        text += "m\(feature) > \(step) requires business\n"
      }
    }
    return text
  }
}
