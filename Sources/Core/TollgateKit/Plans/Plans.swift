import TollgateRuntime
import TollgateWords

/// The plans of a policy: the columns of its comparison. They are the first tier and what something
/// sold grants; where a policy has no product at all, every tier and entitlement.
struct Plans {
  private(set) var columns: [Plan] = []
  /// The products that are bought beside a plan: those sold only with another one, or to who has
  /// something already, and those that only raise limits or values.
  private(set) var addOns: [Int32] = []

  /// - Parameter all: Whether what is not for sale at this time is shown, too.
  init(graph: RuleGraph, at now: Instant, all: Bool = false) {
    let parts = graph.parts
    let market = Market(graph: graph, at: now)
    let isEverything = all || parts.products.isEmpty
    let offered = parts.products.indices.map(Int32.init).filter { all || market.isSold($0) }
    addOns = offered.filter { market.isAddOn($0) }
    var sold = offered.filter { !addOns.contains($0) }
    if parts.tierCount == 0 { columns.append(Plan(kind: .nothing)) }
    for tier in 0..<Int32(parts.tierCount) {
      let plan = Plan(tier: tier, among: sold, parts)
      sold.removeAll { plan.products.contains($0) }
      let isGranted = offered.contains { parts.products[Int($0)].grants.contains(tier) }
      if tier == 0 || isGranted || isEverything { columns.append(plan) }
    }
    for entitlement in isEverything ? Plans.unsold(parts) : [] {
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

  init(kind: PlanTable.Column.Kind, entitlement: EntitlementIndex? = nil, products: [Int32] = []) {
    self.kind = kind
    self.entitlement = entitlement
    self.products = products
  }

  /// A tier with the products that grant just it; what one of them adds is told beside it. Where
  /// they all add the same, the column shows it. Without such a product, the tier is what the first
  /// product brings that grants it and something else.
  init(tier: EntitlementIndex, among sold: [Int32], _ parts: RuleGraph.Parts) {
    func product(_ index: Int32) -> Product { parts.products[Int(index)] }
    let brings = sold.filter { product($0).tier(parts) == tier }
    let just = brings.filter { product($0).grants == [tier] }
    var found = just.isEmpty ? brings : just
    let like = found.filter { product($0).isLike(product(found[0])) }
    if just.isEmpty { found = like }
    self.init(kind: .tier, entitlement: tier, products: found)
    isMore = like.count == found.count && found.first.map { !product($0).isJust(tier) } ?? false
  }

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

/// The products that are sold at a time, to somebody of whom nothing is known.
private struct Market {
  private let graph: RuleGraph
  private var evaluation: Evaluation<NoObserver>

  init(graph: RuleGraph, at now: Instant) {
    self.graph = graph
    evaluation = graph.prepare(holding: []).evaluation(at: now.milliseconds)
  }

  /// Whether somebody may be offered a product at this time.
  func isSold(_ index: Int32) -> Bool {
    let product = graph.parts.products[Int(index)]
    return product.isForSale && product.sale.map { value($0.inForce) != .no } ?? true
  }

  /// Whether a product is bought beside a plan.
  func isAddOn(_ index: Int32) -> Bool {
    let product = graph.parts.products[Int(index)]
    if !product.onlyWith.isEmpty || product.grants.isEmpty && product.raisesLimits { return true }
    guard let sale = product.sale, product.tier(graph.parts) == nil else { return false }
    return value(sale.requirement) == .no
  }

  private func value(_ node: Int32) -> Truth {
    var evaluation = evaluation
    return evaluation.value(node)
  }
}

extension Product {
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
