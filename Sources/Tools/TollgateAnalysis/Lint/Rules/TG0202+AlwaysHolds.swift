import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let alwaysHolds = LintRule(
    DiagnosticPage(
      "TG0202", "a rule that always holds, whoever asks", level: .warning,
      what: "Wherever the rule applies, its requirement is met.",
      why: "The rule reads like a gate, but it lets everybody through.",
      avoid: "tiers free < pro\ncsv-export requires free\ncloud-sync requires pro\n",
      prefer: "tiers free < pro\ncsv-export requires pro\ncloud-sync requires pro\n",
      exceptions: "If everybody may use it, say `requires nothing`. The finding is about users of "
        + "whom everything is known: one whose facts are missing may still be denied."
    ), yieldsTo: ["TG0201", "TG0204"], followsFrom: ["TG0504"]
  ) { pass in
    for (index, state) in pass.survey.rules.enumerated() where state == .alwaysHolds {
      let rule = Int32(index)
      let span = pass.effectSpan(of: rule)
      let required = pass.quoted(span, otherwise: "what this rule requires")
      let isForAll = pass.graph.parts.rules[index].limit == nil && !pass.isConditional(rule)
      pass.report(
        isForAll
          ? "everybody meets \(required)" : "everybody to whom this rule applies meets \(required)",
        at: span, "stops nobody", about: [.rule(index)],
        causes: pass.entitlements(requiredBy: rule).map { .entitlement($0) },
        help: ["require something that not everybody has"],
        edits: pass.edits(openingTo: rule, at: span))
    }
    pass.reportUndecided(whether: "everybody meets this requirement")
  }
}

extension LintPass {
  fileprivate func isConditional(_ rule: Int32) -> Bool {
    let applies = policy.rules[Int(rule)].applies
    return applies.when != nil || applies.unless != nil || applies.from != nil
      || applies.until != nil
  }

  /// Offers to say that everybody is meant; beside another rule that says nothing, and the rule
  /// goes.
  fileprivate func edits(openingTo rule: Int32, at span: Span) -> [Diagnostic.Edit] {
    let isAlone = graph.parts.targets.allSatisfy { target in
      target.rules.count == 1 || !target.rules.contains(rule)
    }
    guard isAlone else {
      return edits(
        removing: policy.rules[Int(rule)].span, safety: .unsafe, title: "take the rule away")
    }
    return [
      Diagnostic.Edit(
        span, "nothing", safety: .unsafe, title: "write `nothing`, if everybody is meant")
    ]
  }
}
