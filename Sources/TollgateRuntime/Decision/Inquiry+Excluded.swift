extension Inquiry {
  /// Whether a rule would hold without something that is held: a `not` stands in the way.
  func isExcluded(_ index: Int32) -> Bool {
    let requirement = graph.cores[Int(index)].requirement
    var held: [Int32] = []
    var reasoning = reasoning()
    forEachAtom(below: requirement, underNot: false) { node in
      if reasoning.value(node) == .yes, !held.contains(node) { held.append(node) }
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
      graph: graph, input: prepared.input, now: now, ask: ask, observer: observer)
    return evaluation.value(requirement) == .yes
  }

  /// The entitlements and facts that a requirement names behind an odd number of `not`s.
  private func forEachAtom(below index: Int32, underNot: Bool, _ body: (Int32) -> Void) {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
        forEachAtom(below: graph.parts.edges[edge], underNot: underNot, body)
      }
    case .not: forEachAtom(below: node.a, underNot: !underNot, body)
    case .entitlement, .factIs: if underNot { body(index) }
    case .never, .always, .statement, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast,
      .timeSince:
      break
    }
  }
}
