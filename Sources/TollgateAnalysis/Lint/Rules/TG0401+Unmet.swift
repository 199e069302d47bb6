import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let unmet = LintRule(
    DiagnosticPage(
      "TG0401", "a requirement that nothing for sale and no grant can satisfy", level: .warning,
      what: "No set of products for sale, and no `grant` of the policy, meets the requirement.",
      why: "People are shown a paywall that sells nothing that helps.",
      avoid: "tiers free < pro < max\nproduct annual\n  grants pro\n"
        + "csv-export requires max\ncloud-sync requires pro\n",
      prefer: "tiers free < pro < max\nproduct annual\n  grants pro\nproduct studio\n  grants max\n"
        + "csv-export requires max\ncloud-sync requires pro\n",
      exceptions: "A policy that declares no product says nothing about what is for sale. What is "
        + "given outside the store, or is no longer sold, is so on purpose: allow it with that "
        + "reason."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for rule in pass.survey.unmetRules {
      pass.report(
        "nothing for sale meets this requirement", at: pass.effectSpan(of: rule),
        "no product for sale gives it", about: [.rule(Int(rule))],
        help: ["let a product grant it, or sell one that does"])
    }
    pass.reportUndecided(whether: "something for sale meets this requirement")
  }
}
