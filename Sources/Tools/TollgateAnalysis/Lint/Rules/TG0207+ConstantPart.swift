import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let constantPart = LintRule(
    DiagnosticPage(
      "TG0207", "a part of a condition that is always true or always false", level: .warning,
      what:
        "A part of a condition or of a requirement is true for every user of whom everything is "
        + "known, or false for every one.",
      why: "It asks a question with only one answer: mostly a slip in a quantity, or a "
        + "leftover.",
      avoid: "fact first-build is a number\ncsv-export requires pro when first-build >= 0\n",
      prefer: "fact first-build is a number\ncsv-export requires pro when first-build >= 2016\n"
        + "csv-export requires nothing when first-build < 2016\n",
      exceptions: "A condition that is false for everybody as a whole is `TG0201`."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for (part, isTrue) in pass.survey.constantParts {
      let text = pass.quoted(part.span, otherwise: "a part of this")
      let kind = part.isRequired ? (isTrue ? "met" : "not met") : "\(isTrue)"
      pass.report(
        "\(text) is \(kind == "not met" ? "never met" : "always " + kind)", at: part.span,
        part.isRequired
          ? (isTrue ? "everybody meets it" : "nobody meets it") : "\(kind) for everybody",
        about: [.rule(Int(part.rule))], help: ["correct it, or leave it out"],
        edits: pass.edits(leavingOut: part.span, of: part.rule))
    }
    pass.reportUndecided(whether: "a part of this is always true or always false")
  }
}
