import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let alwaysHolds = LintRule(
    DiagnosticPage(
      "TG0202", "a rule that always holds, whoever asks", level: .warning,
      what: "Wherever the rule applies, its requirement is met.",
      why: "It reads like a gate and lets everybody through.",
      avoid: "tiers free < pro\ncsv-export requires free\ncloud-sync requires pro\n",
      prefer: "tiers free < pro\ncsv-export requires pro\ncloud-sync requires pro\n",
      exceptions: "If everybody is meant, say `requires nothing`. Only people of whom everything "
        + "is known are looked at: whose facts are missing may still be denied."
    ), yieldsTo: ["TG0201", "TG0204"], followsFrom: ["TG0504"]
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() where state == .alwaysHolds {
      let span = pass.effectSpan(of: Int32(rule))
      let required = pass.quoted(span, otherwise: "what this rule requires")
      pass.report(
        "everybody meets \(required)", at: span, "stops nobody", about: [.rule(rule)],
        causes: pass.entitlements(requiredBy: Int32(rule)).map { .entitlement($0) },
        help: ["require something that not everybody has"],
        edits: [
          Diagnostic.Edit(
            span, "nothing", safety: .unsafe, title: "write `nothing`, if everybody is meant")
        ])
    }
    pass.reportUndecided(whether: "everybody meets this requirement")
  }
}
