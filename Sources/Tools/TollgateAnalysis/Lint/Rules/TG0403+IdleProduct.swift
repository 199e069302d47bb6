import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let idleProduct = LintRule(
    DiagnosticPage(
      "TG0403", "a product that changes nothing for those who may buy it", level: .warning,
      what: "No outcome, no limit and no value of a setting differs with the product, for anybody "
        + "who may buy it, also not once more. `only with` and `for sale` say who may.",
      why: "Customers pay for nothing, or the rule that should ask for it is missing.",
      avoid: "product annual\n  grants pro\nproduct sticker\ncsv-export requires pro\n",
      prefer: "product annual\n  grants pro\ncsv-export requires pro\n",
      exceptions: "The policy does not see coins and other things that the app itself uses up: "
        + "allow the finding with that reason. The loss of a product that this one replaces "
        + "(`not with`) does not count."
    ), yieldsTo: ["TG0406", "TG0409"], followsFrom: ["TG0401", "TG0408"]
  ) { pass in
    for product in pass.survey.idleProducts {
      let declared = pass.policy.products[Int(product)]
      let record = pass.graph.parts.products[Int(product)]
      let buyers = record.onlyWith.isEmpty ? "its buyers" : "those who may buy it"
      let isEmpty = declared.grants.isEmpty && !record.raisesLimits
      var label = isEmpty ? "grants and adds nothing" : ""
      if label.isEmpty {
        label =
          record.notWith.isEmpty
          ? "changes no decision for \(buyers)" : "brings \(buyers) nothing, and replaces others"
      }
      pass.report(
        "the product `\(declared.name.text)` opens nothing", at: declared.name.span, label,
        about: [.product(Int(product))],
        causes: declared.grants.map { .entitlement($0.index) } + pass.rules(askingFor: declared),
        related: declared.grants.map { .init($0.span, "opens nothing more") }
          + declared.onlyWith.map { .init($0.span, "everybody who may buy it has this") },
        help: [
          pass.unlimited(declared).map { meter, window in
            "no rule limits `\(meter)\(window)`, so nobody needs more of it: write "
              + "`\(meter) at most 0\(window)`, or how much is free"
          } ?? "let a rule require what it grants, or let it grant something else"
        ])
    }
    pass.reportUndecided(whether: "this product opens something")
  }
}

extension LintPass {
  /// A meter that a product adds to and no rule limits, with the window that it adds to.
  fileprivate func unlimited(
    _ product: CheckedProduct
  ) -> (meter: String, window: String)? {
    for addition in product.adds + product.packs {
      let rules = graph.parts.targets.first { $0.meter == addition.meter }?.rules ?? []
      let isLimited = rules.contains {
        addition.window == nil || graph[rule: $0].limit?.window == addition.window
      }
      if isLimited { continue }
      let window = addition.window?.name.map { " per \($0)" } ?? ""
      return (policy.meters[Int(addition.meter)].name.text, window)
    }
    return nil
  }

  /// The rules that ask for something that a product grants.
  fileprivate func rules(askingFor product: CheckedProduct) -> [LintTopic] {
    policy.rules.indices.filter { rule in
      entitlements(requiredBy: Int32(rule)).contains { name in
        product.grants.contains { policy.entitlements[Int($0.index)].gives.contains(name) }
      }
    }.map { .rule($0) }
  }
}
