import TollgateKit
import TollgateCompiler
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The words of one line, read from the front. The first mistake is kept, and ends the line.
struct LineWords {
  let source: Source
  let span: Span
  private let tokens: [Token]
  private var index = 0
  /// The products named so far.
  private(set) var names: [String] = []
  private(set) var problem: (headline: String, span: Span, help: String?)?

  /// - Parameter tokens: The tokens of the line, without blanks; at least one.
  init(_ tokens: [Token], in source: Source) {
    self.tokens = tokens
    self.source = source
    span = Span(tokens.first?.span.start ?? 0, tokens.last?.span.end ?? 0)
  }

  var isAtEnd: Bool { index >= tokens.count }

  /// The place of the next word, or the end of the line.
  var place: Span {
    isAtEnd ? Span(span.end, span.end) : tokens[index].span
  }

  /// The rest of the line.
  var rest: Span { Span(place.start, span.end) }

  /// The next word as written.
  var word: String? { isAtEnd ? nil : source.text(tokens[index].span) }

  /// The place of the next of these words in the rest of the line.
  func place(ofAny wanted: Set<String>) -> Span? {
    tokens[min(index, tokens.count)...].map { $0.span }.first { wanted.contains(source.text($0)) }
  }

  mutating func advance() { index += 1 }

  /// Skips a word if it is the next.
  mutating func accept(_ wanted: String) -> Bool {
    guard problem == nil, word == wanted else { return false }
    index += 1
    return true
  }

  /// Requires these words next.
  mutating func expect(_ wanted: String...) {
    for word in wanted {
      guard accept(word) else { return fail("expected `\(word)` here", place) }
    }
  }

  mutating func fail(_ headline: String, _ span: Span, help: String? = nil) {
    if problem == nil { problem = (headline, span, help) }
  }

  /// Reports an unexpected rest of the line.
  mutating func expectEnd() {
    guard !isAtEnd else { return }
    fail("unexpected `\(source.text(rest))` at the end of the step", rest)
  }

  // MARK: Values

  /// The name of a product.
  mutating func name() -> String {
    guard !isAtEnd, tokens[index].kind == .name || tokens[index].kind == .quotedName else {
      fail("expected the name of a product here", place)
      return ""
    }
    defer { index += 1 }
    let text = source.text(tokens[index].span)
    let isQuoted = tokens[index].kind == .quotedName
    let name = isQuoted ? String(text.dropFirst().prefix { $0 != "`" }) : text
    names.append(name)
    return name
  }

  /// `2026-03-01`
  mutating func instant() -> Instant {
    let span = place
    let text = numeral() ?? source.text(span)
    do throws(Failure) {
      let instant = try QuantityArgument.instant(text, behind: "`at`")
      advance()
      return instant
    } catch {
      fail(error.message, span)
      return Instant(milliseconds: 0)
    }
  }

  /// `3 days`, `24h`, `1 month`
  mutating func period() -> StorePeriod {
    let start = place
    let help = "write a whole number and `s`, `min`, `h`, `days`, `weeks`, `months` or `years`"
    let text = numeral() ?? ""
    let digits = text.prefix { $0.isNumber || $0 == "_" }
    var unit = String(text.dropFirst(digits.count))
    if !text.isEmpty { advance() }
    if unit.isEmpty, let word {
      unit = word
      advance()
    }
    let count = Int(digits.filter { $0 != "_" })
    guard let count, let period = LineWords.period(count, unit) else {
      let span = text.isEmpty ? start : Span(start.start, tokens[index - 1].span.end)
      fail("expected a period such as `3 days` or `1 month` here", span, help: help)
      return .milliseconds(0)
    }
    if count < 1 || count > LineWords.longest {
      fail("a period has from 1 to \(LineWords.longest) of its unit", start)
    }
    return period
  }

  /// The longest period in any unit.
  private static let longest = 1_000_000

  private static func period(_ count: Int, _ unit: String) -> StorePeriod? {
    switch unit {
    case "s", "second", "seconds": .seconds(Int64(count))
    case "min", "minute", "minutes": .minutes(Int64(count))
    case "h", "hour", "hours": .hours(Int64(count))
    case "day", "days": .days(Int64(count))
    case "week", "weeks": .weeks(Int64(count))
    case "month", "months": .months(count)
    case "year", "years": .years(count)
    default: nil
    }
  }

  /// `50%`, from 1 to 100.
  mutating func percent() -> Int {
    let text = numeral() ?? ""
    guard text.hasSuffix("%"), let percent = Int(text.dropLast()), (1...100).contains(percent)
    else {
      fail("a refund is from `1%` to `100%`", place)
      return 100
    }
    advance()
    return percent
  }

  /// `15 CNY`
  mutating func money() -> Money {
    let amount = numeral() ?? ""
    let start = place
    if !amount.isEmpty { advance() }
    let currency = word ?? ""
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }),
      let money = Money(amount, currency)
    else {
      fail("expected a price such as `15 CNY` here", start)
      return Money(0, "USD")
    }
    advance()
    return money
  }

  private func numeral() -> String? {
    guard !isAtEnd, tokens[index].kind == .numeral else { return nil }
    return source.text(tokens[index].span)
  }
}
