import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

// TG0206, TG0207

extension Oracle {
  mutating func findParts() {
    for (index, rule) in policy.rules.enumerated() where !has(["TG0201", "TG0202"], index) {
      if case .requires(let requirement) = rule.effect {
        findAlternatives(in: requirement, of: index)
        for part in requirement.parts { findCertain(part, of: index) }
      }
      for condition in [rule.applies.when, rule.applies.unless] {
        guard let condition else { continue }
        findAlternatives(in: condition, of: index)
        findCertain(condition, of: index)
      }
    }
  }

  /// Alternatives that add nothing, from the last to the first; one that does counts as removed.
  private mutating func findAlternatives(in expression: CheckedExpression, of rule: Int) {
    for part in expression.parts { findAlternatives(in: part, of: rule) }
    guard case .any(let list, _) = expression, !expression.parts.isEmpty else { return }
    var left = Array(list.indices)
    for index in list.indices.reversed() {
      let others = left.filter { $0 != index }
      let rest = all.any(others.map { all.truth(list[$0]) })
      guard (all.truth(list[index]).yes - rest.yes).isEmpty else { continue }
      left = others
      report(["TG0206"], .part(rule: rule, list[index].span))
    }
  }

  /// The largest parts that are true everywhere or false everywhere.
  private mutating func findCertain(_ expression: CheckedExpression, of rule: Int) {
    if isTold(expression, of: rule) { return }
    let truth = known.truth(expression)
    if truth.yes == known.all || truth.no == known.all {
      let value = truth.yes == known.all ? "true" : "false"
      return report(["TG0207"], .part(rule: rule, expression.span), value)
    }
    for part in expression.parts { findCertain(part, of: rule) }
  }

  private func isTold(_ expression: CheckedExpression, of rule: Int) -> Bool {
    findings.contains {
      $0.subject == .part(rule: rule, expression.span) && $0.codes == ["TG0206"]
    }
  }
}

extension CheckedExpression {
  /// The parts that are written out as such: `installed before 2026-03-01` has none.
  var parts: [CheckedExpression] {
    let parts: [CheckedExpression]
    switch self {
    case .not(let inner, _): parts = [inner]
    case .all(let list, _), .any(let list, _): parts = list
    default: parts = []
    }
    return parts.contains { $0.span == span } ? [] : parts
  }
}
