import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let idleLimit = LintRule(
    DiagnosticPage(
      "TG0301", "a limit that can never bind, because a stricter one does", level: .warning,
      what: "Whoever is stopped by this limit is stopped by a lower one on the same meter first.",
      why: "The thresholds are in the wrong order, or one of them is a rest of an older price "
        + "list.",
      avoid: "tiers free < pro < max\nbills > 500 requires max\nbills > 1000 requires pro\n"
        + "csv-export requires pro\n",
      prefer: "tiers free < pro < max\nbills > 500 requires pro\nbills > 1000 requires max\n"
        + "csv-export requires pro\n",
      exceptions: "Limits over different windows do not replace each other."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204", "TG0303"]
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() {
      guard case .implied(let culprits) = state, pass.isStricterLimit(culprits, than: Int32(rule))
      else { continue }
      let span = pass.policy.rules[rule].subjectSpan
      pass.report(
        "`\(pass.source.text(span))` never binds: \(pass.lines(of: culprits)) stops everybody before",
        at: span, "reached by nobody whom it would stop", about: [.rule(rule)],
        related: pass.places(of: culprits, "stricter"),
        help: ["put the thresholds in the order of the tiers, or take this limit away"])
    }
  }
}
