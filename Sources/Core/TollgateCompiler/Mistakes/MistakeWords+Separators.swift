import TollgateSyntax

/// Numbers whose separators are not those of the language, or can be read in two ways.
extension MistakeWords {
  /// `1,200`, `1.000` without a unit.
  func separated(
    _ literal: LiteralSyntax, _ code: String, _ text: String, _ span: Span
  ) -> Diagnostic {
    let number = SeparatedNumber(literal.numeral)
    let isPlain = literal.unit == nil && (number?.suffix ?? "").isEmpty
    let decimal = isPlain ? number?.decimal(0) : number?.shortDecimal
    return separated(literal, code, text, span, decimal: decimal) {
      isPlain
        ? "write whole numbers without separators, or with `_`: `10_000`"
        : "write decimals after a `.`, and nothing between thousands"
    }
  }

  /// `1,200 USD`, `1.200 USD`: more decimals than the currency has.
  func separated(
    _ literal: LiteralSyntax, of currency: String, _ text: String, _ span: Span
  ) -> Diagnostic {
    let decimals = Currencies.decimals(of: currency)
    let decimal = SeparatedNumber(literal.numeral)?.decimal(decimals)
    return separated(literal, "TG0009", text, span, decimal: decimal) {
      switch decimals {
      case 0: "an amount in \(currency) has no decimals"
      default: "an amount in \(currency) has at most \(decimals) decimals, after a `.`"
      }
    }
  }

  private func separated(
    _ literal: LiteralSyntax, _ code: String, _ text: String, _ span: Span, decimal: String?,
    rule: () -> String
  ) -> Diagnostic {
    let number = SeparatedNumber(literal.numeral)
    let readings = [number?.grouped, decimal].compactMap { $0 }
    let isDoubtful = readings.count == 2 && readings[0] != readings[1]
    let kind = code == "TG0009" ? "an amount of money" : "a number of the language"
    var diagnostic = Diagnostic(
      code: code,
      headline: isDoubtful
        ? "`\(text)` can be read in two ways" : "`\(text)` is not \(kind)",
      span: span, label: isDoubtful ? "\(readings[0]) or \(readings[1])?" : rule())
    if isDoubtful { diagnostic.help = [rule()] }
    let place = Span(span.start, span.start + literal.numeral.utf8.count)
    for (index, reading) in readings.enumerated() {
      let written = reading + (number?.suffix ?? "")
      var title = "write `\(written)`"
      if isDoubtful {
        let sign = number?.hasComma == true ? "`,`" : "`.`"
        title += ", if the \(sign) " + (index == 0 ? "separates thousands" : "begins the decimals")
      }
      diagnostic.edits.append(.init(place, written, safety: .unsafe, title: title))
    }
    return diagnostic
  }
}
