import TollgateSyntax

extension MistakeWords {
  func price(_ fault: PriceMistake, _ span: Span) -> Diagnostic {
    let text = written(span)
    switch fault {
    case .billedNotMonthly:
      return Diagnostic(
        code: "TG0044", headline: "`\(text)` follows a price that is not per month", span: span,
        label: "only a price per month is billed for several months",
        help: [
          "write what one month costs, `price 10 USD per month \(text)`, or leave `\(text)` out"
        ])
    case .billedMonths:
      return Diagnostic(
        code: "TG0044", headline: "a price per month is not billed for `\(text)`", span: span,
        label: "expected 2 to 1,000 months, or two years or more",
        help: ["write `billed every 6 months`, `billed yearly` or `billed every 2 years`"])
    case .introductionAlone(let price):
      return Diagnostic(
        code: "TG0044",
        headline: "an introductory price begins a price that renews, and this "
          + "product has none", span: span, label: "no price follows it",
        related: price.map { [.init($0, "does not renew")] } ?? [],
        help: ["give the product a price, such as `price 12 USD per month`"])
    case .introductionPeriod(let own, let price):
      return Diagnostic(
        code: "TG0044",
        headline: "the introductory price is paid `per \(text)`, and the price `\(own)`",
        span: span, label: "neither the period of the price nor a part of it",
        related: [.init(price, "the price")],
        help: [
          "write it `\(own)`, or for a length of time: `introductory price 5 USD for 3 months`"
        ])
    case .introductionLength(let period):
      return Diagnostic(
        code: "TG0044", headline: "`\(text)` is not a whole number of periods", span: span,
        label: "the introductory price is paid \(period)",
        help: ["write as many periods as it lasts, such as `per month for 3 months`"])
    case .introductionCurrency(let currency, let price):
      return Diagnostic(
        code: "TG0044", headline: "the introductory price is in \(currency), and the price is not",
        span: span, label: "no price follows it in this currency",
        related: [.init(price, "the price")],
        help: ["write both in the same currencies"])
    case .introductionOnce:
      return Diagnostic(
        code: "TG0044",
        headline: "an introductory price that is paid once does not say how long it "
          + "lasts", span: span, label: "how long?",
        help: ["write, for example, `introductory price 5 USD for 3 months`"])
    case .introductionFree(let length, let line):
      return Diagnostic(
        code: "TG0044", headline: "an introductory price of nothing is a trial", span: span,
        label: "costs nothing",
        edits: [
          .init(line, "trial \(length)", safety: .unsafe, title: "write `trial \(length)`")
        ])
    }
  }
}
