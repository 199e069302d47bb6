extension Inquiry {
  /// Whether a rule would hold without something that is held: a `not` stands in the way.
  func isExcluded(_ index: Int32) -> Bool {
    let requirement = graph.cores[Int(index)].requirement
    var held: [Int32] = []
    var reasoning = reasoning()
    for node in atoms(below: requirement, underNot: false)
    where reasoning.value(node) == .yes && !held.contains(node) {
      held.append(node)
    }
    // One thing in the way is the rule; a handful at once is the most that anyone writes.
    guard !held.isEmpty else { return false }
    let tried = held.prefix(10)
    for subset in 1..<(1 << tried.count) {
      var nodes: Set<Int32> = []
      for (bit, node) in tried.enumerated() where subset & (1 << bit) != 0 { nodes.insert(node) }
      if isMet(requirement, without: nodes) { return true }
    }
    return tried.count < held.count && isMet(requirement, without: Set(held))
  }

  /// Whether a requirement would be met without some of what is held. The rule's condition reads
  /// the facts as they are.
  private func isMet(_ requirement: Int32, without nodes: Set<Int32>) -> Bool {
    let observer = Without(nodes: nodes, rest: StatementsNotGiven(graph: graph))
    var evaluation = Evaluation(
      graph: graph, world: prepared.world, now: now, ask: ask, observer: observer)
    return evaluation.value(requirement) == .yes
  }

  /// The entitlements and facts that a requirement names behind an odd number of `not`s.
  private func atoms(below index: Int32, underNot: Bool) -> [Int32] {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .all, .any:
      var found: [Int32] = []
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
        found += atoms(below: graph.parts.edges[edge], underNot: underNot)
      }
      return found
    case .not: return atoms(below: node.a, underNot: !underNot)
    case .entitlement, .factIs: return underNot ? [index] : []
    case .never, .always, .statement, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast,
      .timeSince:
      return []
    }
  }
}
