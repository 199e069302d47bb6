import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// A number with or without a unit.
  private mutating func measure(
    _ literal: LiteralSyntax, _ expected: LiteralMistake.Expected
  ) -> Measure? {
    do throws(Measure.ParseError) {
      return try Measure(literal)
    } catch {
      switch error {
      case .shape: report(.literal(.expected(expected)), at: literal.span)
      case .unknownUnit(let unit, let span):
        report(.literal(.unknownUnit(unit, expected)), at: span)
      case .notWhole(let dimension):
        report(.literal(.notWhole(dimension)), at: literal.span)
      case .tooLarge: report(.literal(.tooLarge), at: literal.span)
      }
      return nil
    }
  }

  /// A quantity of a meter, in the meter's unit.
  mutating func quantity(_ literal: LiteralSyntax, of meter: Int32) -> Int64? {
    let checked = policy.meters[Int(meter)]
    guard let measure = measure(literal, .quantity(checked.unit)) else { return nil }
    switch (measure.dimension, checked.unit) {
    case (.plain, _), (.bytes, .bytes), (.seconds, .seconds): return measure.value
    case (.percent, _):
      report(.literal(.expected(.quantity(checked.unit))), at: literal.span)
    default:
      report(
        .literal(
          .otherUnit(
            measure.dimension, meter: checked.name.text, checked.unit, checked.name.span)),
        at: literal.span)
    }
    return nil
  }

  /// A number without a unit.
  mutating func count(_ literal: LiteralSyntax) -> Int64? {
    guard let measure = measure(literal, .count) else { return nil }
    if measure.dimension == .plain { return measure.value }
    report(.literal(.expected(.count)), at: literal.span)
    return nil
  }

  /// A length of time in milliseconds.
  mutating func duration(_ literal: LiteralSyntax, orZero: Bool = false) -> Int64? {
    guard let measure = measure(literal, .duration) else { return nil }
    guard measure.dimension == .seconds else {
      report(.literal(.expected(.duration)), at: literal.span)
      return nil
    }
    let (milliseconds, isTooLarge) = measure.value.multipliedReportingOverflow(by: 1000)
    if isTooLarge {
      report(.literal(.tooLarge), at: literal.span)
      return nil
    }
    if milliseconds == 0, !orZero {
      report(.literal(.zero(.duration)), at: literal.span)
      return nil
    }
    return milliseconds
  }

  /// A percentage in hundredths of a percent, at most `most`.
  mutating func percentage(_ literal: LiteralSyntax, most: Int64) -> Int64? {
    guard let measure = measure(literal, .percentage) else { return nil }
    guard measure.dimension == .percent else {
      report(.literal(.expected(.percentage)), at: literal.span)
      return nil
    }
    guard measure.value <= most else {
      report(.literal(.percentage(most: most / 100)), at: literal.span)
      return nil
    }
    return measure.value
  }

  /// Whether a literal is written as a percentage.
  func isPercentage(_ literal: LiteralSyntax) -> Bool {
    literal.numeral.utf8.last == UInt8(ascii: "%") || literal.unit?.text == "%"
  }

  /// Whether a literal is written as an instant: it has a hyphen.
  func isInstant(_ literal: LiteralSyntax) -> Bool {
    literal.numeral.utf8.contains(UInt8(ascii: "-"))
  }

  mutating func instant(_ literal: LiteralSyntax) -> Instant? {
    guard literal.unit == nil, isInstant(literal) else {
      report(.literal(.expected(.instant)), at: literal.span)
      return nil
    }
    switch InstantText.parse(literal.numeral) {
    case .success(let instant): return instant
    case .failure(let fault):
      report(.literal(.instant(fault)), at: literal.span)
      return nil
    }
  }

  mutating func instant(_ literal: LiteralSyntax?) -> Instant? {
    guard let literal else { return nil }
    return instant(literal)
  }

  mutating func version(_ literal: LiteralSyntax) -> Version? {
    guard literal.unit == nil, !isInstant(literal) else {
      report(.literal(.expected(.version)), at: literal.span)
      return nil
    }
    switch VersionText.parse(literal.numeral) {
    case .success(let version): return version
    case .failure(let fault):
      report(.literal(.version(fault)), at: literal.span)
      return nil
    }
  }

  mutating func money(_ literal: LiteralSyntax) -> Money? {
    do throws(Money.ParseError) {
      return try Money(literal)
    } catch {
      if case .unknownCurrency(_, let span) = error {
        report(.literal(.money(error)), at: span)
      } else {
        report(.literal(.money(error)), at: literal.span)
      }
      return nil
    }
  }
}
