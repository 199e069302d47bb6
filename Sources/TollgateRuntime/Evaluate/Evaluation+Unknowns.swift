/// What makes a condition unknown.
package struct Unknowns: Sendable, Hashable {
  /// A grant of the snapshot that is too old to be believed.
  package var isStale = false
  /// A counter, or an allowance that a server sets.
  package var usage = false
  /// A fact, or the subject of a rollout.
  package var fact = false
}

extension Evaluation {
  /// What makes a rule unknown: the unknown conditions that are reached through unknown ones only,
  /// so that knowing them could change what the rule comes to.
  package mutating func unknowns(in index: Int32) -> Unknowns {
    let rule = graph.cores[Int(index)]
    var unknowns = Unknowns()
    collect(rule.inForce, into: &unknowns)
    collect(rule.condition, into: &unknowns)
    collect(rule.requirement, into: &unknowns)
    guard let limit = rule.limit, exceeds(limit) == .unknown else { return unknowns }
    if allowed(by: limit) == nil || (used(of: limit) < 0 && !isReaching) {
      unknowns.usage = true
    } else {
      unknowns.isStale = true
    }
    return unknowns
  }

  private var isReaching: Bool {
    if case .reaching = ask.growth { return true }
    return false
  }

  private mutating func collect(_ index: Int32, into unknowns: inout Unknowns) {
    guard value(index) == .unknown else { return }
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never, .always, .timeAtLeast: break
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
        collect(graph.parts.edges[edge], into: &unknowns)
      }
    case .not: collect(node.a, into: &unknowns)
    case .entitlement:
      if held(node.a) == .unknown { unknowns.isStale = true }
      if node.b >= 0 { collect(node.b, into: &unknowns) }
    case .usageAtLeast:
      // A counter that is known is unknown through its allowance alone.
      if used(of: node) >= 0 { unknowns.isStale = true } else { unknowns.usage = true }
    case .factIs, .factAtLeast, .inRollout, .timeSince, .statement: unknowns.fact = true
    }
  }
}
