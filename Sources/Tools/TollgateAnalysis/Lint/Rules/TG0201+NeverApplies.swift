import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let neverApplies = LintRule(
    DiagnosticPage(
      "TG0201", "a rule that can never apply", level: .warning,
      what: "The rule is never in force with its condition true and its limit exceeded, for "
        + "anybody.",
      why: "The rule looks as if it protected something, but it protects nothing.",
      avoid: "fact platform is ios, android or web\n"
        + "csv-export requires pro when platform is ios and platform is android\n",
      prefer: "fact platform is ios, android or web\n"
        + "csv-export requires pro when platform is one of ios, android\n"
        + "csv-export is off when platform is web\n",
      exceptions:
        "A rule that is over by its date applied once: that is `TG0502`. If a fact is not "
        + "reported, such a rule may still deny, since its condition is unknown then."
    )
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() where state == .neverApplies {
      let checked = pass.policy.rules[rule]
      let (span, label) = pass.whatNeverHappens(in: Int32(rule))
      pass.report(
        "this rule can never apply", at: span, label, about: [.rule(rule)],
        help: ["correct this, or remove the rule"],
        edits: pass.edits(removing: checked.span, safety: .unsafe, title: "take the rule away"))
    }
    pass.reportUndecided(whether: "this rule can ever apply")
  }
}

extension LintPass {
  /// The part that keeps a rule from ever applying: its condition, or all of it together.
  fileprivate func whatNeverHappens(in rule: Int32) -> (span: Span, label: String) {
    let (checked, record) = (policy.rules[Int(rule)], graph.parts.rules[Int(rule)])
    let applies = checked.applies
    let conditions = [applies.when?.span, applies.unless?.span].compactMap { $0 }
    let times = [applies.fromSpan, applies.untilSpan].compactMap { $0 }
    guard let all = LintPass.joined(conditions + times) else {
      return (checked.subjectSpan, "reached by nobody")
    }
    if let span = LintPass.joined(conditions), ask(Constant(node: record.condition)) == .some(false)
    {
      if conditions.count > 1 { return (span, "never so at once") }
      return (span, applies.when == nil ? "true for everybody" : "true for nobody")
    }
    return (all, "never so at once")
  }

  /// From the first of some places to the last.
  private static func joined(_ spans: [Span]) -> Span? {
    guard let first = spans.first else { return nil }
    return spans.dropFirst().reduce(first) { $0.joined($1) }
  }
}
