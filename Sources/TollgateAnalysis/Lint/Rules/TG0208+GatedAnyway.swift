import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let gatedAnyway = LintRule(
    DiagnosticPage(
      "TG0208", "`requires nothing` for a target that another rule gates", level: .warning,
      what: "A rule says that a target requires nothing, and another rule refuses it to somebody "
        + "for whom the first one applies.",
      why: "All rules about a target have to hold, so `requires nothing` opens nothing.",
      avoid: "features csv-export, settings\neverything requires pro\nsettings requires nothing\n",
      prefer: "features csv-export, settings\neverything except settings requires pro\n"
        + "settings requires nothing\n",
      exceptions: "Rules that apply at different times or under conditions that exclude each other "
        + "do not meet."
    ), yieldsTo: ["TG0201", "TG0204"]
  ) { pass in
    for (rule, target, witness) in pass.survey.gatedAnyway {
      let other = pass.refusal(of: witness.snapshot, target, witness)
      pass.report(
        "`requires nothing` does not open \(pass.names(of: [target]))",
        at: pass.effectSpan(of: rule), "another rule gates it", about: [.rule(Int(rule))],
        related: pass.places(of: other.map { [$0] } ?? [], "refuses it"),
        help: ["leave it out of the other rule with `except`, or take this rule away"],
        example: pass.example(witness, of: target))
    }
    pass.reportUndecided(whether: "another rule gates this")
  }
}
