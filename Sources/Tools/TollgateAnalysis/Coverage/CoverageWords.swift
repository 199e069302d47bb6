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
    case .insideStep(let place): return words(forStep: place, of: rule, beyond: 0, "inside")
    case .outsideStep(let place): return words(forStep: place, of: rule, beyond: 1, "outside")
    case .step(let place): return parts.ladder(of: rule)?.steps[place].place.text ?? "step"
    }
  }

  /// `100 inside`; with the step, where another one has the same quantity.
  private func words(
    forStep place: Int, of rule: Rule, beyond: Int64, _ side: String
  ) -> String {
    guard let steps = parts.ladder(of: rule)?.steps, case .quantity(let last) = steps[place].value
    else { return side }
    let isAlone = !steps.indices.contains { $0 != place && steps[$0].value == steps[place].value }
    let words = "\(last.saturatingAdd(beyond)) \(side)"
    return isAlone ? words : words + " of \(steps[place].place.text)"
  }

  /// The last value inside a limit without its allowance, where the policy names one.
  private func lastInside(_ limit: Limit?) -> Int64? {
    switch limit?.kind {
    case .bare: return 0
    case .atMost(let quantity): return quantity
    case .ladder(let index):
      guard case .quantity(let base) = parts.ladders[Int(index)].base else { return nil }
      return base
    case .allowance, .undecided, .setting, nil: return nil
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
