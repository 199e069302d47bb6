import TollgateRuntime

/// What a new policy is made of. Everything in it was read by ``StarterReader``, so it can be
/// written down as it is.
struct Starter {
  var name: Spelling
  /// The tiers that are paid for, the lowest first; below them is ``free``.
  var tiers: [Spelling]
  var free: Spelling
  var meters: [Meter] = []
  var features: [Feature] = []
  var products: [Product] = []
  /// How long what renews first is free of charge, as the language writes it.
  var trial: String?

  /// A name, and how the language writes it: in backquotes where it is a word of its own.
  struct Spelling: Hashable {
    var text: String
    var code: String
  }

  /// Something counted, and how much of it is free.
  struct Meter {
    var name: Spelling
    var unit: TollgateRuntime.Meter.Unit
    var limit: Int64
    /// The limit as the language writes it.
    var quantity: String
    var window: Window
  }

  /// Something that a tier opens.
  struct Feature {
    var name: Spelling
    /// The place of its tier in ``Starter/tiers``.
    var tier: Int
  }

  /// Something sold.
  struct Product {
    var name: Spelling
    var tier: Int
    /// Nothing where the store has the price.
    var price: Price?

    /// Whether it ends unless it is paid for again.
    var renews: Bool {
      guard let price else { return true }
      return price.period != .once
    }
  }
}

extension Starter {
  /// What is taken where nothing is told.
  enum Default {
    static let tier = "pro"
    static let meter = "bills=500"
    static let feature = "csv-export"
    static let prices = ["4.99 USD per month", "39.99 USD per year"]
    static let name = "App"
  }

  /// The product that begins with the trial: the first that renews.
  var productOnTrial: Int? {
    trial == nil ? nil : products.firstIndex { $0.renews && $0.price != nil }
  }
}
