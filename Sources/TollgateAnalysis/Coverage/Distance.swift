import TollgateRuntime

/// How far a decision is from showing a goal: how many conditions are not yet as they would have
/// to be. It only says where to look next; whether a goal is shown is for ``Sighting`` to see.
struct Distance {
  private let graph: RuleGraph
  private let conditions: [Int32: Truth]
  private let rules: [(rule: Int32, parts: RuleTruth)]

  init(_ inquiry: Inquiry) {
    graph = inquiry.graph
    var evaluation = Evaluation(
      graph: graph, input: inquiry.prepared.input, now: inquiry.now, ask: inquiry.ask,
      observer: Trace())
    for rule in inquiry.subject.rules { _ = evaluation.holds(rule) }
    conditions = evaluation.observer.conditions
    rules = evaluation.observer.rules
  }

  /// How far it is to a goal of a rule; 0 does not mean that it is reached.
  func to(_ goal: CoverageGoal, of rule: Int32) -> Int {
    guard let parts = rules.first(where: { $0.rule == rule })?.parts else { return .max }
    let core = graph.cores[Int(rule)]
    switch goal {
    case .held: return toHold(rule, parts)
    case .failed, .outside: return toFail(core, parts)
    case .inside:
      return to(core.inForce, .yes) + to(core.condition, .yes) + to(core.requirement, .no)
    case .met:
      return to(core.inForce, .yes) + to(core.condition, .yes) + to(core.requirement, .yes)
        + (parts.exceeds == .yes ? 0 : 1)
    case .decided:
      var distance = toFail(core, parts)
      for (other, parts) in rules where other != rule { distance += toHold(other, parts) }
      return distance
    }
  }

  private func toFail(_ core: RuleCore, _ parts: RuleTruth) -> Int {
    to(core.inForce, .yes) + to(core.condition, .yes) + to(core.requirement, .no)
      + (parts.exceeds == .yes ? 0 : 1)
  }

  private func toHold(_ rule: Int32, _ parts: RuleTruth) -> Int {
    let core = graph.cores[Int(rule)]
    if parts.holds == .yes { return 0 }
    // A limit is not exceeded once something smaller is asked.
    var nearest = core.limit == nil ? Distance.never : 1
    for way in [to(core.inForce, .no), to(core.condition, .no), to(core.requirement, .yes)] {
      nearest = min(nearest, way)
    }
    return max(1, nearest)
  }

  /// How many conditions below a node would have to change for it to come to a value.
  private func to(_ index: Int32, _ wanted: Truth) -> Int {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never: return wanted == .no ? 0 : Distance.never
    case .always: return wanted == .yes ? 0 : Distance.never
    case .not: return to(node.a, !wanted)
    case .all, .any:
      let isSum = (node.kind == .all) == (wanted == .yes)
      var sum = 0
      var least = Distance.never
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
        let distance = to(graph.parts.edges[edge], wanted)
        sum = min(Distance.never, sum + distance)
        least = min(least, distance)
      }
      return isSum ? sum : least
    case .statement: return to(node.a, wanted)
    case .entitlement:
      if conditions[index] == wanted { return 0 }
      guard wanted == .no, node.b >= 0 else { return 1 }
      return max(1, to(node.b, .no))
    case .factIs, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast, .timeSince:
      return conditions[index] == wanted ? 0 : 1
    }
  }

  /// More than any condition is away, and small enough to be added up.
  private static let never = 1_000_000
}
