import TollgateRuntime
import TollgateWords

/// Asks the engine what add-ons bring to a user of a plan.
struct AddOns {
  let graph: RuleGraph
  let plans: Plans
  let listings: Listings
  let now: Instant

  func addOn(_ index: Int32) -> PlanTable.AddOn {
    let product = graph.parts.products[Int(index)]
    return PlanTable.AddOn(
      listing: listings.listing(index), adds: amounts(of: product) + opened(by: index, product))
  }

  /// The amounts that it adds: `10 GB of storage`, `5 hearts until used up`, `30 days to History`.
  private func amounts(of product: Product) -> [String] {
    let texts = listings.texts
    let packs = product.packs.map { pack in
      let things = texts.things(pack.amount, ofMeter: pack.meter)
      return listings.words("\(things) until used up", "\(things)（用完为止）")
    }
    let values = product.settingAdds.map { addition in
      let (amount, name) = (texts.words(addition), texts.name(ofSetting: addition.setting))
      return listings.words("\(amount) to \(name)", "\(name) \(amount)")
    }
    return product.adds.map { texts.things($0.amount, ofMeter: $0.meter) } + packs + values
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
