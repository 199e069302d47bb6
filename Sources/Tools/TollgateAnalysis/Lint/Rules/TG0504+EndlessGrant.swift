import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let endlessGrant = LintRule(
    DiagnosticPage(
      "TG0504", "a grant without end and without condition", level: .warning,
      what: "A `grant` has neither `for`, `until`, `when` nor `unless`.",
      why: "Everybody holds what it gives, for ever: a rule that requires it requires nothing.",
      avoid: "tiers free < pro\ngrant pro from 2026-03-01\ncsv-export requires pro\n",
      prefer: "tiers free < pro\ngrant pro from 2026-03-01 until 2090-04-01\n"
        + "csv-export requires pro\n",
      exceptions: "If everybody is to have it for ever, remove the requirement instead."
    )
  ) { pass in
    for (index, grant) in pass.policy.grants.enumerated() {
      let applies = grant.applies
      guard grant.period == nil, applies.until == nil, applies.when == nil, applies.unless == nil
      else { continue }
      let name = pass.policy.entitlements[Int(grant.entitlement.index)].name.text
      pass.report(
        "everybody is given `\(name)` for ever", at: grant.span, "no end and no condition",
        about: [.grant(index), .entitlement(grant.entitlement.index)],
        // Top-level sentences are not indented, clauses of a product are.
        help: (pass.isIndented(grant.span) && !pass.policy.products.isEmpty
          ? ["below a product, write `grants \(name)`"] : [])
          + ["add `until`, `for … after …` or `when`"])
    }
  }
}
