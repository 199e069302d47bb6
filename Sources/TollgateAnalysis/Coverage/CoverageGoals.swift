package import TollgateRuntime

/// What scenarios are to show of each rule: the goals that are not impossible.
///
/// - Every rule is to hold, unless it can only fail (`is off` without a condition).
/// - It is to fail and to decide, unless it cannot fail (`requires nothing`, `requires a or not a`,
///   a condition that is never true); and it need not decide where on every target another rule
///   fails whenever it does, so that it never makes a difference.
/// - A limit of a known quantity is to be tried on both sides, where its rule can fail. One that
///   is `undecided` has no boundary.
/// - Each alternative of a requirement is to meet it, unless it cannot: `(a or b) and not b` is
///   never met by `b`. `not` asks for nothing and is no alternative.
///
/// What can be is found by trying every case of the rule's conditions (``Cases``); where there are
/// too many, what is not plainly impossible is asked for (``Possible``). So it is where only other
/// rules, or the same counter in the limit and in a condition, make something impossible: a proof
/// of that would be subtracted in ``goals(of:)``.
package enum CoverageGoals {
  /// How many cases are tried for all rules together.
  private static let mostCases = 1 << 20

  /// The goals of each rule of a graph.
  package static func goals(of graph: RuleGraph) -> [CoverageMarks] {
    let possible = Possible(graph)
    let shadows = Shadows(graph)
    let nobody = graph.prepare(Snapshot()).input
    var left = mostCases
    var goals: [CoverageMarks] = []
    goals.reserveCapacity(graph.parts.rules.count)
    for (index, rule) in graph.parts.rules.enumerated() {
      // A rule about nothing, as `everything` in a policy without features, is never asked.
      guard shadows.isAsked(Int32(index)) else {
        goals.append(CoverageMarks())
        continue
      }
      var reach = Reach(rule, possible)
      if left > 0, let cases = Cases(of: rule, graph, possible, nobody: nobody) {
        left -= cases.count
        reach = Reach(rule, cases, graph)
      }
      goals.append(marks(rule, reach, isShadowed: shadows.isShadowed(Int32(index))))
    }
    return goals
  }

  private static func marks(_ rule: Rule, _ reach: Reach, isShadowed: Bool) -> CoverageMarks {
    var marks = CoverageMarks()
    if reach.holds { marks.insert(.held) }
    // Nothing is more than the largest number.
    guard rule.limit?.kind != .atMost(.max) else { return marks }
    for place in reach.met { marks.insert(.met(place)) }
    guard reach.fails else { return marks }
    marks.insert(.failed)
    if !isShadowed { marks.insert(.decided) }
    if let limit = rule.limit, limit.kind != .undecided {
      marks.insert(.inside)
      marks.insert(.outside)
    }
    return marks
  }
}

/// What a rule can come to.
private struct Reach {
  var holds = false
  var fails = false
  /// The alternatives that can meet its requirement.
  var met: Set<Int> = []

  /// What is not plainly impossible.
  init(_ rule: Rule, _ possible: Possible) {
    let applies = possible[rule.inForce].yes && possible[rule.condition].yes
    fails = applies && possible[rule.requirement].no
    holds =
      Reach.canPass(rule) || possible[rule.inForce].no || possible[rule.condition].no
      || possible[rule.requirement].yes
    guard applies, rule.effect == .requires else { return }
    for (place, need) in Reach.needs(rule) where !need.isEmpty { met.insert(place) }
  }

  /// What it comes to in one of these cases.
  init(_ rule: Rule, _ cases: Cases, _ graph: RuleGraph) {
    var reach = Reach()
    let needs = Reach.needs(rule)
    cases.forEach { evaluation in
      let applies =
        evaluation.value(rule.inForce) == .yes && evaluation.value(rule.condition) == .yes
      let isMet = evaluation.value(rule.requirement) == .yes
      if applies, !isMet { reach.fails = true } else { reach.holds = true }
      guard applies, isMet, rule.effect == .requires else { return }
      let held = needs.filter { Reach.isHeld($0.element, &evaluation, graph) }
      for one in held where held.allSatisfy({ one.element.give($0.element, graph) }) {
        reach.met.insert(one.offset)
      }
    }
    if Reach.canPass(rule) { reach.holds = true }
    self = reach
  }

  private init() {}

  /// Whether it can hold whatever its conditions come to: a limit lets pass what does not grow.
  private static func canPass(_ rule: Rule) -> Bool {
    rule.limit != nil || rule.runningUseMayFinish
  }

  private static func needs(_ rule: Rule) -> [(offset: Int, element: [Rule.Need])] {
    Array(rule.needs.prefix(CoverageMarks.mostAlternatives).enumerated())
  }

  private static func isHeld(
    _ need: [Rule.Need], _ evaluation: inout Evaluation<Supposed>, _ graph: RuleGraph
  ) -> Bool {
    for name in need {
      switch name {
      case .entitlement(let index):
        let node = graph.entitlementNodes[Int(index)]
        guard node >= 0, evaluation.value(node) == .yes else { return false }
      case .fact(let fact):
        let isYes = evaluation.observer.holding.contains { index in
          graph.parts.nodes[Int(index)] == Node(.factIs, a: fact, value: 1)
        }
        guard isYes else { return false }
      }
    }
    return !need.isEmpty
  }
}

extension [Rule.Need] {
  /// Whether who holds these names holds an entitlement.
  private func give(_ entitlement: Int32, _ graph: RuleGraph) -> Bool {
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
