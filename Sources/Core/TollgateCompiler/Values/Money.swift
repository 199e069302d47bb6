import TollgateSyntax

/// An amount of money: an exact decimal and an ISO 4217 code.
struct Money: Hashable, Sendable {
  /// The amount as it is written, without `_`.
  var amount: String
  var currency: String

  /// The reason why a literal is not a price.
  enum ParseError: Error, Hashable, Sendable {
    /// It is not a decimal.
    case shape
    /// There is no currency after it.
    case noCurrency
    /// No currency is called so.
    case unknownCurrency(String, Span)
    /// More than 18 digits, or more than 4 decimals.
    case tooPrecise
    /// Separators that are not those of the language, or more decimals than the currency has.
    case separated(currency: String)
  }

  /// Reads `59.99 TRY`.
  ///
  /// - Parameter isForUse: What one use costs may be less than the smallest coin.
  init(_ literal: LiteralSyntax, isForUse: Bool) throws(ParseError) {
    guard let numeral = Numeral(literal.numeral) else {
      guard let number = SeparatedNumber(literal.numeral) else { throw .shape }
      throw .separated(currency: literal.unit?.text ?? number.suffix)
    }
    let code = literal.unit?.text ?? numeral.suffix
    if code.isEmpty { throw .noCurrency }
    if literal.unit != nil, !numeral.suffix.isEmpty { throw .shape }
    guard Currencies.contains(code) else {
      let end = literal.span.end
      throw .unknownCurrency(code, literal.unit?.span ?? Span(end - code.utf8.count, end))
    }
    var digits = literal.numeral.utf8.filter { $0 != UInt8(ascii: "_") }
    digits.removeLast(numeral.suffix.utf8.count)
    let written = digits.split(separator: UInt8(ascii: "."))
    let decimals = written.count > 1 ? written[1].count : 0
    guard isForUse || decimals <= Currencies.decimals(of: code) else {
      throw .separated(currency: code)
    }
    guard digits.count - written.count + 1 <= 18, decimals <= 4 else { throw .tooPrecise }
    amount = String(decoding: digits, as: UTF8.self)
    currency = code
  }
}
