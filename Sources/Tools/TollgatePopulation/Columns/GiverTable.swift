import TollgateRuntime

/// The givers of each entitlement of a policy, found once: a ladder of thousands of tiers is asked
/// about each of them.
final class GiverTable {
  /// The names of the entitlements by which each is held, itself among them, sorted.
  let entitlements: [[String]]
  /// The products that give each.
  let products: [[ProductIndex]]
  /// The names of each product, as grants have them.
  let names: [[String]]
  /// The columns of those that were asked about.
  var columns: [EntitlementIndex: ColumnIndex] = [:]

  init(_ graph: RuleGraph) {
    let all = graph.parts.entitlements
    var entitlements = Array(repeating: [String](), count: all.count)
    for entitlement in all.sorted(by: { $0.name < $1.name }) {
      for given in entitlement.gives { entitlements[Int(given)].append(entitlement.name) }
    }
    var products = Array(repeating: [ProductIndex](), count: all.count)
    for (index, product) in graph.parts.products.enumerated() {
      let gives = product.grants.flatMap { all[Int($0)].gives }
      for given in product.grants.count > 1 ? Array(Set(gives)) : gives {
        products[Int(given)].append(ProductIndex(index))
      }
    }
    var names = Array(repeating: [String](), count: graph.parts.products.count)
    for (name, index) in graph.names.products { names[Int(index)].append(name) }
    self.entitlements = entitlements
    self.products = products
    self.names = names
  }
}
