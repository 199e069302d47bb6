/// What a rule depends on that a purchase can change.
struct Bearing {
  private let graph: RuleGraph
  private var entitlements: Set<Int32> = []
  private var meters: Set<Int32> = []

  init(on index: Int32, graph: RuleGraph) {
    self.graph = graph
    let rule = graph.cores[Int(index)]
    if let limit = rule.limit, limit.kind != .bare, limit.kind != .undecided {
      meters.insert(limit.meter)
    }
    collect(rule.requirement)
    collect(rule.condition)
  }

  private mutating func collect(_ index: Int32) {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .entitlement:
      entitlements.insert(node.a)
      if node.b >= 0 { collect(node.b) }
    case .not: collect(node.a)
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) { collect(graph.parts.edges[edge]) }
    case .statement: collect(node.a)
    case .usageAtLeast: meters.insert(node.a)
    case .never, .always, .factIs, .factAtLeast, .inRollout, .timeAtLeast, .timeSince: break
    }
  }

  /// The products that bear on the rule: by what they give, or by replacing a held one that does.
  func products(replacing grants: [PreparedGrant]) -> [Int32] {
    var bearing: [Int32] = []
    for index in graph.parts.products.indices {
      let product = graph.parts.products[index]
      if bears(product) || product.notWith.contains(where: { isHeldAndBears($0, grants) }) {
        bearing.append(Int32(index))
      }
    }
    return bearing
  }

  private func isHeldAndBears(_ product: Int32, _ grants: [PreparedGrant]) -> Bool {
    for grant in grants where grant.product == product {
      if bears(graph.parts.products[Int(product)]) { return true }
      if grant.entitlement >= 0, bears(grant.entitlement) { return true }
    }
    return false
  }

  private func bears(_ product: Product) -> Bool {
    if product.adds.contains(where: { meters.contains($0.meter) }) { return true }
    return product.grants.contains { bears($0) }
  }

  private func bears(_ entitlement: Int32) -> Bool {
    graph.parts.entitlements[Int(entitlement)].gives.contains { entitlements.contains($0) }
  }
}
