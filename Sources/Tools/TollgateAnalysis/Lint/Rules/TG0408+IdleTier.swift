import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let idleTier = LintRule(
    DiagnosticPage(
      "TG0408", "a tier that adds nothing to the one below", level: .note,
      what: "Every decision and every value of a setting is the same for somebody on this tier as "
        + "for somebody on the one below it.",
      why: "A step of the ladder that opens nothing is hard to sell.",
      avoid: "tiers free < pro < max\ncsv-export requires pro\nscenario \"max\"\n  given max\n"
        + "  expect csv-export allowed\n",
      prefer: "tiers free < pro < max\ncsv-export requires pro\ncloud-sync requires max\n",
      exceptions: "The policy does not see better service and other things that a tier brings."
    ), yieldsTo: ["TG0103"], followsFrom: ["TG0504"]
  ) { pass in
    for tier in pass.survey.idleTiers {
      let entitlements = pass.policy.entitlements
      let (name, below) = (entitlements[Int(tier)].name, entitlements[Int(tier) - 1].name)
      var related: [Diagnostic.Related] = []
      for product in pass.policy.products {
        for grant in product.grants where grant.index == tier {
          related.append(.init(grant.span, "granted by `\(product.name.text)`"))
        }
      }
      pass.report(
        "the tier `\(name.text)` adds nothing to `\(below.text)`", at: name.span,
        "every decision is the same", about: [.entitlement(tier)],
        related: related,
        help: ["let a rule require `\(name.text)`, or remove the tier"])
    }
    pass.reportUndecided(whether: "this tier adds something to the one below")
  }
}
