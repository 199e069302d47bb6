import TollgateRuntime
import TollgateWords

/// Lists the products of a policy for one locale.
struct Listings: Bilingual {
  let graph: RuleGraph
  let texts: Texts
  private let locale: String
  var language: Language { texts.language }
  /// The prices of the store, by name or store id.
  private let storePrices: [String: String]
  /// The currency of the prices, where a product has one in it.
  private let currency: String?
  /// Tells who may buy a product; nil if every product is offered to everybody.
  private let sales: Describer?

  init(
    graph: RuleGraph, locale: String, currency: String? = nil, storePrices: [String: String] = [:],
    time: TimeText = .utc
  ) {
    self.graph = graph
    self.locale = locale
    self.currency = currency
    self.storePrices = storePrices
    texts = Texts(graph: graph, locale: locale, time: time)
    let isLimited = graph.parts.products.contains { $0.sale != nil }
    sales = isLimited ? Describer(graph, in: locale, time: time) : nil
  }

  /// A product as it is listed.
  ///
  /// - Parameter hasTrial: Whether its trial is offered; everybody is offered one in a table of
  ///   plans.
  func listing(_ index: Int32, hasTrial: Bool = true) -> ProductListing {
    var product = graph.parts.products[Int(index)]
    if !hasTrial { (product.trial, product.trialMonths) = (nil, 0) }
    return ProductListing(
      name: product.name,
      label: texts.name(ofProduct: index),
      price: product.price(in: currency),
      prices: product.prices,
      isPriceOnRequest: product.isPriceOnRequest,
      priceText: priceText(of: product),
      soldAs: product.storeIDs.map { ProductListing.SoldAs(id: $0.id, store: $0.store) },
      benefits: product.benefits.compactMap { texts.label($0) },
      adds: amounts(of: product),
      trial: product.trial.map { $0 / 1000 },
      trialMonths: product.trialMonths > 0 ? product.trialMonths : nil,
      isRecommended: product.isRecommended,
      isForSale: product.isForSale,
      isSharedWithFamily: product.isSharedWithFamily,
      mostSharing: product.mostSharing > 0 ? product.mostSharing : nil,
      onlyWith: product.onlyWith.map { graph.parts.products[Int($0)].name },
      notWith: product.notWith.map { graph.parts.products[Int($0)].name },
      terms: terms(of: product)
    )
  }

  /// The amounts that it adds: `10 GB of storage`, `5 hearts until used up`, `30 days to History`.
  private func amounts(of product: Product) -> [String] {
    let packs = product.packs.map { pack in
      let things = texts.things(pack.amount, ofMeter: pack.meter)
      return words("\(things) until used up", "\(things)（用完为止）")
    }
    let values = product.settingAdds.map { addition in
      let (amount, name) = (texts.words(addition), texts.name(ofSetting: addition.setting))
      return words("\(amount) to \(name)", "\(name) \(amount)")
    }
    return product.adds.map { texts.things($0.amount, ofMeter: $0.meter) } + packs + values
  }

  private func priceText(of product: Product) -> PriceText {
    let price = product.price(in: currency)
    return PriceText(
      price, unknown: texts.price(of: product), counting: price.flatMap(texts.counted),
      storePrice: storePrice(of: product), locale: locale)
  }

  private func storePrice(of product: Product) -> String? {
    if let price = storePrices[product.name] { return price }
    return product.storeIDs.lazy.compactMap { storePrices[$0.id] }.first
  }

  private func terms(of product: Product) -> [String] {
    var terms: [String] = []
    if let length = texts.trial(of: product) {
      terms.append(words("free trial: \(length)", "免费试用 \(length)"))
    }
    if !product.onlyWith.isEmpty {
      let names = or(product.onlyWith.map(texts.name(ofProduct:)))
      terms.append(words("only with \(names)", "须搭配\(names)"))
    }
    if !product.notWith.isEmpty {
      let names = short(product.notWith)
      terms.append(words("not together with \(names)", "不可与\(names)同时持有"))
    }
    if product.mostSharing > 0 {
      let count = "\(product.mostSharing)"
      terms.append(words("shared with up to \(count) people", "最多 \(count) 人共享"))
    } else if product.isSharedWithFamily {
      terms.append(words("shared with family", "可家庭共享"))
    }
    if !product.isForSale { terms.append(words("not for sale", "不再销售")) }
    if let buyers = sales?.buyers(of: product) {
      terms.append(words("for sale only \(buyers)", "仅\(buyers)出售"))
    }
    return terms
  }

  /// The first few names, and how many more there are.
  private func short(_ products: [Int32]) -> String {
    let names = products.map(texts.name(ofProduct:))
    guard names.count > 4 else { return or(names) }
    let rest = "\(names.count - 3)"
    return words(
      "\(list(Array(names.prefix(3)))) and \(rest) more",
      "\(list(Array(names.prefix(3))))等 \(names.count) 种商品")
  }
}
