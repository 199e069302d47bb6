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
      exceptions: "If everybody is meant, say `requires nothing`. All people of whom everything "
        + "is known are meant here; what is unknown is denied as ever."
    ), yieldsTo: ["TG0201", "TG0204"]
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() where state == .alwaysHolds {
      pass.report(
        "this rule holds for everybody", at: pass.effectSpan(of: Int32(rule)),
        "met wherever the rule applies", about: [.rule(rule)],
        help: ["say `requires nothing` if everybody is meant"])
    }
    pass.reportUndecided(whether: "this rule holds for everybody")
  }
}
