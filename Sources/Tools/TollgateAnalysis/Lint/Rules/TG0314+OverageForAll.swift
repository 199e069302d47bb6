import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let overageForAll = LintRule(
    DiagnosticPage(
      "TG0314", "overage without a requirement", level: .warning,
      what: "Everybody may go beyond a limit for money, also who bought nothing.",
      why: "Who bought nothing has told nobody how they pay. Their use beyond the limit can "
        + "hardly be charged.",
      avoid: "tiers free < pro\nproduct annual\n  grants pro\n  price 12 USD per year\n"
        + "credits at most 20 per month\n  then 0.05 USD for each credit\ncsv-export requires pro\n",
      prefer: "tiers free < pro\nproduct annual\n  grants pro\n  price 12 USD per year\n"
        + "credits at most 20 per month\n  then 0.05 USD for each credit with pro\n"
        + "csv-export requires pro\n",
      exceptions: "Where every account has a way to pay, allow the finding with that reason."
    )
  ) { pass in
    for (index, rule) in pass.policy.rules.enumerated() {
      guard let overage = rule.overage, overage.isForAll else { continue }
      pass.report(
        "everybody may go beyond this limit, also who bought nothing", at: overage.span,
        "asks for money, and for no plan", about: [.rule(index)],
        help: ["say who may: `with` and a tier or an entitlement"])
    }
  }
}
