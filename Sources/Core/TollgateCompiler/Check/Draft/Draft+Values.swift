import TollgateRuntime
import TollgateSyntax

/// The values of literals; nil, with a report, where one has none.
extension Draft {
  /// A quantity of a meter, in the meter's unit.
  func quantity(_ literal: LiteralSyntax, of meter: Int32) -> Int64? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.quantity(literal, of: policy.meters[Int(meter)])
    }
  }

  /// A number without a unit.
  func count(_ literal: LiteralSyntax) -> Int64? {
    value { () throws(LiteralReader.Misread) in try LiteralReader.count(literal) }
  }

  /// A number without a unit that is not too small.
  func count(
    _ literal: LiteralSyntax, atLeast least: Int64, _ zero: LiteralMistake.Zero
  ) -> Int64? {
    guard let count = count(literal) else { return nil }
    if count >= least { return count }
    report(.literal(.zero(zero)), at: literal.span)
    return nil
  }

  /// A number with the unit it has.
  func measure(_ literal: LiteralSyntax) -> Measure? {
    value { () throws(LiteralReader.Misread) in try LiteralReader.measure(literal, .value) }
  }

  /// A length of time in milliseconds.
  func duration(_ literal: LiteralSyntax, orZero: Bool = false) -> Int64? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.duration(literal, orZero: orZero)
    }
  }

  /// A percentage in hundredths of a percent, at most `most`.
  func percentage(_ literal: LiteralSyntax, most: Int64) -> Int64? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.percentage(literal, most: most)
    }
  }

  func instant(_ literal: LiteralSyntax?) -> Instant? {
    guard let literal else { return nil }
    return value { () throws(LiteralReader.Misread) in try LiteralReader.instant(literal) }
  }

  func version(_ literal: LiteralSyntax) -> Version? {
    value { () throws(LiteralReader.Misread) in try LiteralReader.version(literal) }
  }

  func money(_ literal: LiteralSyntax, isForUse: Bool) -> Money? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.money(literal, isForUse: isForUse)
    }
  }

  private func value<Value>(_ read: () throws(LiteralReader.Misread) -> Value) -> Value? {
    do throws(LiteralReader.Misread) {
      return try read()
    } catch {
      report(.literal(error.mistake), at: error.span)
      return nil
    }
  }
}
