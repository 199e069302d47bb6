import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let idleLimit = LintRule(
    DiagnosticPage(
      "TG0301", "a limit that can never bind, because a stricter one does", level: .warning,
      what: "A lower limit on the same meter stops everybody before this one does.",
      why: "The thresholds are in the wrong order, or one of them is left over from an older "
        + "price list.",
      avoid: "tiers free < pro < max\nbills > 500 requires max\nbills > 1000 requires pro\n"
        + "csv-export requires pro\n",
      prefer: "tiers free < pro < max\nbills > 500 requires pro\nbills > 1000 requires max\n"
        + "csv-export requires pro\n",
      exceptions: "Limits over different windows do not replace each other."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204", "TG0303"], followsFrom: ["TG0205"]
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() {
      guard case .implied(let culprits) = state, pass.isStricterLimit(culprits, than: Int32(rule))
      else { continue }
      let checked = pass.policy.rules[rule]
      let limit = pass.source.text(checked.subjectSpan)
      pass.report(
        "\(pass.lines(of: culprits)) \(culprits.count == 1 ? "stops" : "stop") everybody before "
          + "`\(limit)` does",
        at: checked.subjectSpan, "never takes effect", about: [.rule(rule)],
        causes: pass.causes(ofIdle: Int32(rule), culprits),
        related: pass.places(of: culprits, "stops users earlier"),
        help: ["give the higher limit the higher requirement, or remove this limit"],
        edits: pass.edits(removing: checked.span, safety: .unsafe, title: "take this limit away"))
    }
    pass.reportUndecided(whether: "a stricter limit stops everybody before this one")
  }
}
