package import TollgateRuntime

extension Lowering {
  /// Goes on from the graph of a policy, so that the conditions of its claims become nodes beside
  /// those of its rules.
  package init(_ policy: CheckedPolicy, extending parts: RuleGraph.Parts) {
    self.init(policy: policy)
    self.parts = parts
    builder = GraphBuilder(nodes: parts.nodes, edges: parts.edges)
    for (index, fact) in parts.facts.enumerated() {
      versions[Int32(index)] = ComparedVersions(ascending: fact.versions)
    }
    for grant in parts.statementGrants {
      for given in parts.entitlements[Int(grant.entitlement)].gives {
        givers[given, default: []].append(grant.node)
      }
    }
  }

  /// The node of a requirement or a condition.
  package mutating func extend(_ expression: CheckedExpression) -> Int32 {
    node(expression)
  }

  /// The node of when something applies: in force, and its condition true.
  package mutating func extend(_ applies: CheckedApplicability) -> Int32 {
    let parts = [inForce(applies), condition(applies)]
    return builder.all(parts)
  }

  /// A step of a ladder that no rule has.
  package mutating func extend(_ step: CheckedStep) -> LadderStep { lower(step) }

  /// The node of a requirement, and the minimal sets of names that would meet it.
  package mutating func extend(
    requirement: CheckedExpression
  ) -> (node: NodeIndex, needs: [[Rule.Need]]) {
    (node(requirement), needs.minimal(requirement))
  }

  /// The node of what nobody meets.
  package mutating func extendByNever() -> NodeIndex { builder.never() }

  /// The parts with the nodes that were added.
  package var extended: RuleGraph.Parts {
    var parts = parts
    parts.nodes = builder.nodes
    parts.edges = builder.edges
    return parts
  }
}
