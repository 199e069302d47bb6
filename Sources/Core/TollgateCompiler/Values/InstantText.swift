package import TollgateRuntime

/// Instants as text: `2026-03-01`, `2026-03-01T08:00Z`, `2026-03-01T08:00:30.250+08:00`.
///
/// The language and the JSON shapes share these forms.
package enum InstantText {
  /// The reason why a text is not an instant.
  package enum ParseError: Error, Hashable, Sendable {
    /// It is not written like a date or a time.
    case shape
    /// There is no such day in the calendar.
    case noSuchDay
    /// There is no such time of day, or no such offset.
    case noSuchTime
    /// A time of day without `Z` or an offset.
    case noOffset
    /// A fraction below the millisecond.
    case tooFine
  }

  /// Writes an instant in UTC, as it describes itself.
  package static func print(_ instant: Instant) -> String { instant.description }

  /// Reads an instant.
  package static func parse(_ text: String) -> Result<Instant, ParseError> {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// Reads an instant that is written in these bytes.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Instant, ParseError> {
    var scanner = Scanner(rest: bytes[...])
    do throws(ParseError) {
      return .success(try scanner.instant())
    } catch {
      return .failure(error)
    }
  }
}

/// Reads an instant from the front, byte by byte.
private struct Scanner {
  /// Invariant: the bytes are there as long as the scanner is; it never leaves `parse`.
  var rest: Slice<UnsafeBufferPointer<UInt8>>

  private static let day: Int64 = 86_400_000

  mutating func instant() throws(InstantText.ParseError) -> Instant {
    let midnight = try date()
    if rest.isEmpty { return Instant(milliseconds: midnight) }
    guard take(UInt8(ascii: "T")) else { throw .shape }
    let time = try timeOfDay()
    let offset = try offset()
    guard rest.isEmpty else { throw .shape }
    return Instant(milliseconds: midnight + time - offset)
  }

  private mutating func date() throws(InstantText.ParseError) -> Int64 {
    let year = try number(4)
    guard take(UInt8(ascii: "-")) else { throw .shape }
    let month = try number(2)
    guard take(UInt8(ascii: "-")) else { throw .shape }
    let day = try number(2)
    guard let date = CivilDate(year: year, month: month, day: day), year >= 1 else {
      throw .noSuchDay
    }
    return date.daysSince1970 * Scanner.day
  }

  private mutating func timeOfDay() throws(InstantText.ParseError) -> Int64 {
    let hour = try number(2)
    guard take(UInt8(ascii: ":")) else { throw .shape }
    let minute = try number(2)
    var second: Int64 = 0
    var milliseconds: Int64 = 0
    if take(UInt8(ascii: ":")) {
      second = try number(2)
      if take(UInt8(ascii: ".")) { milliseconds = try fraction() }
    }
    guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime }
    return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
  }

  /// One to three digits after the point.
  private mutating func fraction() throws(InstantText.ParseError) -> Int64 {
    var value: Int64 = 0
    var digits = 0
    while let digit = rest.first?.decimalDigit {
      rest.removeFirst()
      digits += 1
      if digits > 3 { throw .tooFine }
      value = value * 10 + digit
    }
    guard digits > 0 else { throw .shape }
    while digits < 3 {
      value *= 10
      digits += 1
    }
    return value
  }

  /// `Z`, `+08:00` or `-05:30`, in milliseconds.
  private mutating func offset() throws(InstantText.ParseError) -> Int64 {
    if take(UInt8(ascii: "Z")) { return 0 }
    if rest.isEmpty { throw .noOffset }
    let isNegative = take(UInt8(ascii: "-"))
    guard isNegative || take(UInt8(ascii: "+")) else { throw .shape }
    let hour = try number(2)
    guard take(UInt8(ascii: ":")) else { throw .shape }
    let minute = try number(2)
    guard hour < 24, minute < 60 else { throw .noSuchTime }
    let offset = (hour * 60 + minute) * 60_000
    return isNegative ? -offset : offset
  }

  private mutating func number(_ digits: Int) throws(InstantText.ParseError) -> Int64 {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = rest.first?.decimalDigit else { throw .shape }
      rest.removeFirst()
      value = value * 10 + digit
    }
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }
}

extension UInt8 {
  /// The value of an ASCII digit.
  var decimalDigit: Int64? {
    self >= 0x30 && self <= 0x39 ? Int64(self - 0x30) : nil
  }

  /// Whether it is an ASCII letter.
  var isLetter: Bool {
    (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A
  }
}
