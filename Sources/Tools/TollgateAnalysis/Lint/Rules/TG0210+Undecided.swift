import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let undecided = LintRule(
    DiagnosticPage(
      "TG0210", "an allowance left `undecided`", level: .warning,
      what: "A limit, or the base of a ladder, is `undecided`: nobody has decided yet how much is "
        + "free.",
      why: "The limit binds at once: users who do not have what it requires are denied, with "
        + "the reason `undecided`.",
      avoid: "suggestions > undecided per day requires premium\n",
      prefer: "suggestions > 3 per day requires premium\n",
      exceptions: "If the number is really open, allow the finding with a reason."
    )
  ) { pass in
    for (index, rule) in pass.policy.rules.enumerated() {
      guard let undecided = rule.undecidedLimit else { continue }
      var span = undecided.span
      if case .undecided(let word)? = pass.syntax.comparison(of: rule)?.quantity { span = word }
      let meter = pass.policy.meters[Int(undecided.meter)].name.text
      pass.report(
        "nobody has decided how much of `\(meter)` is free", at: span, "nothing is free until then",
        about: [.rule(index)], help: ["write the number as soon as it is decided"])
    }
  }
}

extension CheckedRule {
  /// The meter whose free allowance the rule leaves open, and where it is limited.
  fileprivate var undecidedLimit: (meter: Int32, span: Span)? {
    switch subject {
    case .limit(let limit) where limit.kind == .undecided: (limit.meter, limit.span)
    case .ladder(let ladder) where ladder.base == .undecided: (ladder.meter, ladder.span)
    case .limit, .ladder, .targets, .setting: nil
    }
  }
}
