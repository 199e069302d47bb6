import TollgateRuntime
import TollgateWords

extension PictureBuilder {
  /// The box of a condition and all that it depends on. A verified graph has no circles, and its
  /// conditions are no deeper than the parser lets them be.
  mutating func nodeBox(_ index: Int32) -> Int {
    if let known = nodeBoxes[index] { return known }
    var text = ""
    var parts: [Int32] = []
    switch graph[node: index] {
    case .entitlement(let entitlement, _): return entitlementBox(entitlement)
    case .statement(_, let condition): return grantBox(index, when: condition)
    case .all(let children):
      text = words("all of", "全部满足")
      parts = Array(graph[children])
    case .any(let children):
      text = words("any of", "满足任一")
      parts = Array(graph[children])
    case .not(let child):
      text = leafWords(child, isTrue: false)
      if text.isEmpty {
        text = words("not", "不满足")
        parts = [child]
      }
    default: text = leafWords(index, isTrue: true)
    }
    let caption = parts.isEmpty ? words("condition", "条件") : ""
    let finding = finding(
      evaluation?.value(index), words("true", "成立"), words("false", "不成立"))
    let box = box(.condition, text, caption, finding)
    nodeBoxes[index] = box
    for part in parts { arrow(box, nodeBox(part)) }
    return box
  }

  /// An entitlement, and what gives it: the policy itself, what includes it, and products.
  private mutating func entitlementBox(_ index: Int32) -> Int {
    if let known = entitlementBoxes[index] { return known }
    let entitlement = graph.parts.entitlements[Int(index)]
    let node = graph.node(ofEntitlement: index)
    var held: Truth?
    if let node {
      held = evaluation?.value(node)
    } else {
      held = evaluation?.held(index)
    }
    let caption =
      entitlement.rank == nil
      ? words("entitlement", "权益")
      : entitlement.rank == 0 ? words("tier of everybody", "人人拥有的等级") : words("tier", "等级")
    let finding = finding(
      held, words("the user has it", "用户拥有"), words("the user does not have it", "用户没有"))
    let box = box(.entitlement, texts.name(ofEntitlement: index), caption, finding)
    entitlementBoxes[index] = box
    if let node, case .entitlement(_, let giver?) = graph[node: node] {
      for grant in statements(below: giver) { arrow(box, nodeBox(grant)) }
    }
    for includer in includers[Int(index)] {
      arrow(box, entitlementBox(includer), words("part of", "包含于"))
    }
    for product in grantors[Int(index)] { arrow(box, productBox(product)) }
    return box
  }

  /// The statements that give an entitlement: one, or any of several.
  private func statements(below index: Int32) -> [Int32] {
    guard case .any(let children) = graph[node: index] else { return [index] }
    return Array(graph[children])
  }

  private mutating func grantBox(_ index: Int32, when condition: Int32) -> Int {
    let finding = finding(
      evaluation?.value(index), words("given", "已授予"), words("not given", "未授予"))
    let grant = statements[index]
    let name = grant.map { texts.name(ofEntitlement: $0.entitlement) } ?? ""
    let caption = words("grant", "授权") + (grant.map { line($0.row) } ?? "")
    let box = box(.grant, words("grant \(name)", "授予\(name)"), caption, finding)
    nodeBoxes[index] = box
    if graph[node: condition] != .always {
      arrow(box, nodeBox(condition), words("when", "条件"))
    }
    return box
  }

  mutating func productBox(_ index: Int32) -> Int {
    if let known = productBoxes[index] { return known }
    let product = graph.parts.products[Int(index)]
    let price = texts.price(of: product, in: currency)
    let sale = product.isForSale ? price : words("not for sale", "不出售")
    let box = box(
      .product, texts.name(ofProduct: index), words("product, \(sale)", "商品，\(sale)"),
      situation.map { self.finding(ofProduct: index, in: $0) })
    productBoxes[index] = box
    return box
  }

  /// A condition without parts, or that it is not true; empty for any other.
  private func leafWords(_ index: Int32, isTrue: Bool) -> String {
    switch graph[node: index] {
    case .all, .any, .not, .entitlement, .statement: ""
    default: clauses.words(clauses.reader.clause(index, isTrue: isTrue))
    }
  }
}
