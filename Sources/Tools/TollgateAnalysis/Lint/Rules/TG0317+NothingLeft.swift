import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let nothingLeft = LintRule(
    DiagnosticPage(
      "TG0317", "rolling over what can never be left", level: .warning,
      what:
        "A limit rolls over what is unused, and of those for whom it does nobody has a limit of "
        + "which something can be left: it is unlimited, or 0.",
      why: "A plan promises something that it can never keep. Mostly the step of that plan became "
        + "`unlimited`, or the clause asks for the wrong one.",
      avoid: "tiers free < pro\nmeter minutes\nminutes at most 100 per month\n"
        + "  unlimited with pro\n  unused rolls over with pro\n",
      prefer: "tiers free < pro\nmeter minutes\nminutes at most 100 per month\n"
        + "  600 with pro\n  unused rolls over with pro\n",
      exceptions: "A limit that the app's server gives can always be left."
    )
  ) { pass in
    for rollover in pass.graph.parts.rollovers {
      let rule = pass.policy.rules[Int(rollover.rule)]
      guard let clause = rule.rollover else { continue }
      guard let canBeLeft = pass.ask(CanBeLeft(rollover: rollover)) else {
        pass.reportUndecided(
          whether: "something can be left to roll over", at: clause.span,
          about: [.rule(Int(rollover.rule))])
        continue
      }
      guard !canBeLeft else { continue }
      pass.report(
        "nothing can be left to roll over", at: clause.span,
        "only for users who are unlimited, or have nothing", about: [.rule(Int(rollover.rule))],
        related: [.init(rule.subjectSpan, "their limit")],
        help: ["ask for who has a limit, or take the clause away"])
    }
  }
}
