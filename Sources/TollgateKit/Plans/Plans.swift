import TollgateRuntime
import TollgateWords

/// The plans of a policy: the columns of its comparison.
struct Plans {
  private(set) var columns: [Plan] = []
  /// The products that are bought beside a plan: those sold only with another one, and those that
  /// only raise limits or values.
  private(set) var addOns: [Int32] = []

  init(graph: RuleGraph) {
    let parts = graph.parts
    var sold = parts.products.indices.map(Int32.init).filter { parts.products[Int($0)].isForSale }
    addOns = sold.filter { parts.products[Int($0)].isAddOn }
    sold.removeAll { addOns.contains($0) }
    if parts.tierCount == 0 { columns.append(Plan(kind: .nothing)) }
    for tier in 0..<Int32(parts.tierCount) {
      // A tier is what its products bring; one that brings more than another has its own column.
      let brings = sold.filter { parts.products[Int($0)].tier(parts) == tier }
      let just = brings.filter { parts.products[Int($0)].isJust(tier) }
      let products =
        just.isEmpty
        ? brings.filter {
          parts.products[Int($0)].isLike(parts.products[Int(brings[0])])
        } : just
      sold.removeAll { products.contains($0) }
      columns.append(
        Plan(kind: .tier, entitlement: tier, products: products, isMore: just.isEmpty))
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
  /// The tier or the entitlement, if it is one.
  var entitlement: EntitlementIndex?
  /// The product itself; or the products that bring just this tier.
  var products: [Int32] = []
  /// Whether the products bring more than the tier, such as a higher limit.
  var isMore = false

  /// A user who has it, and of whom nothing else is known.
  func user(of graph: RuleGraph, with addOn: [Int32] = []) -> PreparedSnapshot {
    let held = kind == .product ? products : isMore ? Array(products.prefix(1)) : []
    return graph.prepare(holding: entitlement.map { [$0] } ?? [], products: held + addOn)
  }

  func column(_ graph: RuleGraph, _ listings: Listings) -> PlanTable.Column {
    let products = products.map { listings.listing($0) }
    var name = ""
    var label = listings.words("Without a purchase", "未购买")
    var benefits: [String] = []
    if let entitlement {
      let held = graph[entitlement: entitlement]
      name = held.name
      label = listings.texts.label(held.label) ?? name
      benefits = held.benefits.compactMap { listings.texts.label($0) }
    } else if let product = products.first {
      name = product.name
      label = product.label
    }
    return PlanTable.Column(
      kind: kind, name: name, label: label, benefits: benefits, products: products,
      bringsMore: isMore && !products.isEmpty,
      isFree: kind == .nothing || entitlement == 0 && kind == .tier)
  }
}

extension Product {
  /// Whether it is bought beside a plan: it is sold only with another product, or only raises
  /// limits or values.
  fileprivate var isAddOn: Bool { !onlyWith.isEmpty || grants.isEmpty && raisesLimits }

  /// The highest tier that it grants.
  fileprivate func tier(_ parts: RuleGraph.Parts) -> EntitlementIndex? {
    grants.filter { parts.entitlements[Int($0)].rank != nil }.max()
  }

  /// Whether it brings the same as another product.
  fileprivate func isLike(_ other: Product) -> Bool {
    Set(grants) == Set(other.grants) && Set(adds) == Set(other.adds)
      && Set(packs) == Set(other.packs) && Set(settingAdds) == Set(other.settingAdds)
  }

  /// Whether it grants one tier and does nothing else.
  fileprivate func isJust(_ tier: Int32) -> Bool {
    grants == [tier] && !raisesLimits
  }
}
