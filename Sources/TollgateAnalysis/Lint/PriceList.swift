import TollgateCompiler
import TollgateRuntime

/// A product that is for sale at a price, and all that it brings.
struct PricedProduct: Sendable {
  var product: Int
  var price: ExactAmount
  var currency: String
  var period: Price.Period
  /// What it grants, with what that includes.
  var gives: Set<Int32>
  /// How much it adds to each meter.
  var adds: [Int32: Int64]
  var grace: Int64
  var isShared: Bool
  var onlyWith: [Int]
  var notWith: Set<Int>
}

/// Everything that is for sale at a price, by what it brings.
struct PriceList: Sendable {
  private let policy: CheckedPolicy
  /// By product; nothing for one that is not for sale, or whose price only the store knows.
  private(set) var offers: [PricedProduct?] = []
  /// The products that give an entitlement.
  private(set) var givers: [Int32: [Int]] = [:]
  /// The products that add to a meter.
  private(set) var adders: [Int32: [Int]] = [:]

  init(_ policy: CheckedPolicy) {
    self.policy = policy
    for (index, product) in policy.products.enumerated() {
      let offer = PriceList.offer(index, product, policy)
      offers.append(offer)
      guard let offer else { continue }
      for entitlement in offer.gives { givers[entitlement, default: []].append(index) }
      for (meter, _) in offer.adds { adders[meter, default: []].append(index) }
    }
  }

  /// What a product grants, without what something else that it grants includes; everybody has the
  /// first tier.
  func wanted(of product: Int) -> [Int32] {
    let granted = Set(policy.products[product].grants.map { $0.index })
    return granted.filter { entitlement in
      if entitlement == 0, policy.tierCount > 0 { return false }
      return !granted.contains { other in
        other != entitlement && policy.entitlements[Int(other)].gives.contains(entitlement)
      }
    }.sorted()
  }

  func offers(of products: [Int]) -> [PricedProduct] { products.compactMap { offers[$0] } }

  private static func offer(
    _ index: Int, _ product: CheckedProduct, _ policy: CheckedPolicy
  ) -> PricedProduct? {
    guard product.isForSale, let price = product.price else { return nil }
    var gives: Set<Int32> = []
    for grant in product.grants { gives.formUnion(policy.entitlements[Int(grant.index)].gives) }
    var adds: [Int32: Int64] = [:]
    for addition in product.adds {
      adds[addition.meter] = adds[addition.meter, default: 0].saturatingAdd(addition.amount)
    }
    return PricedProduct(
      product: index, price: ExactAmount(price.amount), currency: price.currency,
      period: price.period, gives: gives, adds: adds, grace: product.grace ?? 0,
      isShared: product.isSharedWithFamily, onlyWith: product.onlyWith.map { Int($0.index) },
      notWith: Set(product.notWith.map { Int($0.index) }))
  }
}
