/// A product, with its price if the policy knows it. Its texts are read when somebody asks for them.
///
/// ```swift
/// for case .buy(let offers) in decision.waysIn {
///   for offer in offers { show(offer.product, offer.price(in: "EUR") ?? "price on request") }
/// }
/// ```
public struct Offer: Sendable {
  private let graph: RuleGraph
  private let index: ProductIndex
  /// Whether the products that are bought together open the target only once their trial is over:
  /// this user is offered one, and a rule asks for what is paid for.
  public let isAfterTrial: Bool

  init(_ index: ProductIndex, isAfterTrial: Bool, in graph: RuleGraph) {
    self.graph = graph
    self.index = index
    self.isAfterTrial = isAfterTrial
  }

  /// The product's name in the policy.
  public var product: String { graph[product: index].name }

  /// Its first price; without one, the store has it, or it is on request.
  public var price: Price? { graph[product: index].price }

  /// Its prices in other currencies.
  public var otherPrices: [Price] { graph[product: index].otherPrices }

  /// Whether its price is on request: it is negotiated.
  public var isPriceOnRequest: Bool { graph[product: index].isPriceOnRequest }

  /// Its price in a currency, an ISO 4217 code; without one in that currency the first.
  public func price(in currency: String?) -> Price? { graph[product: index].price(in: currency) }
}

extension Offer: Hashable {
  /// Whether two offers say the same.
  public static func == (a: Offer, b: Offer) -> Bool {
    guard a.isAfterTrial == b.isAfterTrial else { return false }
    if a.graph === b.graph { return a.index == b.index }
    return a.product == b.product && a.price == b.price && a.otherPrices == b.otherPrices
      && a.isPriceOnRequest == b.isPriceOnRequest
  }

  /// Hashes the name of the product.
  public func hash(into hasher: inout Hasher) { hasher.combine(product) }
}

extension Offer: CustomStringConvertible {
  /// The product with its price: `annual (12 USD per year)`.
  public var description: String {
    if isPriceOnRequest { return "\(product) (price on request)" }
    return price.map { "\(product) (\($0))" } ?? product
  }
}

extension WayIn {
  /// Whether products are bought that open the target only once their trial is over.
  public var isAfterTrial: Bool {
    guard case .buy(let offers) = self else { return false }
    return offers.contains { $0.isAfterTrial }
  }
}
