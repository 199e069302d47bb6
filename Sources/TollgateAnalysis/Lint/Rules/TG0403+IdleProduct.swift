import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let idleProduct = LintRule(
    DiagnosticPage(
      "TG0403", "a product that opens nothing", level: .warning,
      what: "Nobody may use anything more with the product than without it.",
      why: "Somebody pays for nothing, or the rule that should ask for it is missing.",
      avoid: "product annual\n  grants pro\nproduct sticker\ncsv-export requires pro\n",
      prefer: "product annual\n  grants pro\ncsv-export requires pro\n",
      exceptions: "What is used up, such as coins, is recorded elsewhere: allow it with that "
        + "reason."
    ), yieldsTo: ["TG0406"]
  ) { pass in
    for product in pass.survey.idleProducts {
      let name = pass.policy.products[Int(product)].name
      pass.report(
        "the product `\(name.text)` opens nothing", at: name.span, "changes no decision",
        about: [.product(Int(product))],
        help: ["let a rule ask for what it grants, or let it grant something"])
    }
    pass.reportUndecided(whether: "this product opens something")
  }
}
