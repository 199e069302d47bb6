import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let dominated = LintRule(
    DiagnosticPage(
      "TG0404", "a product that another one makes pointless", level: .warning,
      what:
        "Whatever else a customer has, another product opens and raises at least as much, and is "
        + "not dearer for the same period in any currency. It is sold to at least as many, may be "
        + "held with as much, and has as much grace, trial and sharing, and the same introductory "
        + "price where the other has one. Of two that do not differ, the later one is pointless.",
      why: "Nobody who compares them buys it.",
      avoid: "tiers free < pro < max\nproduct standard\n  grants pro\n  price 12 CNY per year\n"
        + "product studio\n  grants max\n  price 10 CNY per year\n"
        + "csv-export requires pro\ncloud-sync requires max\n",
      prefer: "tiers free < pro < max\nproduct standard\n  grants pro\n  price 12 CNY per year\n"
        + "product studio\n  grants max\n  price 20 CNY per year\n"
        + "csv-export requires pro\ncloud-sync requires max\n",
      exceptions: "Prices in different currencies or for different periods are not compared. "
        + "The policy does not see a printed book, or whatever else comes with a product."
    ), yieldsTo: ["TG0403", "TG0406"], followsFrom: ["TG0408"]
  ) { pass in
    var told: Set<Int32> = []
    for (product, other) in pass.survey.dominated where told.insert(product).inserted {
      let products = pass.policy.products
      let (worse, better) = (products[Int(product)], products[Int(other)])
      var related = [Diagnostic.Related(better.name.span, "opens at least as much")]
      for product in [worse, better] {
        guard let span = product.priceSpan else { continue }
        related.append(.init(span, "the price of `\(product.name.text)`"))
      }
      pass.report(
        "`\(worse.name.text)` opens no more than `\(better.name.text)`, which costs no more",
        at: worse.name.span, "pointless beside `\(better.name.text)`",
        about: [.product(Int(product))], causes: worse.grants.map { .entitlement($0.index) },
        related: related, help: ["change a price, or what one of them grants"])
    }
    pass.reportUndecided(whether: "this product opens more than those that cost no more")
  }
}
