import TollgateRuntime
import TollgateSyntax

/// Reads a literal as the kind of value that is needed: a quantity, a date, a price.
/// Nothing else reads literals, in policies or on a command line.
enum LiteralReader {
  /// Why a literal has no value there, and the part that shows it.
  struct Misread: Error {
    var mistake: LiteralMistake
    var span: Span
  }

  /// A quantity of a meter, in the meter's unit.
  static func quantity(
    _ literal: LiteralSyntax, of meter: CheckedMeter
  ) throws(Misread) -> Int64 {
    let measure = try measure(literal, .quantity(meter.unit))
    switch (measure.dimension, meter.unit) {
    case (.plain, _), (.bytes, .bytes), (.seconds, .seconds): return measure.value
    case (.seconds, .minutes), (.seconds, .hours), (.seconds, .days):
      let (units, rest) = measure.value.quotientAndRemainder(dividingBy: meter.unit.seconds ?? 1)
      if rest == 0 { return units }
      throw Misread(mistake: .notWholeUnit(meter.unit), span: literal.span)
    case (.percent, _):
      throw Misread(mistake: .expected(.quantity(meter.unit)), span: literal.span)
    default:
      let mistake = LiteralMistake.otherUnit(
        measure.dimension, meter: meter.name.text, meter.unit, meter.name.span)
      throw Misread(mistake: mistake, span: literal.span)
    }
  }

  /// A number with the unit it has, months among them; nil for any other literal.
  static func ifValue(_ literal: LiteralSyntax) -> Measure? {
    do throws(Measure.ParseError) { return try Measure(literal, months: true) } catch { return nil }
  }

  /// A number without a unit.
  static func count(_ literal: LiteralSyntax) throws(Misread) -> Int64 {
    try value(literal, .count, .plain)
  }

  /// A length of time in milliseconds.
  static func duration(_ literal: LiteralSyntax, orZero: Bool) throws(Misread) -> Int64 {
    let seconds = try value(literal, .duration, .seconds)
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
    if isTooLarge { throw Misread(mistake: .tooLarge, span: literal.span) }
    if milliseconds > 0 || orZero { return milliseconds }
    throw Misread(mistake: .zero(.duration), span: literal.span)
  }

  /// How long after something: a duration, or months and years.
  static func lapse(_ literal: LiteralSyntax, orZero: Bool) throws(Misread) -> Lapse {
    let measure = try measure(literal, .duration, months: true)
    guard measure.dimension == .months else {
      return .milliseconds(try duration(literal, orZero: orZero))
    }
    if measure.value >= Lapse.mostMonths { throw Misread(mistake: .tooLarge, span: literal.span) }
    if measure.value > 0 || orZero { return .months(measure.value) }
    throw Misread(mistake: .zero(.duration), span: literal.span)
  }

  /// A percentage in hundredths of a percent, at most `most`.
  static func percentage(_ literal: LiteralSyntax, most: Int64) throws(Misread) -> Int64 {
    let share = try value(literal, .percentage, .percent)
    if share <= most { return share }
    throw Misread(mistake: .percentage(most: most / 100), span: literal.span)
  }

  /// Whether a literal is written as a percentage.
  static func isPercentage(_ literal: LiteralSyntax) -> Bool {
    literal.numeral.utf8.last == UInt8(ascii: "%") || literal.unit?.text == "%"
  }

  /// Whether a literal is written as an instant: it has a hyphen.
  static func isInstant(_ literal: LiteralSyntax) -> Bool {
    literal.numeral.utf8.contains(UInt8(ascii: "-"))
  }

  static func instant(_ literal: LiteralSyntax) throws(Misread) -> Instant {
    guard literal.unit == nil, isInstant(literal) else {
      throw Misread(mistake: .expected(.instant), span: literal.span)
    }
    switch InstantText.parse(literal.numeral) {
    case .success(let instant): return instant
    case .failure(let error): throw Misread(mistake: .instant(error), span: literal.span)
    }
  }

  static func version(_ literal: LiteralSyntax) throws(Misread) -> Version {
    guard literal.unit == nil, !isInstant(literal) else {
      throw Misread(mistake: .expected(.version), span: literal.span)
    }
    switch VersionText.parse(literal.numeral) {
    case .success(let version): return version
    case .failure(let error): throw Misread(mistake: .version(error), span: literal.span)
    }
  }

  static func money(_ literal: LiteralSyntax, decimals: Int?) throws(Misread) -> Money {
    do throws(Money.ParseError) {
      return try Money(literal, decimals: decimals)
    } catch {
      let span = if case .unknownCurrency(_, let span) = error { span } else { literal.span }
      throw Misread(mistake: .money(error, literal), span: span)
    }
  }

  private static func value(
    _ literal: LiteralSyntax, _ expected: LiteralMistake.Expected, _ dimension: Measure.Dimension
  ) throws(Misread) -> Int64 {
    let measure = try measure(literal, expected)
    if measure.dimension == dimension { return measure.value }
    throw Misread(mistake: .expected(expected), span: literal.span)
  }

  /// A number with or without a unit.
  static func measure(
    _ literal: LiteralSyntax, _ expected: LiteralMistake.Expected, months: Bool = false
  ) throws(Misread) -> Measure {
    do throws(Measure.ParseError) {
      return try Measure(literal, months: months || expected == .value)
    } catch {
      switch error {
      case .shape: throw Misread(mistake: .expected(expected), span: literal.span)
      case .separated:
        throw Misread(mistake: .separated(literal), span: literal.span)
      case .unknownUnit(let unit, let span):
        throw Misread(mistake: .unknownUnit(unit, expected), span: span)
      case .notWhole(let dimension):
        throw Misread(mistake: .notWhole(dimension), span: literal.span)
      case .tooLarge: throw Misread(mistake: .tooLarge, span: literal.span)
      }
    }
  }
}
