import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let dominated = LintRule(
    DiagnosticPage(
      "TG0404", "a product that another one makes pointless", level: .warning,
      what: "Another product costs no more for the same period and opens at least as much.",
      why: "Nobody who compares them buys it.",
      avoid: "tiers free < pro < max\nproduct standard\n  grants pro\n  price 12 CNY per year\n"
        + "product studio\n  grants max\n  price 10 CNY per year\n"
        + "csv-export requires pro\ncloud-sync requires max\n",
      prefer: "tiers free < pro < max\nproduct standard\n  grants pro\n  price 12 CNY per year\n"
        + "product studio\n  grants max\n  price 20 CNY per year\n"
        + "csv-export requires pro\ncloud-sync requires max\n",
      exceptions: "Prices in different currencies or for different periods are not compared. What "
        + "a product gives beside the policy, such as a printed book, is not seen."
    ), yieldsTo: ["TG0403", "TG0406"]
  ) { pass in
    var told: Set<Int32> = []
    for (product, other) in pass.survey.dominated where told.insert(product).inserted {
      let products = pass.policy.products
      let (name, better) = (products[Int(product)].name, products[Int(other)].name)
      pass.report(
        "`\(name.text)` opens no more than `\(better.text)`, which costs no more", at: name.span,
        "pointless beside `\(better.text)`", about: [.product(Int(product))],
        related: [.init(better.span, "opens as much, and is not dearer")],
        help: ["change a price, or what one of them grants"])
    }
    pass.reportUndecided(whether: "this product is worth its price")
  }
}
