/// Finds every minimal set of products for sale whose purchase now is enough.
///
/// A minimal set grows from the empty one: while a set is not enough, some rule still fails, and
/// whatever is missing contains a product that bears on that rule. So only those are added, the
/// smaller sets first, and no set that contains one already found.
final class Shop {
  private let inquiry: Inquiry
  private let outcome: Decision.Outcome
  private let storefront: Storefront
  private var found: [[Int32]] = []
  private(set) var areMore = false

  /// How many sets are listed, and how many are tried, at the most.
  static let mostListed = 1000
  static let mostTried = 20_000

  private var graph: RuleGraph { inquiry.graph }
  private var products: [Product] { inquiry.graph.parts.products }

  init(inquiry: Inquiry, outcome: Decision.Outcome) {
    self.inquiry = inquiry
    self.outcome = outcome
    storefront = Storefront(of: inquiry)
  }

  /// The sets, in the order in which they are listed; within a set, in order of declaration.
  func minimalSets() -> [[Int32]] {
    let isOffered = products.indices.map { storefront.isOffered(Int32($0)) }
    guard isOffered.contains(true) else { return [] }
    var tried = 0
    var sets: [[Int32]] = [[]]
    while !sets.isEmpty {
      var larger: Set<[Int32]> = []
      for set in sets where !containsFound(set) {
        tried += 1
        guard tried <= Shop.mostTried, found.count < Shop.mostListed else {
          areMore = true
          return sorted(found)
        }
        for product in additions(to: set) where isOffered[Int(product)] && !set.contains(product) {
          guard !conflicts(product, with: set) else { continue }
          larger.insert((set + [product]).sorted())
        }
      }
      sets = larger.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return sorted(found)
  }

  /// What may be added to a set: what bears on a rule that still fails, or on what it is sold
  /// with. Nothing where the set is enough; it is found then.
  private func additions(to set: [Int32]) -> [Int32] {
    if let rule = firstInTheWay(in: storefront.world(buying: set)) {
      return Bearing(on: rule, graph: graph).products(replacing: storefront.prepared.grants)
    }
    for product in set where !products[Int(product)].onlyWith.isEmpty {
      if !storefront.isSold(product, with: set) { return products[Int(product)].onlyWith }
    }
    if !set.isEmpty { found.append(set) }
    return []
  }

  /// The first rule that keeps a purchase from being enough.
  private func firstInTheWay(in world: World) -> Int32? {
    guard !inquiry.isEnough(inquiry.outcome(in: world), from: outcome) else { return nil }
    return inquiry.failing(in: world).first { outcome == .warned || !$0.isSoft }?.rule
  }

  private func containsFound(_ set: [Int32]) -> Bool {
    found.contains { known in known.allSatisfy { set.contains($0) } }
  }

  private func conflicts(_ product: Int32, with set: [Int32]) -> Bool {
    set.contains { products[Int(product)].notWith.contains($0) }
  }

  private func sorted(_ sets: [[Int32]]) -> [[Int32]] {
    sets.sorted { a, b in
      if a.count != b.count { return a.count < b.count }
      for (x, y) in zip(a, b) where x != y {
        return graph.productRanks[Int(x)] < graph.productRanks[Int(y)]
      }
      return false
    }
  }
}
