import TollgateRuntime

/// Which conditions can turn an answer the other way when somebody holds or uses more: without
/// such a condition nothing needs to be asked.
struct Negations {
  /// Whether holding more may make a condition false, by node.
  private var fallsByHolding: [Bool] = []
  /// Whether a condition reads a counter, by node.
  private var readsUsage: [Bool] = []

  init(_ graph: RuleGraph) {
    var readsEntitlement: [Bool] = []
    for node in graph.parts.nodes {
      let children = graph.children(of: node).map { Int($0) }
      var reads = children.contains { readsEntitlement[$0] }
      var counts = children.contains { readsUsage[$0] }
      var falls = children.contains { fallsByHolding[$0] }
      switch node {
      case .entitlement: reads = true
      case .usageAtLeast: counts = true
      case .not: falls = reads
      default: break
      }
      readsEntitlement.append(reads)
      readsUsage.append(counts)
      fallsByHolding.append(falls)
    }
  }

  /// Whether holding more may shut somebody out.
  func entitlement(in rules: [Int32], of graph: RuleGraph) -> Bool {
    rules.contains { index in
      let rule = graph.parts.rules[Int(index)]
      return ([rule.requirement] + graph.parts.stepNodes(of: rule)).contains {
        fallsByHolding[Int($0)]
      }
    }
  }

  /// Whether using more may let somebody in: conditions are read, limits only ever shut.
  func usage(in rules: [Int32], of graph: RuleGraph) -> Bool {
    rules.contains { index in
      let rule = graph.parts.rules[Int(index)]
      return ([rule.condition, rule.requirement] + graph.parts.stepNodes(of: rule)).contains {
        readsUsage[Int($0)]
      }
    }
  }
}
