import TollgateRuntime
import TollgateWords

/// Asks the engine what add-ons bring to a user of a plan.
struct AddOns {
  let graph: RuleGraph
  let plans: Plans
  let listings: Listings
  let now: Instant

  func addOn(_ index: Int32) -> PlanTable.AddOn {
    let listing = listings.listing(index)
    let opened = opened(by: index, graph.parts.products[Int(index)])
    return PlanTable.AddOn(listing: listing, opens: opened)
  }

  /// The features that it opens beside the last plan that it may be bought with.
  private func opened(by index: Int32, _ product: Product) -> [String] {
    guard !product.grants.isEmpty else { return [] }
    let plan =
      plans.columns.last { plan in
        plan.products.contains { product.onlyWith.contains($0) }
      } ?? Plan(kind: .product, products: Array(product.onlyWith.prefix(1)))
    let (before, after) = (plan.user(of: graph), plan.user(of: graph, with: [index]))
    let opened = graph.targets.filter { target in
      graph.parts.targets[Int(target.index)].meter == nil
        && !graph.isAllowed(target, for: before, at: now)
        && graph.isAllowed(target, for: after, at: now)
    }
    return graph.runs(of: opened.map { $0.index }, listings.texts).map { $0.label }
  }
}
