import TollgateRuntime

extension PictureBuilder {
  /// The box of a condition and all that it depends on. A verified graph has no circles, and its
  /// conditions are no deeper than the parser lets them be.
  mutating func nodeBox(_ index: Int32) -> Int {
    if let known = nodeBoxes[index] { return known }
    let node = graph.parts.nodes[Int(index)]
    if node.kind == .entitlement { return entitlementBox(node.a) }
    if node.kind == .statement { return grantBox(index) }
    let finding = evaluation?.value(index).finding("true", "false")
    var text = conditions.words(node)
    var caption = "condition"
    var parts: [Int32] = []
    switch node.kind {
    case .all, .any:
      text = node.kind == .all ? "all of" : "any of"
      caption = ""
      parts = Array(graph.parts.edges[Int(node.a)..<Int(node.a) + Int(node.b)])
    case .not:
      let inner = graph.parts.nodes[Int(node.a)]
      text = conditions.words(inner, negated: true)
      if text.isEmpty {
        text = "not"
        caption = ""
        parts = [node.a]
      }
    default: break
    }
    let box = box(.condition, text, caption, finding)
    nodeBoxes[index] = box
    for part in parts { arrow(box, nodeBox(part)) }
    return box
  }

  /// An entitlement, and what gives it: the policy itself, what includes it, and products.
  private mutating func entitlementBox(_ index: Int32) -> Int {
    if let known = entitlementBoxes[index] { return known }
    let entitlement = graph.parts.entitlements[Int(index)]
    let node = graph.entitlementNodes[Int(index)]
    var held: Truth?
    if evaluation != nil {
      held = node >= 0 ? evaluation?.value(node) : evaluation?.held(index)
    }
    let caption =
      entitlement.rank < 0 ? "entitlement" : entitlement.rank == 0 ? "tier of everybody" : "tier"
    let box = box(.entitlement, entitlement.name, caption, held?.finding("held", "not held"))
    entitlementBoxes[index] = box
    if node >= 0, graph.parts.nodes[Int(node)].b >= 0 {
      for grant in statements(below: graph.parts.nodes[Int(node)].b) { arrow(box, nodeBox(grant)) }
    }
    for includer in directIncluders(of: index) {
      arrow(box, entitlementBox(includer), "part of")
    }
    for product in grantors[Int(index)] { arrow(box, productBox(product)) }
    return box
  }

  /// The statements that give an entitlement: one, or any of several.
  private func statements(below index: Int32) -> [Int32] {
    let node = graph.parts.nodes[Int(index)]
    guard node.kind == .any else { return [index] }
    return Array(graph.parts.edges[Int(node.a)..<Int(node.a) + Int(node.b)])
  }

  /// What includes an entitlement without another one between them.
  private func directIncluders(of index: Int32) -> [Int32] {
    let all = includers[Int(index)]
    let known = Set(all)
    return all.filter { includer in
      !graph.parts.entitlements[Int(includer)].gives.contains { between in
        between != includer && between != index && known.contains(between)
          && !graph.parts.entitlements[Int(between)].gives.contains(includer)
      }
    }
  }

  private mutating func grantBox(_ index: Int32) -> Int {
    let node = graph.parts.nodes[Int(index)]
    let finding = evaluation?.value(index).finding("given", "not given")
    let grant = statements[index]
    let name = grant.map { graph.parts.entitlements[Int($0.entitlement)].name } ?? ""
    let caption = "grant" + (grant.map { ", line \($0.line)" } ?? "")
    let box = box(.grant, "grant \(name)", caption, finding)
    nodeBoxes[index] = box
    if graph.parts.nodes[Int(node.a)].kind != .always { arrow(box, nodeBox(node.a), "when") }
    return box
  }

  mutating func productBox(_ index: Int32) -> Int {
    if let known = productBoxes[index] { return known }
    let product = graph.parts.products[Int(index)]
    let price = product.price.map { $0.words(.english) } ?? "the store's price"
    let caption = "product, " + (product.isForSale ? price : "not for sale")
    let finding = situation?.finding(ofProduct: index, isWayIn: waysIn.contains(product.name))
    let box = box(.product, product.name, caption, finding)
    productBoxes[index] = box
    return box
  }
}
