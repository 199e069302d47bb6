import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let unoffered = LintRule(
    DiagnosticPage(
      "TG0409", "a product that is offered to nobody", level: .warning,
      what: "The condition after its `for sale` is true for no user at any time.",
      why: "It is on the price list, and no decision ever offers it.",
      avoid: "tiers free < pro\nproduct annual\n  grants pro\nproduct upgrade\n  grants pro\n"
        + "  for sale without free\ncsv-export requires pro\n",
      prefer: "tiers free < pro\nproduct annual\n  grants pro\ncsv-export requires pro\n",
      exceptions:
        "A product that is no longer sold says `not for sale`. An offer that has ended by "
        + "date was true once."
    ), yieldsTo: ["TG0406"]
  ) { pass in
    for product in pass.survey.unoffered {
      let declared = pass.policy.products[Int(product)]
      pass.report(
        "`\(declared.name.text)` is offered to nobody",
        at: declared.sale?.span ?? declared.name.span, "never true",
        about: [.product(Int(product))], related: [.init(declared.name.span, "the product")],
        help: ["correct the condition, or write `not for sale`"])
    }
    pass.reportUndecided(whether: "this product is offered to anybody")
  }
}
