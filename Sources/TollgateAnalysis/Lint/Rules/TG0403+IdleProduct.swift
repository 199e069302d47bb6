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
    ), yieldsTo: ["TG0406"], followsFrom: ["TG0401", "TG0408"]
  ) { pass in
    for product in pass.survey.idleProducts {
      let declared = pass.policy.products[Int(product)]
      let isEmpty = declared.grants.isEmpty && declared.adds.isEmpty
      pass.report(
        "the product `\(declared.name.text)` opens nothing", at: declared.name.span,
        isEmpty ? "grants nothing and adds nothing" : "changes no decision",
        about: [.product(Int(product))],
        causes: declared.grants.map { .entitlement($0.index) } + pass.rules(askingFor: declared),
        related: declared.grants.prefix(4).map { .init($0.span, "opens nothing more") },
        help: ["let a rule ask for what it grants, or let it grant something else"])
    }
    pass.reportUndecided(whether: "this product opens something")
  }
}

extension LintPass {
  /// The rules that ask for something that a product grants.
  fileprivate func rules(askingFor product: CheckedProduct) -> [LintTopic] {
    policy.rules.indices.filter { rule in
      entitlements(requiredBy: Int32(rule)).contains { name in
        product.grants.contains { policy.entitlements[Int($0.index)].gives.contains(name) }
      }
    }.map { .rule($0) }
  }
}
