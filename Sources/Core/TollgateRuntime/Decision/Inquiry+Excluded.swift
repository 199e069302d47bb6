extension Inquiry {
  /// Whether a rule would hold if the user did not have something, because of a `not`.
  func isExcluded(_ index: Int32) -> Bool {
    let requirement = graph[rule: index].requirement
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

  /// Whether a requirement would be met if the user did not have some things. The rule's condition
  /// reads the facts as they are.
  private func isMet(_ requirement: Int32, without nodes: Set<Int32>) -> Bool {
    var evaluation = Evaluation(
      graph: graph, input: prepared.input, now: now, ask: ask, observer: Without(nodes: nodes))
    evaluation.notGiven = .unlessStale
    return evaluation.value(requirement) == .yes
  }

  /// The entitlements and facts that a requirement names under an odd number of `not`s.
  private func forEachAtom(below index: Int32, underNot: Bool, _ body: (Int32) -> Void) {
    switch graph[node: index] {
    case .all(let children), .any(let children):
      for child in graph[children] { forEachAtom(below: child, underNot: underNot, body) }
    case .not(let child): forEachAtom(below: child, underNot: !underNot, body)
    case .entitlement, .factIs: if underNot { body(index) }
    case .never, .always, .statement, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast,
      .timeSince:
      break
    }
  }
}
