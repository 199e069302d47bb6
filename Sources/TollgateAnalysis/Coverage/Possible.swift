import TollgateRuntime

/// What each condition of a graph can come to when everything is known: bounds that leave nothing
/// possible out, found in one pass. Conditions are taken to be independent of each other, so
/// `a or not a` counts as one that can be false.
struct Possible {
  /// Whether a condition can be true, and whether it can be false.
  struct Values {
    var yes = true
    var no = true
  }

  private var values: [Values] = []

  init(_ graph: RuleGraph) {
    values.reserveCapacity(graph.parts.nodes.count)
    // Children stand before their parents.
    for node in graph.parts.nodes { values.append(possible(node, graph.parts)) }
  }

  subscript(node: Int32) -> Values { values[Int(node)] }

  private func possible(_ node: Node, _ parts: RuleGraph.Parts) -> Values {
    switch node.kind {
    case .never: return Values(yes: false, no: true)
    case .always: return Values(yes: true, no: false)
    case .all: return joined(node, parts) { Values(yes: $0.yes && $1.yes, no: $0.no || $1.no) }
    case .any: return joined(node, parts) { Values(yes: $0.yes || $1.yes, no: $0.no && $1.no) }
    case .not: return Values(yes: self[node.a].no, no: self[node.a].yes)
    case .statement: return self[node.a]
    case .entitlement:
      if node.a == 0, parts.tierCount > 0 { return Values(yes: true, no: false) }
      return Values(yes: true, no: node.b < 0 || self[node.b].no)
    case .factIs, .factAtLeast: return possible(node, parts.facts[Int(node.a)])
    case .inRollout:
      let share = parts.rollouts[Int(node.a)].share
      return Values(yes: share > 0, no: share < 10_000)
    case .usageAtLeast, .timeAtLeast, .timeSince: return Values()
    }
  }

  private func joined(
    _ node: Node, _ parts: RuleGraph.Parts, _ join: (Values, Values) -> Values
  ) -> Values {
    guard node.b > 0 else { return Values() }
    var result = self[parts.edges[Int(node.a)]]
    for edge in (Int(node.a) + 1)..<(Int(node.a) + Int(node.b)) {
      result = join(result, self[parts.edges[edge]])
    }
    return result
  }

  private func possible(_ node: Node, _ fact: Fact) -> Values {
    switch fact.type {
    case .choice: return Values(yes: true, no: fact.choices.count > 1 || fact.isOpen)
    case .number: return Values(yes: true, no: node.value > 0)
    case .version:
      // The lowest version there is has reached those that are no higher.
      var reached: Int64 = 0
      for version in fact.versions where version <= Version(0) { reached += 1 }
      return Values(yes: true, no: node.value > reached)
    case .date, .yesOrNo: return Values()
    }
  }
}
