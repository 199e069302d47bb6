import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let idleAlternative = LintRule(
    DiagnosticPage(
      "TG0206", "an alternative that adds nothing", level: .note,
      what: "In a list with `or`, whoever meets one of the alternatives meets another one too.",
      why: "A reader takes it for a further way in, and there is none.",
      avoid: "entitlement advanced\nentitlement full includes advanced\n"
        + "csv-export requires advanced or full\n",
      prefer: "entitlement advanced\nentitlement full includes advanced\n"
        + "csv-export requires advanced\ncloud-sync requires full\n",
      exceptions: "Said on purpose, so that the sentence reads like the price list, allow it with "
        + "that reason."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for part in pass.survey.idleAlternatives {
      let text = pass.source.text(part.span)
      pass.report(
        "the alternative `\(text)` adds nothing", at: part.span,
        "who meets it meets another alternative too", about: [.rule(Int(part.rule))],
        help: ["leave `\(text)` out"])
    }
    pass.reportUndecided(whether: "every alternative adds something")
  }
}
