import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let dearBundle = LintRule(
    DiagnosticPage(
      "TG0405", "a bundle dearer than its parts", level: .warning,
      what: "Two or more products for sale cost less together than another one in the same "
        + "currency and period, and open at least as much for everybody who may buy it.",
      why: "Nobody who compares prices buys the bundle.",
      avoid: "entitlements basic, advanced\nproduct basic-pack\n  grants basic\n"
        + "  price 10 CNY once\nproduct advanced-pack\n  grants advanced\n  price 20 CNY once\n"
        + "product bundle\n  grants basic, advanced\n  price 31 CNY once\n"
        + "a requires basic\nb requires advanced\n",
      prefer: "entitlements basic, advanced\nproduct basic-pack\n  grants basic\n"
        + "  price 10 CNY once\nproduct advanced-pack\n  grants advanced\n  price 20 CNY once\n"
        + "product bundle\n  grants basic, advanced\n  price 28 CNY once\n"
        + "a requires basic\nb requires advanced\n",
      exceptions: "A bundle at the same price is fine. Where a single product is enough, that is "
        + "`TG0404`. The parts must be sold to the same people, may be held together and with as "
        + "much as the bundle, and keep its grace, trial and sharing."
    ), yieldsTo: ["TG0403", "TG0404", "TG0406"]
  ) { pass in
    for (bundle, parts) in pass.survey.bundles {
      pass.report(bundle: Int(bundle), parts.map { Int($0) })
    }
    pass.reportUndecided(whether: "cheaper products open all that this one opens")
  }
}

extension LintPass {
  fileprivate mutating func report(bundle: Int, _ parts: [Int]) {
    let products = policy.products
    let span = products[bundle].priceSpan ?? products[bundle].name.span
    let prices = parts.compactMap { products[$0].price?.amount }
    let total = prices.reduce(MoneyAmount("0")) { $0.plus(MoneyAmount($1)) }.text(decimals: 2)
    let currency = products[bundle].price?.currency ?? ""
    let list = LintPass.list(parts.map { "`\(products[$0].name.text)`" })
    report(
      "`\(products[bundle].name.text)` is dearer than its parts", at: span,
      "the parts cost \(total) \(currency)", about: [.product(bundle)],
      related: parts.map { part in
        .init(products[part].priceSpan ?? products[part].name.span, "a part")
      },
      notes: ["\(list) open all that it opens"],
      help: ["ask less than \(total) \(currency) for it, or let it give more"])
  }
}
