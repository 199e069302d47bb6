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

  init(graph: RuleGraph, locale: String, storePrices: [String: String] = [:]) {
    self.graph = graph
    self.locale = locale
    self.storePrices = storePrices
    texts = Texts(graph: graph, locale: locale)
  }

  func listing(_ index: Int32) -> ProductListing {
    let product = graph.parts.products[Int(index)]
    return ProductListing(
      name: product.name,
      label: texts.name(ofProduct: index),
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

  private func storePrice(of product: Product) -> String? {
    if let price = storePrices[product.name] { return price }
    return product.storeIDs.lazy.compactMap { storePrices[$0.id] }.first
  }

  private func terms(of product: Product) -> [String] {
    var terms: [String] = []
    if product.trial >= 0 {
      let length = duration(product.trial)
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
    if product.isSharedWithFamily { terms.append(words("shared with family", "可家庭共享")) }
    if !product.isForSale { terms.append(words("not for sale", "不再销售")) }
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
