import TollgateSyntax

/// The value of a literal that is a number with or without a unit.
struct Measure: Hashable, Sendable {
  var value: Int64
  var dimension: Dimension

  /// Whether it is `0` without a unit, which is a quantity of every dimension.
  var isBareZero: Bool { value == 0 && dimension == .plain }

  /// The dimension of a quantity.
  enum Dimension: Hashable, Sendable {
    /// A bare number.
    case plain
    /// A size, in bytes.
    case bytes
    /// A duration, in seconds.
    case seconds
    /// Calendar months: a year is twelve.
    case months
    /// A percentage, in hundredths of a percent.
    case percent
  }

  /// The reason why a literal is not a quantity.
  enum ParseError: Error, Hashable, Sendable {
    /// It is not a number: an instant, a version or something unreadable.
    case shape
    /// Its separators can be read in several ways, or are not those of the language.
    case separated
    /// No unit is called so.
    case unknownUnit(String, Span)
    /// A fraction of a byte, a second or a thing.
    case notWhole(Dimension)
    /// Beyond 2^63−1.
    case tooLarge
  }

  /// Reads a number with the unit attached to it or after it.
  ///
  /// - Parameter months: Whether months and years are units here.
  init(_ literal: LiteralSyntax, months: Bool = false) throws(ParseError) {
    let number = SeparatedNumber(literal.numeral)
    guard let numeral = Numeral(literal.numeral) else {
      throw (number?.grouped ?? number?.decimal) == nil ? .shape : .separated
    }
    if !numeral.suffix.isEmpty, literal.unit != nil { throw .shape }
    let unit = literal.unit?.text ?? numeral.suffix
    guard
      let (dimension, factor) = Measure.unit(unit)
        ?? (months ? MeasureUnit.months(of: unit).map { (.months, $0) } : nil)
    else {
      let width = unit.utf8.count
      throw .unknownUnit(
        unit, literal.unit?.span ?? Span(literal.span.end - width, literal.span.end))
    }
    // `1.000` without a unit is a thousand to some readers.
    if dimension == .plain, number?.grouped != nil { throw .separated }
    self.dimension = dimension
    do throws(Numeral.ParseError) {
      value = try numeral.times(factor)
    } catch {
      switch error {
      case .notWhole: throw .notWhole(dimension)
      case .tooLarge: throw .tooLarge
      }
    }
  }

  /// The dimension of a unit, and its size in bytes, seconds or hundredths of a percent.
  static func unit(_ word: String) -> (Dimension, Int64)? {
    switch word {
    case "": (.plain, 1)
    case "%": (.percent, 100)
    default: MeasureUnit(word).map { ($0.isTime ? .seconds : .bytes, $0.scale) }
    }
  }
}

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
    /// More than 18 digits, or more than so many decimals.
    case tooPrecise(decimals: Int)
    /// Separators that are not those of the language, or more decimals than the currency has.
    case separated(currency: String)
  }

  /// Reads `59.99 TRY`.
  ///
  /// - Parameter most: How many decimals it may have, where what one use costs may be less than the
  ///   smallest coin; nil for those of the currency.
  init(_ literal: LiteralSyntax, decimals most: Int?) throws(ParseError) {
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
    guard most != nil || decimals <= Currencies.decimals(of: code) else {
      throw .separated(currency: code)
    }
    let finest = most ?? Money.decimalsOfUse
    guard digits.count - written.count + 1 <= 18, decimals <= finest else {
      throw .tooPrecise(decimals: finest)
    }
    amount = String(decoding: digits, as: UTF8.self)
    currency = code
  }

  /// The most decimals of what one use costs, and of what goes beyond a limit.
  static let decimalsOfUse = 4
  static let decimalsBeyond = 6
}
