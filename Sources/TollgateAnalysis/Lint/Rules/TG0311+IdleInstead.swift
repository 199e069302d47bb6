import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let idleInstead = LintRule(
    DiagnosticPage(
      "TG0311", "`instead use` names what nobody who is denied may use", level: .warning,
      what: "Nobody whom the rule denies may use this target either: it asks for as much as the "
        + "thing itself or for more, or it is closed.",
      why: "A decision lists only what this user may use now, so the clause never helps anybody.",
      avoid: "tiers free < plus < pro\nmeter messages\nfeature gold-model\n"
        + "messages > 40 requires plus\n  instead use gold-model\ngold-model requires pro\n",
      prefer: "tiers free < plus < pro\nmeter messages\nfeatures gold-model, basic-model\n"
        + "messages > 40 requires plus\n  instead use basic-model\nbasic-model requires nothing\n"
        + "gold-model requires pro\n",
      exceptions:
        "A target that only some of the people who are denied may use is fine. Of a group "
        + "or a range, only those members are told that help nobody."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"], followsFrom: ["TG0205", "TG0310"]
  ) { pass in
    for idle in pass.survey.idleInsteads {
      let names = pass.names(of: idle.targets)
      let isOne = idle.targets.count == 1
      pass.report(
        "nobody who is denied here may use \(names) instead",
        at: pass.span(ofInstead: Int(idle.rule)),
        idle.areDearer
          ? "\(isOne ? "requires" : "each requires") as much, or more"
          : "of no use to a user who is denied",
        about: [.rule(Int(idle.rule))], causes: idle.targets.map { .target($0) },
        related: [.init(pass.policy.rules[Int(idle.rule)].subjectSpan, "denied by this rule")],
        help: ["name what asks for less, or take \(isOne ? "it" : "them") out of the clause"])
    }
    pass.reportUndecided(whether: "somebody who is denied may use each target after `instead use`")
  }
}

extension LintPass {
  /// The clause `instead use` of a rule.
  fileprivate func span(ofInstead rule: Int) -> Span {
    let checked = policy.rules[rule]
    for clause in syntax.statement(at: checked.span.start)?.clauses ?? [] {
      if case .insteadUse = clause.kind { return clause.span }
    }
    return checked.subjectSpan
  }
}
