import TollgateRuntime
import TollgateWords

extension Describer {
  /// The products in an order that no source has a say in: by the tier they give, the highest
  /// last, then those that give none; then by how often they are paid, currency and price; then by
  /// name.
  static func sort(_ products: [Product], _ reader: ClauseReader) -> [Int32] {
    let keys = products.map { key($0, reader) }
    return products.indices.map { Int32($0) }.sorted { a, b in
      let (first, second) = (keys[Int(a)], keys[Int(b)])
      if first != second { return first < second }
      return NaturalOrder.precedes(products[Int(a)].name, products[Int(b)].name)
    }
  }

  private static func key(_ product: Product, _ reader: ClauseReader) -> String {
    let entitlements = reader.graph.parts.entitlements
    let ranks = product.grants.compactMap { entitlements[Int($0)].rank }
    let tier = Int64(ranks.max() ?? .max)
    return reader.key(of: tier) + " " + key(product.price, reader)
  }

  private static func key(_ price: Price?, _ reader: ClauseReader) -> String {
    guard let price else { return "~" }
    let period =
      switch price.period {
      case .weeks(let count): "1" + reader.key(of: count)
      case .months(let count): "2" + reader.key(of: count)
      case .once: "3"
      case .use: "4"
      }
    let whole = price.amount.prefix { $0 != "." }.drop { $0 == "0" }
    let padding = String(repeating: "0", count: max(0, 20 - whole.utf8.count))
    return period + price.currency + padding + whole + price.amount.drop { $0 != "." }
  }
}
