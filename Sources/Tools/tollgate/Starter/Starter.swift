import TollgateRuntime

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
