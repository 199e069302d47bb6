/// What is true of a graph in a world, for an ask, at a time: of one user.
package struct Evaluation<Watcher: Observer>: Evaluator {
  package let graph: RuleGraph
  package let world: World
  /// Effective now.
  package let now: Int64
  package let ask: Ask
  package var observer: Watcher

  package init(graph: RuleGraph, world: World, now: Int64, ask: Ask, observer: Watcher) {
    self.graph = graph
    self.world = world
    self.now = now
    self.ask = ask
    self.observer = observer
  }

  package static var isThorough: Bool { Watcher.isThorough }

  /// What a condition comes to. Never inlined, or it would be into itself, without end.
  @inline(never)
  package mutating func value(_ index: Int32) -> Truth { combined(index) }

  /// Whether a grant of the snapshot gives an entitlement.
  package func held(_ entitlement: Int32) -> Truth {
    var result = Truth.no
    let start = Int(world.spanStarts[Int(entitlement)])
    let end = Int(world.spanStarts[Int(entitlement) + 1])
    for span in start..<end where world.spans[span].contains(now) {
      if world.spans[span].isFresh || now < world.staleAt { return .yes }
      result = .unknown
    }
    return result
  }

  package func leaf(_ node: Node, at index: Int32) -> Truth {
    switch node.kind {
    case .factIs, .factAtLeast, .timeSince:
      return node.isTrue(ofFact: world.facts[Int(node.a)], at: now)
    case .usageAtLeast:
      return node.isTrue(
        ofUse: world.counters[Int(node.a) * 5 + Int(node.b)].used(at: now),
        with: world.allowance(of: node.a, at: now))
    case .inRollout:
      return graph.parts.rollouts[Int(node.a)].contains(Int64(world.buckets[Int(node.a)]))
    case .timeAtLeast: return node.isTrue(at: now)
    case .never, .always, .all, .any, .not, .entitlement, .statement: return .no
    }
  }

  @inline(__always)
  package mutating func sees(_ node: Int32, _ value: Truth) -> Truth { observer.sees(node, value) }

  @inline(__always)
  package mutating func sees(rule: Int32, _ parts: RuleTruth) { observer.sees(rule: rule, parts) }
}
