import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let unsold = LintRule(
    DiagnosticPage(
      "TG0406", "a product that nobody can buy", level: .warning,
      what: "The products that it is sold `only with` exclude it, or nobody can have them.",
      why: "It is on the price list, and nobody can put it in a basket.",
      avoid: "product annual\n  grants pro\nproduct extra\n  grants more\n  only with annual\n"
        + "  not with annual\ncsv-export requires pro\ncloud-sync requires more\n",
      prefer: "product annual\n  grants pro\nproduct extra\n  grants more\n  only with annual\n"
        + "csv-export requires pro\ncloud-sync requires more\n",
      exceptions: "A product that is no longer for sale but may be held counts as a partner."
    )
  ) { pass in
    for product in pass.survey.unsold {
      let declared = pass.policy.products[Int(product)]
      pass.report(
        "nobody can buy `\(declared.name.text)`", at: declared.name.span,
        "excluded by the products it is sold with", about: [.product(Int(product))],
        related: declared.onlyWith.map { .init($0.span, "sold only with this") }
          + declared.notWith.map { .init($0.span, "never held with this") },
        help: ["correct its `only with`, or the `not with` that excludes it"])
    }
    pass.reportUndecided(whether: "anybody can buy this")
  }
}
