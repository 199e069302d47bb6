import TollgateRuntime

/// Finds rules that make no difference: wherever they fail, another one fails too.
///
/// Only what stands in the rules themselves is compared, so a rule may be shadowed unseen; one that
/// is said to be shadowed is.
struct Shadows {
  private let graph: RuleGraph
  /// The targets of each rule.
  private var targets: [[Int32]]
  /// How many rules of one target are looked at.
  private static let mostCompared = 64

  init(_ graph: RuleGraph) {
    self.graph = graph
    targets = Array(repeating: [], count: graph.parts.rules.count)
    for (index, target) in graph.parts.targets.enumerated() {
      for rule in target.rules { targets[Int(rule)].append(Int32(index)) }
    }
  }

  /// Whether a rule is about anything.
  func isAsked(_ rule: Int32) -> Bool { !targets[Int(rule)].isEmpty }

  /// Whether on every target another rule fails whenever this one does.
  func isShadowed(_ rule: Int32) -> Bool {
    targets[Int(rule)].allSatisfy { target in
      graph.parts.targets[Int(target)].rules.prefix(Shadows.mostCompared)
        .contains { $0 != rule && fails($0, whenever: rule) }
    }
  }

  private func fails(_ other: Int32, whenever rule: Int32) -> Bool {
    let wide = graph.parts.rules[Int(other)]
    let narrow = graph.parts.rules[Int(rule)]
    return isAtLeastAsHard(wide, as: narrow)
      && (narrow.runningUseMayFinish || !wide.runningUseMayFinish)
      && implies(narrow.inForce, wide.inForce) && implies(narrow.condition, wide.condition)
      && implies(wide.requirement, narrow.requirement)
      && isExceeded(wide.limit, whenever: narrow.limit)
  }

  /// Whether a rule denies whenever the other one does, and else warns at least.
  private func isAtLeastAsHard(_ wide: Rule, as narrow: Rule) -> Bool {
    wide.soft == narrow.soft || kind(wide.soft) == .never || kind(narrow.soft) == .always
  }

  private func isExceeded(_ wide: Limit?, whenever narrow: Limit?) -> Bool {
    guard let wide, let narrow else { return wide == nil && narrow == nil }
    guard wide.window == narrow.window else { return false }
    if wide == narrow || wide.kind == .bare || wide.kind == .undecided { return true }
    guard case .atMost(let low) = wide.kind, case .atMost(let high) = narrow.kind else {
      return false
    }
    return low <= high
  }

  /// Whether a condition is true whenever another is, as far as can be seen.
  private func implies(_ a: Int32, _ b: Int32) -> Bool {
    if a == b || kind(a) == .never || kind(b) == .always { return true }
    let first = graph.parts.nodes[Int(a)]
    let second = graph.parts.nodes[Int(b)]
    if first.kind == .entitlement, second.kind == .entitlement {
      return graph.parts.entitlements[Int(first.a)].gives.contains(second.a)
    }
    return first.kind == .all && children(first).contains(b)
      || second.kind == .any && children(second).contains(a)
  }

  private func kind(_ node: Int32) -> Node.Kind { graph.parts.nodes[Int(node)].kind }

  private func children(_ node: Node) -> ArraySlice<Int32> {
    graph.parts.edges[Int(node.a)..<Int(node.a) + Int(node.b)]
  }
}
