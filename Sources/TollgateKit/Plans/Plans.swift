import TollgateRuntime

/// The plans of a policy: the columns of its comparison.
struct Plans {
  private(set) var columns: [Plan] = []

  init(graph: RuleGraph) {
    let parts = graph.parts
    var sold = parts.products.indices.map(Int32.init).filter { parts.products[Int($0)].isForSale }
    if parts.tierCount == 0 { columns.append(Plan(kind: .nothing)) }
    for tier in 0..<Int32(parts.tierCount) {
      let products = sold.filter { parts.products[Int($0)].isJust(tier) }
      sold.removeAll { products.contains($0) }
      columns.append(Plan(kind: .tier, entitlement: tier, products: products))
    }
    for entitlement in Plans.unsold(parts) {
      columns.append(Plan(kind: .entitlement, entitlement: entitlement))
    }
    for product in sold { columns.append(Plan(kind: .product, products: [product])) }
  }

  /// The entitlements outside the ladder that neither a product nor another entitlement brings.
  private static func unsold(_ parts: RuleGraph.Parts) -> [Int32] {
    var brought: Set<Int32> = []
    for product in parts.products {
      for entitlement in product.grants {
        brought.formUnion(parts.entitlements[Int(entitlement)].gives)
      }
    }
    for (index, entitlement) in parts.entitlements.enumerated() {
      brought.formUnion(entitlement.gives.filter { $0 != index })
    }
    return (parts.tierCount..<parts.entitlements.count).map(Int32.init)
      .filter { !brought.contains($0) }
  }
}

/// A column: a plan that somebody may hold.
struct Plan {
  let kind: PlanTable.Column.Kind
  /// The tier or the entitlement; -1 for none.
  var entitlement: Int32 = -1
  /// The product itself; or the products that bring just this tier.
  var products: [Int32] = []

  /// A user who holds it, and of whom nothing else is known.
  func user(of graph: RuleGraph) -> PreparedSnapshot {
    graph.prepare(
      holding: entitlement >= 0 ? [entitlement] : [],
      products: kind == .product ? products : [])
  }

  func column(_ graph: RuleGraph, _ listings: Listings) -> PlanTable.Column {
    let products = products.map(listings.listing)
    var name = ""
    var label = listings.words("Without a purchase", "未购买")
    var benefits: [String] = []
    if entitlement >= 0 {
      let held = graph.parts.entitlements[Int(entitlement)]
      name = held.name
      label = listings.texts.label(held.label) ?? name
      benefits = held.benefits.compactMap(listings.texts.label)
    } else if let product = products.first {
      name = product.name
      label = product.label
    }
    return PlanTable.Column(
      kind: kind, name: name, label: label, benefits: benefits, products: products,
      isFree: kind == .nothing || entitlement == 0 && kind == .tier)
  }
}

extension Product {
  /// Whether it grants one tier and does nothing else.
  fileprivate func isJust(_ tier: Int32) -> Bool {
    grants == [tier] && adds.isEmpty
  }
}
