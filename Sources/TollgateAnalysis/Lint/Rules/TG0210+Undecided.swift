import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let undecided = LintRule(
    DiagnosticPage(
      "TG0210", "an allowance left `undecided`", level: .warning,
      what: "A limit has `undecided` for its quantity: nobody has decided yet how much is free.",
      why: "The limit binds at once: users who do not have what it requires are denied, with "
        + "the reason `undecided`.",
      avoid: "suggestions > undecided per day requires premium\n",
      prefer: "suggestions > 3 per day requires premium\n",
      exceptions: "If the number is really open, allow the finding with a reason."
    )
  ) { pass in
    for (index, rule) in pass.policy.rules.enumerated() {
      guard case .limit(let limit) = rule.subject, limit.kind == .undecided else { continue }
      var span = limit.span
      if case .undecided(let word)? = pass.comparison(of: rule)?.quantity { span = word }
      let meter = pass.policy.meters[Int(limit.meter)].name.text
      pass.report(
        "nobody has decided how much of `\(meter)` is free", at: span, "nothing is free until then",
        about: [.rule(index)], help: ["write the number as soon as it is decided"])
    }
  }
}
