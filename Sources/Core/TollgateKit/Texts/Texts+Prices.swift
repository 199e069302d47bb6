import TollgateRuntime
import TollgateWords

extension Texts {
  /// The price of a product in words: `12 CNY per year`, `price on request`.
  ///
  /// - Parameter currency: The currency to show, if the product has a price in it; else the first.
  func price(of product: Product, in currency: String? = nil) -> String {
    if let price = product.price(in: currency) { return words(price) }
    return product.isPriceOnRequest ? priceOnRequest : words("price in the store", "价格以商店为准")
  }

  /// The prices of a product in all currencies, in words: `59.99 USD or 388 CNY per year`. They are
  /// paid for the same period, and for each of the same meter.
  func prices(of product: Product) -> String {
    guard let first = product.prices.first else { return price(of: product) }
    return first.words(
      language, counting: counted(first), or: Array(product.prices.dropFirst()))
  }

  /// A price with the label of the meter that it counts.
  func words(_ price: Price) -> String { price.words(language, counting: counted(price)) }

  var priceOnRequest: String { words("price on request", "价格面议") }

  /// The things that a price counts, if it is one for each of them.
  func counted(_ price: Price) -> CountedThings? {
    guard let each = price.each, let meter = meter(named: each.meter) else { return nil }
    return CountedThings(each, unit: unit(ofMeter: meter), named: name(ofMeter: meter), language)
  }

  /// The free period of a product: `7 days`, `1 month`; `nil` if it has none.
  func trial(of product: Product) -> String? {
    if product.trialMonths > 0 {
      return PeriodText(language: language).length(ofMonths: product.trialMonths)
    }
    return product.trial.map { duration($0) }
  }
}
