import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let neverApplies = LintRule(
    DiagnosticPage(
      "TG0201", "a rule that can never apply", level: .warning,
      what: "For nobody, at no time, is the rule in force with its condition true and its limit "
        + "exceeded.",
      why: "It looks as if it protected something, and does not.",
      avoid: "fact platform is ios, android or web\n"
        + "csv-export requires pro when platform is ios and platform is android\n",
      prefer: "fact platform is ios, android or web\n"
        + "csv-export requires pro when platform is one of ios, android\n",
      exceptions: "A rule that is over by date applied once: that is `TG0502`. Where a fact is not "
        + "reported such a rule may still deny, since nobody knows then that it does not apply."
    )
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() where state == .neverApplies {
      pass.report(
        "this rule can never apply", at: pass.conditionSpan(of: Int32(rule)), "true for nobody",
        about: [.rule(rule)],
        help: ["mend the condition, or take the rule away"])
    }
    pass.reportUndecided(whether: "this rule can ever apply")
  }
}
