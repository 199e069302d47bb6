/// What a rule depends on that a purchase can change.
struct Bearing {
  private let graph: RuleGraph
  private var entitlements = BitSet()
  private var meters = BitSet()

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

  /// Of these products, those that bear on the rule: by what they give, or by replacing a held one
  /// that does.
  func products(of offered: BitSet, replacing grants: [PreparedGrant]) -> BitSet {
    var bearing = BitSet()
    for index in offered where bears(product: index) || replaces(index, grants) {
      bearing.insert(index)
    }
    return bearing
  }

  private func replaces(_ product: Int32, _ grants: [PreparedGrant]) -> Bool {
    for rival in graph.parts.products[Int(product)].notWith {
      for grant in grants where grant.product == rival {
        if bears(product: rival) { return true }
        if grant.entitlement >= 0, bears(entitlement: grant.entitlement) { return true }
      }
    }
    return false
  }

  private func bears(product: Int32) -> Bool {
    for addition in graph.parts.products[Int(product)].adds where meters.contains(addition.meter) {
      return true
    }
    for entitlement in graph.parts.products[Int(product)].grants
    where bears(entitlement: entitlement) {
      return true
    }
    return false
  }

  private func bears(entitlement: Int32) -> Bool {
    for given in graph.parts.entitlements[Int(entitlement)].gives
    where entitlements.contains(given) {
      return true
    }
    return false
  }
}
