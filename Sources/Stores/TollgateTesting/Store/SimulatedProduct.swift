public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// A product of the simulated store.
///
/// ```swift
/// try app.store.sell(
///   SimulatedProduct("weekly", kind: .subscription, period: .weeks(1), trial: .days(3)))
/// let outcome = await app.buy("weekly")
/// ```
public struct SimulatedProduct: Sendable, Hashable {
  /// Its name in the policy.
  public var name: String
  /// Its store id: the first one of `sold as`, or the name.
  public var storeID: String
  /// The kind of product.
  public var kind: PurchaseRecord.Kind
  /// The period of a subscription or a non-renewing product.
  public var period: StorePeriod?
  /// The free trial before the first paid period; nil for none.
  public var trial: StorePeriod?
  /// The lower price of the first paid periods; nil for none.
  public var introduction: Introduction?
  /// The price.
  public var price: Money?
  /// The subscription group, of which a user has one subscription at a time.
  public var group: String
  /// Whether it can be bought: one that is not for sale any more only renews.
  public var isForSale = true
  /// Its level in the group: an upgrade happens at once, a downgrade at the renewal.
  public var level: Int

  /// Creates a product.
  ///
  /// - Parameters:
  ///   - storeID: The store id; by default the name.
  ///   - group: The subscription group; by default one of its own.
  public init(
    _ name: String, storeID: String? = nil, kind: PurchaseRecord.Kind,
    period: StorePeriod? = nil, trial: StorePeriod? = nil, price: Money? = nil,
    group: String? = nil, level: Int = 0
  ) {
    self.name = name
    self.storeID = storeID ?? name
    self.kind = kind
    self.period = period
    self.trial = trial
    self.price = price
    self.group = group ?? "product " + name
    self.level = level
  }

  /// A lower price of the first paid periods.
  public struct Introduction: Sendable, Hashable {
    /// The price of each of them.
    public var price: Money
    /// How long each of them is.
    public var period: StorePeriod
    /// How many there are.
    public var times: Int

    /// A lower price of so many periods.
    public init(price: Money, period: StorePeriod, times: Int = 1) {
      self.price = price
      self.period = period
      self.times = times
    }
  }

  /// Whether it can be sold: a product that ends needs a period.
  var isComplete: Bool {
    switch kind {
    case .subscription, .nonRenewing: period?.isPositive ?? false
    case .nonConsumable, .consumable: true
    case .other: false
    }
  }
}

extension Policy {
  /// The products of the policy as a store sells them: a price per week, month or year makes a
  /// subscription, a one-time price a non-consumable, or a consumable if it only adds what is used
  /// up. Subscriptions that grant a tier are one
  /// group, with the tiers as levels. A product without a price is left out, because its kind is
  /// unknown.
  public var simulatedProducts: [SimulatedProduct] {
    graph.parts.products.compactMap { product in
      product.price.map { SimulatedProduct(product, price: $0, in: self) }
    }
  }

  /// The tier that a product grants, from 0; nil for none.
  func level(of product: Product) -> Int? {
    let ranks = product.grants.flatMap { entitlement in
      graph.parts.entitlements[Int(entitlement)].gives.compactMap { held in
        graph.parts.entitlements[Int(held)].rank
      }
    }
    return ranks.max().map { Int($0) }
  }

  /// Whether this is the name of a product, and not a store id.
  func isOwnName(_ name: String) -> Bool { product(name)?.name == name }

  /// The product with a name or store id.
  func product(_ name: String) -> Product? {
    graph.names.products[name].map { graph.parts.products[Int($0)] }
  }
}

extension Product {
  /// Whether it brings nothing but packs.
  fileprivate var isUsedUp: Bool {
    !packs.isEmpty && grants.isEmpty && adds.isEmpty && settingAdds.isEmpty
  }
}

extension SimulatedProduct {
  fileprivate init(_ product: Product, price: Price, in policy: Policy) {
    let period = StorePeriod(price.period)
    let once: PurchaseRecord.Kind = product.isUsedUp ? .consumable : .nonConsumable
    self.init(product, kind: period == nil ? once : .subscription, period: period, in: policy)
    self.price = Money(price)
    introduction = SimulatedProduct.Introduction(of: product)
    isForSale = product.isForSale
  }

  /// Creates a product whose kind differs from its price in the policy, or which has no price.
  init(
    _ product: Product, kind: PurchaseRecord.Kind, period: StorePeriod?, in policy: Policy
  ) {
    let level = kind == .subscription ? policy.level(of: product) : nil
    self.init(
      product.name, storeID: product.storeIDs.first?.id, kind: kind, period: period,
      trial: kind == .subscription ? StorePeriod(trialOf: product) : nil,
      price: product.price.flatMap { Money($0) }, group: level == nil ? nil : "tiers",
      level: level ?? 0)
  }
}

extension SimulatedProduct.Introduction {
  /// The introductory price of a product in a policy; nil for none.
  fileprivate init?(of product: Product) {
    guard let introduction = product.introduction, let first = introduction.prices.first,
      let price = Money(first)
    else { return nil }
    let whole: StorePeriod =
      introduction.months > 0
      ? .months(Int(clamping: introduction.months)) : .milliseconds(introduction.length)
    guard let part = StorePeriod(first.period) else {
      self.init(price: price, period: whole)
      return
    }
    let times =
      switch (whole, part) {
      case (.months(let all), .months(let one)): all / one
      case (.milliseconds(let all), .milliseconds(let one)): Int(clamping: all / one)
      default: 1
      }
    self.init(price: price, period: part, times: times)
  }
}

/// A period as stores count it: months are those of the UTC calendar.
///
/// ```swift
/// await app.advance(by: .months(1))
/// await app.advance(by: .days(3))
/// if let year = StorePeriod(.months(12)) { show(year.instant(after: now)) }
/// ```
public enum StorePeriod: Sendable, Hashable {
  /// A number of milliseconds.
  case milliseconds(Int64)
  /// A number of calendar months.
  case months(Int)

  /// A number of seconds.
  public static func seconds(_ count: Int64) -> StorePeriod {
    .milliseconds(count.saturatingMultiply(1000))
  }

  /// A number of minutes.
  public static func minutes(_ count: Int64) -> StorePeriod {
    seconds(count.saturatingMultiply(60))
  }

  /// A number of hours.
  public static func hours(_ count: Int64) -> StorePeriod {
    seconds(count.saturatingMultiply(3600))
  }

  /// A number of days of 24 hours.
  public static func days(_ count: Int64) -> StorePeriod {
    seconds(count.saturatingMultiply(86_400))
  }

  /// A number of weeks.
  public static func weeks(_ count: Int64) -> StorePeriod { days(count.saturatingMultiply(7)) }

  /// A number of years of twelve months.
  public static func years(_ count: Int) -> StorePeriod {
    let (months, overflow) = count.multipliedReportingOverflow(by: 12)
    return .months(overflow ? .max : months)
  }

  /// Creates the billing period of a price; nil for a one-time price and a price for use.
  public init?(_ period: Price.Period) {
    switch period {
    case .once, .use: return nil
    case .weeks(let count): self = .weeks(count)
    case .months(let count): self = .months(Int(clamping: count))
    }
  }

  /// Creates the free period of a product; nil for none.
  init?(trialOf product: Product) {
    if product.trialMonths > 0 {
      self = .months(Int(clamping: product.trialMonths))
    } else if let trial = product.trial, trial > 0 {
      self = .milliseconds(trial)
    } else {
      return nil
    }
  }

  /// The end of a number of periods that began at an instant.
  ///
  /// All are counted from the beginning, as stores do: a period from 31 January ends on 28
  /// February, and the next on 31 March.
  public func instant(after start: Instant, times: Int = 1) -> Instant {
    switch self {
    case .milliseconds(let length):
      return start.advanced(by: length.saturatingMultiply(Int64(times)))
    case .months(let count):
      let (months, overflow) = count.multipliedReportingOverflow(by: times)
      return start.advanced(byMonths: overflow ? .max : months)
    }
  }

  /// Whether it is longer than zero.
  var isPositive: Bool {
    switch self {
    case .milliseconds(let length): length > 0
    case .months(let count): count > 0
    }
  }
}
