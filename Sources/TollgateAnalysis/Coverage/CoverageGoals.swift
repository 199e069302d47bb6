package import TollgateRuntime

/// What scenarios are to show of each rule: the goals that are not impossible.
///
/// - Every rule is to hold, unless it can only fail (`is off` without a condition).
/// - It is to fail and to decide, unless it cannot fail (`requires nothing`, a condition that is
///   never true); and it need not decide where on every target another rule fails whenever it
///   does, so that it never makes a difference.
/// - A limit of a known quantity is to be tried on both sides, where its rule can fail. One that
///   is `undecided` has no boundary.
/// - Each alternative of a requirement is to meet it, unless it cannot: `(a or b) and not b` is
///   never met by `b`. `not` asks for nothing and is no alternative.
///
/// What is impossible for a deeper reason is still asked for. A proof would be subtracted here.
package enum CoverageGoals {
  /// The goals of each rule of a graph.
  package static func goals(of graph: RuleGraph) -> [CoverageMarks] {
    let possible = Possible(graph)
    let shadows = Shadows(graph)
    let nobody = graph.prepare(Snapshot()).world
    var goals: [CoverageMarks] = []
    goals.reserveCapacity(graph.parts.rules.count)
    for (index, rule) in graph.parts.rules.enumerated() {
      var marks = marks(of: Int32(index), graph, possible, shadows)
      if !marks.isEmpty, rule.effect == .requires, applies(rule, possible) {
        insertAlternatives(of: rule, graph, nobody, &marks)
      }
      goals.append(marks)
    }
    return goals
  }

  private static func marks(
    of index: Int32, _ graph: RuleGraph, _ possible: Possible, _ shadows: Shadows
  ) -> CoverageMarks {
    let rule = graph.parts.rules[Int(index)]
    var marks = CoverageMarks()
    // A rule about nothing, as `everything` in a policy without features, is never asked.
    guard shadows.isAsked(index) else { return marks }
    if canHold(rule, possible) { marks.insert(.held) }
    guard applies(rule, possible), possible[rule.requirement].no else { return marks }
    marks.insert(.failed)
    if !shadows.isShadowed(index) { marks.insert(.decided) }
    if let limit = rule.limit, limit.kind != .undecided {
      marks.insert(.inside)
      marks.insert(.outside)
    }
    return marks
  }

  /// Whether a rule can apply, and its limit be exceeded.
  private static func applies(_ rule: Rule, _ possible: Possible) -> Bool {
    possible[rule.inForce].yes && possible[rule.condition].yes
      && rule.limit?.kind != .atMost(.max)
  }

  private static func canHold(_ rule: Rule, _ possible: Possible) -> Bool {
    // A limit lets pass whatever does not grow.
    rule.limit != nil || rule.runningUseMayFinish || possible[rule.inForce].no
      || possible[rule.condition].no || possible[rule.requirement].yes
  }

  private static func insertAlternatives(
    of rule: Rule, _ graph: RuleGraph, _ nobody: World, _ marks: inout CoverageMarks
  ) {
    for (place, need) in rule.needs.prefix(CoverageMarks.mostAlternatives).enumerated()
    where !need.isEmpty {
      var evaluation = Evaluation(
        graph: graph, world: nobody, now: 0, ask: Ask(),
        observer: Supposing(graph: graph, need: need))
      if evaluation.value(rule.requirement) == .yes { marks.insert(.met(place)) }
    }
  }
}

/// Evaluates a requirement as if just some names were held.
private struct Supposing: Observer {
  static var isThorough: Bool { false }
  let graph: RuleGraph
  let need: [Rule.Need]

  mutating func sees(_ index: Int32, _ value: Truth) -> Truth {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .entitlement:
      if node.a == 0, graph.parts.tierCount > 0 { return .yes }
      return Truth(need.give(node.a, graph))
    case .factIs: return Truth(need.contains(.fact(node.a)) == (node.value == 1))
    default: return value
    }
  }

  mutating func sees(rule: Int32, _ parts: RuleTruth) {}
}

extension [Rule.Need] {
  /// Whether who holds these names holds an entitlement.
  func give(_ entitlement: Int32, _ graph: RuleGraph) -> Bool {
    contains { need in
      guard case .entitlement(let held) = need else { return false }
      return graph.parts.entitlements[Int(held)].gives.contains(entitlement)
    }
  }

  /// Whether who holds these names holds others too.
  func give(_ others: [Rule.Need], _ graph: RuleGraph) -> Bool {
    others.allSatisfy { other in
      switch other {
      case .entitlement(let entitlement): give(entitlement, graph)
      case .fact: contains(other)
      }
    }
  }
}
