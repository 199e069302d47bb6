import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let countedTwice = LintRule(
    DiagnosticPage(
      "TG0412", "two products whose numbers are added up", level: .note,
      what: "A quantity is for each of a meter, and two products that a customer may have together "
        + "are both sold for each of it. How many are bought is the sum of both.",
      why: "A team with a plan for 4 members and an add-on for the same 4 has 8 members here. Only "
        + "products that sell more of the same, such as additional seats, mean that.",
      avoid: "tiers free < pro\nentitlement ai\nmeters members, files\nproduct plan\n  grants pro\n"
        + "  price 8 USD per month for each of members\nproduct ai-add-on\n  grants ai\n"
        + "  price 10 USD per month for each of members\n  only with plan\n"
        + "files at most 5\n  10 for each of members with pro\nsearch requires ai\n",
      prefer: "tiers free < pro\nentitlement ai\nmeters members, ai-members, files\nproduct plan\n"
        + "  grants pro\n  price 8 USD per month for each of members\nproduct ai-add-on\n"
        + "  grants ai\n  price 10 USD per month for each of ai-members\n  only with plan\n"
        + "files at most 5\n  10 for each of members with pro\nsearch requires ai\n",
      exceptions: "Products that sell more of the same: allow the finding with that reason. "
        + "Products that say `not with` each other are never had together."
    )
  ) { pass in
    let products = pass.graph.parts.products
    for (index, product) in products.enumerated() {
      guard let sold = product.sold else { continue }
      let others = products.indices.filter { other in
        other < index && products[other].sold?.place == sold.place
          && !product.notWith.contains(Int32(other))
      }
      guard let first = others.first else { continue }
      let name = pass.policy.products[index].name
      let meter = product.price?.each?.meter ?? ""
      pass.report(
        "how many `\(meter)` are bought is the sum of `\(name.text)` and "
          + LintPass.list(others.map { "`\(pass.policy.products[$0].name.text)`" }),
        at: pass.policy.products[index].priceSpan ?? name.span, "sells `\(meter)` as well",
        about: [.product(index)],
        related: [
          .init(
            pass.policy.products[first].priceSpan ?? pass.policy.products[first].name.span,
            "sells them, too")
        ],
        help: [
          "if a customer has only one of them at a time, say so: `not with \(pass.policy.products[first].name.text)`",
          "if this one counts the same \(meter) again, count a meter of its own",
        ])
    }
  }
}
