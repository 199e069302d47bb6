import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let dearBundle = LintRule(
    DiagnosticPage(
      "TG0405", "a bundle dearer than its parts", level: .warning,
      what: "Two or more products for sale give together all that another gives, and cost less "
        + "than it in the same currency and period.",
      why: "Nobody who compares prices buys the bundle.",
      avoid: "entitlements basic, advanced\nproduct basic-pack\n  grants basic\n"
        + "  price 10 CNY once\nproduct advanced-pack\n  grants advanced\n  price 20 CNY once\n"
        + "product bundle\n  grants basic, advanced\n  price 31 CNY once\n"
        + "a requires basic\nb requires advanced\n",
      prefer: "entitlements basic, advanced\nproduct basic-pack\n  grants basic\n"
        + "  price 10 CNY once\nproduct advanced-pack\n  grants advanced\n  price 20 CNY once\n"
        + "product bundle\n  grants basic, advanced\n  price 28 CNY once\n"
        + "a requires basic\nb requires advanced\n",
      exceptions: "A bundle at the same price is left alone, and so is one that a single cheaper "
        + "product could stand in for: that is `TG0404`. Parts must be sold to who has nothing "
        + "else, may not exclude each other, and keep the bundle's grace and its sharing."
    ), yieldsTo: ["TG0403", "TG0404", "TG0406"]
  ) { pass in
    let list = PriceList(pass.policy)
    for (index, product) in pass.policy.products.enumerated() {
      guard var search = PartSearch(of: index, in: list, budget: pass.options.budget)
      else { continue }
      let span = product.priceSpan ?? product.name.span
      switch search.run() {
      case .parts(let parts): pass.report(bundle: index, at: span, parts)
      case .none: break
      case .undecided:
        pass.reportUndecided(
          whether: "parts cheaper than `\(product.name.text)` give all that it gives", at: span,
          about: [.product(index)],
          notes: ["stopped after \(pass.options.budget) steps"], help: ["raise `--budget`"])
      }
    }
  }
}

extension LintPass {
  fileprivate mutating func report(bundle: Int, at span: Span, _ parts: [Int]) {
    let products = policy.products
    let total = parts.reduce(ExactAmount.zero) { sum, part in
      sum.adding(products[part].price.map { ExactAmount($0.amount) } ?? .zero)
    }
    let currency = products[bundle].price?.currency ?? ""
    let names = parts.map { "`\(products[$0].name.text)`" }
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    report(
      "`\(products[bundle].name.text)` is dearer than its parts", at: span,
      "the parts cost \(total.text) \(currency)", about: [.product(bundle)],
      related: parts.map { part in
        .init(products[part].priceSpan ?? products[part].name.span, "a part")
      },
      notes: ["\(list) give all that it gives"],
      help: ["ask less than \(total.text) \(currency) for it, or let it give more"])
  }
}
