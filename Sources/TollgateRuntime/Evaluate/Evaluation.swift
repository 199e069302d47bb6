/// The evaluator: the only one there is. What is true of a graph in a world, for an ask, at a time.
package struct Evaluation<Watcher: Observer> {
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

  /// What a condition comes to.
  package mutating func value(_ index: Int32) -> Truth {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never: return .no
    case .always: return .yes
    case .all: return all(node)
    case .any: return any(node)
    case .not: return !value(node.a)
    case .entitlement: return entitlement(node, at: index)
    case .statement: return observer.sees(index, value(node.a))
    case .factIs, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast, .timeSince:
      return observer.sees(index, leaf(node))
    }
  }

  private mutating func all(_ node: Node) -> Truth {
    var result = Truth.yes
    for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
      result = result.and(value(graph.parts.edges[edge]))
      if result == .no, !Watcher.isThorough { return .no }
    }
    return result
  }

  private mutating func any(_ node: Node) -> Truth {
    var result = Truth.no
    for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
      result = result.or(value(graph.parts.edges[edge]))
      if result == .yes, !Watcher.isThorough { return .yes }
    }
    return result
  }

  private mutating func entitlement(_ node: Node, at index: Int32) -> Truth {
    var result = held(node.a)
    if node.b >= 0, result != .yes || Watcher.isThorough { result = result.or(value(node.b)) }
    return observer.sees(index, result)
  }

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

  private func leaf(_ node: Node) -> Truth {
    switch node.kind {
    case .factIs: return fact(node.a) { $0 == node.value }
    case .factAtLeast: return fact(node.a) { $0 >= node.value }
    case .usageAtLeast: return usage(node)
    case .inRollout:
      let bucket = world.buckets[Int(node.a)]
      return bucket < 0 ? .unknown : Truth(bucket < graph.parts.rollouts[Int(node.a)].share)
    case .timeAtLeast: return Truth(now >= node.value)
    case .timeSince: return fact(node.a) { now >= $0.saturatingAdd(node.value) }
    case .never, .always, .all, .any, .not, .entitlement, .statement: return .no
    }
  }

  /// A comparison with the present value of a counter, the meter's allowance subtracted.
  private func usage(_ node: Node) -> Truth {
    let used = world.counters[Int(node.a) * 5 + Int(node.b)].used(at: now)
    guard used >= 0 else { return .unknown }
    let allowance = world.allowance(of: node.a, at: now).total
    // Both are from 0, so the difference fits.
    let surely = Truth(used - allowance.perhaps >= node.value)
    return surely == Truth(used - allowance.known >= node.value) ? surely : .unknown
  }

  private func fact(_ index: Int32, _ test: (Int64) -> Bool) -> Truth {
    let value = world.facts[Int(index)]
    return value == Fact.unknown ? .unknown : Truth(test(value))
  }
}
