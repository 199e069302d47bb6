import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let leftOpen = LintRule(
    DiagnosticPage(
      "TG0215", "a rule about `everything` that leaves meters or settings open", level: .warning,
      what: "A rule about `everything` denies somebody, and the same person may use a meter or has "
        + "a setting.",
      why: "`everything` is every feature and every member of a series. Meters and settings have "
        + "rules of their own, so `everything is off when country is cn` switches none of them off.",
      avoid: "tiers free < pro\nfact country is cn or anything else\nmeter bills\n"
        + "feature csv-export\ncsv-export requires pro\nbills > 500 requires pro\n"
        + "everything is off when country is cn\n",
      prefer: "tiers free < pro\nfact country is cn or anything else\nmeter bills\n"
        + "feature csv-export\ncsv-export requires pro\nbills > 500 requires pro\n"
        + "everything is off when country is cn\nbills is off when country is cn\n",
      exceptions: "A meter that no rule is about is only counted. If the others are to stay open, "
        + "allow the finding with that reason."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for (rule, targets) in pass.survey.leftOpen {
      let checked = pass.policy.rules[Int(rule)]
      pass.report(
        "`everything` leaves \(pass.names(of: targets)) open", at: checked.subjectSpan,
        "every feature, but no meter and no setting", about: [.rule(Int(rule))],
        related: targets.prefix(3).map {
          Diagnostic.Related(pass.span(ofTarget: $0), "open to people whom that rule denies")
        },
        help: ["give each of them a line of its own that says the same"],
        edits: pass.edits(saying: checked, of: targets),
        names: pass.hiddenNames(of: targets))
    }
    pass.reportUndecided(whether: "somebody whom this rule denies may use a meter or a setting")
  }
}

extension LintPass {
  /// The same rule, once for each target, below the one about `everything`.
  fileprivate func edits(saying rule: CheckedRule, of targets: [Int32]) -> [Diagnostic.Edit] {
    guard let statement = syntax.statement(at: rule.span.start) else { return [] }
    let rest = words(in: Span(rule.subjectSpan.end, rule.span.end)).joined(separator: " ")
    let lines = targets.map { "\n\(spelled($0)) \(rest)" }.joined()
    let end = source.lineSpan(at: statement.end).end
    return [
      Diagnostic.Edit(
        Span(end, end), lines, safety: .unsafe,
        title: targets.count == 1 ? "say the same of it" : "say the same of each of them")
    ]
  }

  /// The name of a target as the policy has to write it.
  private func spelled(_ target: Int32) -> String {
    Spelled.name(graph.parts.targets[Int(target)].name)
  }
}
