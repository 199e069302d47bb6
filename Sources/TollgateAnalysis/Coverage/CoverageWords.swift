package import TollgateRuntime

extension RuleGraph {
  /// The words for a goal under the line of its rule: `held`, `500 inside`, `met by pro`.
  package func words(for goal: CoverageGoal, of rule: Int32) -> String {
    let rule = parts.rules[Int(rule)]
    switch goal {
    case .held: return "held"
    case .failed: return "failed"
    case .decided: return "decided"
    case .inside: return lastInside(rule.limit).map { "\($0) inside" } ?? "last inside"
    case .outside:
      return lastInside(rule.limit).map { "\($0.saturatingAdd(1)) outside" }
        ?? "first outside"
    case .met(let place): return "met by " + names(rule.needs[place]).joined(separator: " and ")
    }
  }

  /// The last value inside a limit without its allowance, where the policy names one.
  private func lastInside(_ limit: Limit?) -> Int64? {
    switch limit?.kind {
    case .bare: 0
    case .atMost(let quantity): quantity
    case .allowance, .undecided, .ladder, .setting, nil: nil
    }
  }

  /// The names of an alternative.
  private func names(_ need: [Rule.Need]) -> [String] {
    need.map { name in
      switch name {
      case .entitlement(let index): parts.entitlements[Int(index)].name
      case .fact(let index): parts.facts[Int(index)].name
      }
    }
  }
}
