import TollgateRuntime

/// Lists the products of a policy for one locale.
struct Listings {
  let graph: RuleGraph
  let texts: Texts
  private let locale: String
  private let language: Language
  /// What the store shows as the price, by name or store id.
  private let storePrices: [String: String]

  init(graph: RuleGraph, locale: String, storePrices: [String: String] = [:]) {
    self.graph = graph
    self.locale = locale
    self.storePrices = storePrices
    texts = Texts(graph: graph, locale: locale)
    language = Language(locale)
  }

  /// English or Chinese.
  func words(_ english: String, _ chinese: String) -> String {
    language == .chinese ? chinese : english
  }

  func listing(_ index: Int32) -> ProductListing {
    let product = graph.parts.products[Int(index)]
    return ProductListing(
      name: product.name,
      label: label(index),
      price: product.price,
      priceText: PriceText(product.price, storePrice: storePrice(of: product), locale: locale),
      storeIDs: product.storeIDs.map { ProductListing.StoreID(id: $0.id, store: $0.store) },
      benefits: product.benefits.compactMap(texts.label),
      trial: product.trial >= 0 ? product.trial / 1000 : nil,
      isRecommended: product.isRecommended,
      isForSale: product.isForSale,
      isSharedWithFamily: product.isSharedWithFamily,
      onlyWith: product.onlyWith.map { graph.parts.products[Int($0)].name },
      notWith: product.notWith.map { graph.parts.products[Int($0)].name },
      terms: terms(of: product)
    )
  }

  private func label(_ index: Int32) -> String {
    let product = graph.parts.products[Int(index)]
    return texts.label(product.label) ?? product.name
  }

  private func storePrice(of product: Product) -> String? {
    if let price = storePrices[product.name] { return price }
    return product.storeIDs.lazy.compactMap { storePrices[$0.id] }.first
  }

  private func terms(of product: Product) -> [String] {
    var terms: [String] = []
    if product.trial >= 0 {
      let length = QuantityText.print(product.trial / 1000, .seconds, language)
      terms.append(words("free trial: \(length)", "免费试用 \(length)"))
    }
    if !product.onlyWith.isEmpty {
      let names = product.onlyWith.map(label).joined(separator: words(" or ", "或"))
      terms.append(words("only with \(names)", "须搭配\(names)"))
    }
    if !product.notWith.isEmpty {
      let names = product.notWith.map(label).joined(separator: words(" or ", "或"))
      terms.append(words("not together with \(names)", "不可与\(names)同时持有"))
    }
    if product.isSharedWithFamily { terms.append(words("shared with family", "可家庭共享")) }
    if !product.isForSale { terms.append(words("not for sale", "不再销售")) }
    return terms
  }
}
