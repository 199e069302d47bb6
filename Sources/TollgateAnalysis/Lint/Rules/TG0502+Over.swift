import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let over = LintRule(
    DiagnosticPage(
      "TG0502", "a rule, grant or soft period that is over", level: .warning,
      what: "On the day of the lint (`--today`) the end of a rule, of a grant or of a soft period "
        + "has passed.",
      why: "It does nothing any more, and every reader of the policy has to find that out.",
      avoid: "csv-export requires pro\ncsv-export is off until 2020-03-01\n",
      prefer: "csv-export requires pro\n",
      exceptions: "Ends that depend on a date fact, such as `until 7 days after installed`, are "
        + "never over for everybody. An end is over from its instant on, since it is outside."
    )
  ) { pass in
    guard let today = pass.options.today else { return }
    for (index, rule) in pass.policy.rules.enumerated() {
      if case .at(let end)? = rule.applies.until, end <= today {
        pass.report(
          over: "rule", rule.span, end: rule.applies.untilSpan ?? rule.span, about: .rule(index))
      } else if case .until(.at(let end)) = rule.soft, end <= today {
        pass.report(
          "a soft period is over", at: rule.softSpan ?? rule.span, "over since then",
          about: [.rule(index)], help: ["remove the line: the rule has denied since then"])
      }
    }
    for (index, grant) in pass.policy.grants.enumerated() {
      if case .at(let end)? = grant.applies.until, end <= today {
        pass.report(
          over: "grant", grant.span, end: grant.applies.untilSpan ?? grant.span,
          about: .grant(index))
      } else if case .at(let end)? = grant.period?.end, end <= today {
        pass.report(over: "grant", grant.span, end: grant.span, about: .grant(index))
      }
    }
  }
}

extension LintPass {
  fileprivate mutating func report(
    over kind: String, _ span: Span, end: Span, about subject: LintTopic
  ) {
    report(
      "a \(kind) is over", at: end, "over since then", about: [subject],
      edits: edits(removing: span, safety: .unsafe, title: "take the \(kind) away"))
  }
}
