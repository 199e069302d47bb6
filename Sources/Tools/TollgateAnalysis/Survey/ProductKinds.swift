import TollgateRuntime

/// Products that do the same for whoever holds or buys one: they differ at most in their price, and
/// in what else does not depend on the rules. The exact questions are asked about the first of each
/// kind, so a thousand ways to buy one thing are one question.
struct ProductKinds: Sendable {
  /// The first product of each product's kind.
  private(set) var firsts: [Int32] = []
  /// The products of each kind, by the first of them; none for the others.
  private(set) var members: [[Int32]]
  /// The products that are sold only with each product, or with another one in its place.
  private(set) var companions: [[Int32]]

  /// All that a product does.
  private struct Kind: Hashable {
    var isForSale: Bool
    var grants: [Int32]
    var packedMeters: [Int32]
    var onlyWith: [Int32]
    var notWith: [Int32]
    var companions: [Int32]
    var sale: Product.Sale?
    /// Itself, if it adds to a limit or a value: two of them add more than one does.
    var addOn: Int32?

    func with(_ index: Int32) -> Kind {
      var kind = self
      kind.notWith = (notWith + [index]).sorted()
      return kind
    }
  }

  init(_ products: [Product]) {
    companions = products.map { _ in [] }
    members = companions
    for (index, product) in products.enumerated() {
      for partner in Set(product.onlyWith) { companions[Int(partner)].append(Int32(index)) }
    }
    var open: [Kind] = []
    /// The same with each product among those that it is never held with: of a list in which each
    /// excludes all others, all are alike.
    var closed: [Kind: Int] = [:]
    for (index, product) in products.enumerated() {
      open.append(ProductKinds.kind(of: product, Int32(index), companions[index]))
      closed[open[index].with(Int32(index)), default: 0] += 1
    }
    var known: [Kind: Int32] = [:]
    for (index, kind) in open.enumerated() {
      let other = kind.with(Int32(index))
      let isListed = !kind.notWith.isEmpty && (closed[other] ?? 0) > 1
      let first = known[isListed ? other : kind, default: Int32(index)]
      known[isListed ? other : kind] = first
      firsts.append(first)
      members[Int(first)].append(Int32(index))
    }
  }

  private static func kind(of product: Product, _ index: Int32, _ companions: [Int32]) -> Kind {
    var sale = product.sale
    sale?.text = ""
    return Kind(
      isForSale: product.isForSale, grants: Set(product.grants).sorted(),
      packedMeters: Set(product.packs.map { $0.meter }).sorted(),
      onlyWith: Set(product.onlyWith).sorted(), notWith: Set(product.notWith).sorted(),
      companions: companions, sale: sale,
      addOn: product.adds.isEmpty && product.settingAdds.isEmpty ? nil : index)
  }

  /// The same policy with one product of each kind: the others are not for sale and do nothing.
  func merged(_ graph: RuleGraph) -> RuleGraph {
    guard firsts.indices.contains(where: { Int(firsts[$0]) != $0 }) else { return graph }
    var parts = graph.parts
    for index in parts.products.indices {
      let first = firsts[index]
      guard Int(first) == index else {
        parts.products[index] = Product(name: parts.products[index].name)
        parts.products[index].isForSale = false
        continue
      }
      let product = parts.products[index]
      parts.products[index].onlyWith = kinds(of: product.onlyWith, but: nil)
      parts.products[index].notWith = kinds(of: product.notWith, but: first)
    }
    return RuleGraph(verified: parts, digest: graph.digest)
  }

  /// The first products of the kinds of some, each once, in their order.
  func kinds(of products: [Int32], but own: Int32? = nil) -> [Int32] {
    var seen: Set<Int32> = []
    return products.map { firsts[Int($0)] }.filter { $0 != own && seen.insert($0).inserted }
  }

  /// All products of the kinds of some.
  func all(like products: some Sequence<Int32>) -> [Int32] {
    products.flatMap { members[Int($0)] }.sorted()
  }
}
