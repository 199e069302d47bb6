import TollgateRuntime
import TollgateSyntax

extension MistakeWords {
  func instant(_ fault: InstantText.ParseError, _ text: String, _ span: Span) -> Diagnostic {
    switch fault {
    case .shape: return shape(text, span)
    case .noSuchDay:
      return Diagnostic(
        code: "TG0008", headline: "the calendar has no day `\(text)`", span: span,
        label: "no such day")
    case .noSuchTime:
      return Diagnostic(
        code: "TG0008", headline: "there is no time `\(text)`", span: span,
        label: "hours go from 00 to 23, minutes and seconds from 00 to 59")
    case .noOffset:
      return Diagnostic(
        code: "TG0008", headline: "`\(text)` has no time zone", span: span,
        label: "end a time with `Z` or an offset such as `+08:00`",
        edits: [.init(span, "\(text)Z", safety: .unsafe, title: "write `\(text)Z` for UTC")])
    case .tooFine:
      return Diagnostic(
        code: "TG0008", headline: "`\(text)` is finer than a millisecond", span: span,
        label: "a second has at most three decimals")
    }
  }

  private func shape(_ text: String, _ span: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0008", headline: "`\(text)` is not a date or a time", span: span,
      label: "a date is written like `2026-03-01`, a time like `2026-03-01T08:00Z`")
    if let padded = padded(text) {
      diagnostic.edits = [.init(span, padded, safety: .safe, title: "write `\(padded)`")]
    }
    return diagnostic
  }

  /// `2026-3-1` with its zeros, if that is a day.
  private func padded(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4 else { return nil }
    var padded = String(parts[0])
    for part in parts[1...] {
      guard part.utf8.count == 1 || part.utf8.count == 2 else { return nil }
      padded += part.utf8.count == 1 ? "-0\(part)" : "-\(part)"
    }
    if case .success = InstantText.parse(padded) { return padded }
    return nil
  }

  func money(
    _ fault: Money.ParseError, _ literal: LiteralSyntax, _ text: String, _ span: Span
  ) -> Diagnostic {
    switch fault {
    case .separated(let currency):
      return separated(literal, of: currency, text, span)
    case .shape:
      return Diagnostic(
        code: "TG0009", headline: "`\(text)` is not an amount of money", span: span,
        label: "a price is written like `59.99 TRY`")
    case .noCurrency:
      return Diagnostic(
        code: "TG0009", headline: "`\(text)` has no currency", span: span,
        label: "write a currency after the amount, such as `USD`",
        edits: [.init(span, "\(text) USD", safety: .shown, title: "write a currency after it")])
    case .unknownCurrency(let code, _):
      let known = Currencies.contains(code.uppercased()) ? code.uppercased() : nil
      return Diagnostic(
        code: "TG0009", headline: "there is no currency called `\(code)`", span: span,
        label: "use a three-letter code of ISO 4217, such as `CNY`",
        edits: known.map { [.init(span, $0, safety: .safe, title: "write `\($0)`")] } ?? [])
    case .tooPrecise:
      return Diagnostic(
        code: "TG0009", headline: "`\(text)` has too many digits for a price", span: span,
        label: "at most 18 digits, four of them decimals")
    }
  }
}
