/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// ```swift
/// let now = Instant(milliseconds: 1_772_323_200_000)
/// print(now)  // 2026-03-01T00:00:00Z
/// let tomorrow = now.advanced(by: 86_400_000)
/// ```
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// The instant so many milliseconds after 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Whether one instant is earlier than another.
  public static func < (a: Instant, b: Instant) -> Bool {
    a.milliseconds < b.milliseconds
  }

  /// The years that a date can have: 1 to 9999.
  package static let readable =
    Instant(milliseconds: -62_135_596_800_000)...Instant(milliseconds: 253_402_300_799_999)

  /// The instant so many milliseconds later; at the ends of time it stays there.
  public func advanced(by milliseconds: Int64) -> Instant {
    Instant(milliseconds: self.milliseconds.saturatingAdd(milliseconds))
  }
}

extension Int64 {
  /// The sum, or the end of the range where it does not fit.
  package func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The product, or the end of the range where it does not fit.
  package func saturatingMultiply(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

extension Instant: CustomStringConvertible {
  /// The instant in UTC: `2026-03-01T08:00:00Z`, with milliseconds only where there are some. Years
  /// outside 0001…9999 get a sign and at least five digits, as ISO 8601 has it.
  public var description: String {
    let day: Int64 = 86_400_000
    let days = milliseconds.flooredDivision(by: day)
    // Not as a difference: at the beginning of time a whole number of days does not fit.
    let remainder = milliseconds % day
    let time = remainder < 0 ? remainder + day : remainder
    let date = CivilDate(daysSince1970: days)
    var bytes: [UInt8] = []
    Instant.append(year: date.year, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Instant.append(date.month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Instant.append(date.day, digits: 2, to: &bytes)
    Instant.append(time: time, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(year: Int64, to bytes: inout [UInt8]) {
    if year >= 1, year <= 9999 {
      append(year, digits: 4, to: &bytes)
    } else {
      bytes.append(year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      append(abs(year), digits: 5, to: &bytes)
    }
  }

  private static func append(time: Int64, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "T"))
    append(time / 3_600_000, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(time / 60_000 % 60, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(time / 1000 % 60, digits: 2, to: &bytes)
    if time % 1000 != 0 {
      bytes.append(UInt8(ascii: "."))
      append(time % 1000, digits: 3, to: &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Writes a number that is not negative, with leading zeros up to `digits` digits.
  private static func append(_ number: Int64, digits: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    while rest > 0 || bytes.count - start < digits {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }
}

/// A day of the Gregorian calendar, which is taken to have always been in use.
package struct CivilDate: Hashable, Sendable {
  package var year: Int64
  package var month: Int64
  package var day: Int64

  /// A day, if the calendar has it.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard month >= 1, month <= 12, day >= 1, day <= CivilDate.days(in: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01.
  ///
  /// Years are counted from March, so that the leap day is the last of its year; 400 of them
  /// (an era) have 146,097 days.
  package init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let leaps = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leaps) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days it is after 1970-01-01.
  package var daysSince1970: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredDivision(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The same day so many months later; the last day of a month that has no such day.
  fileprivate func adding(months: Int64) -> CivilDate {
    let sum = year * 12 + month - 1 + months
    var date = self
    date.year = sum.flooredDivision(by: 12)
    date.month = sum - date.year * 12 + 1
    date.day = min(day, CivilDate.days(in: date.month, of: date.year))
    return date
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// How long after a date: a length of time, or whole calendar months in UTC.
package enum Lapse: Sendable, Hashable {
  case milliseconds(Int64)
  case months(Int64)

  /// Every number of months is below this.
  package static let mostMonths: Int64 = 1 << 20
  /// Times outside this are not on any calendar: months after one of them are at the end of time.
  private static let calendar: Range<Int64> = -(1 << 56)..<1 << 56
  private static let day: Int64 = 86_400_000

  package var isMonths: Bool { if case .months = self { true } else { false } }

  /// How many milliseconds or months.
  package var count: Int64 {
    switch self {
    case .milliseconds(let count), .months(let count): count
    }
  }

  /// Whether it is no time at all.
  package var isZero: Bool { count == 0 }

  /// The milliseconds since 1970 so long after a time: at the same time of day, on the last day of
  /// a month that has no such day.
  @inline(__always)
  package func end(after time: Int64) -> Int64 {
    switch self {
    case .milliseconds(let span): time.saturatingAdd(span)
    case .months(let count): Lapse.end(ofMonths: count, after: time)
    }
  }

  @inline(never)
  private static func end(ofMonths count: Int64, after time: Int64) -> Int64 {
    guard calendar.contains(time) else { return time < 0 ? .min : .max }
    guard count < mostMonths else { return .max }
    let days = time.flooredDivision(by: day)
    let date = CivilDate(daysSince1970: days).adding(months: count)
    return date.daysSince1970 * day + time - days * day
  }

  /// How many whole months have passed from one time to another; below 0 where the other one is
  /// earlier.
  package static func months(from start: Int64, to end: Int64) -> Int64 {
    guard calendar.contains(start), calendar.contains(end) else {
      return start <= end ? .max : .min
    }
    let first = CivilDate(daysSince1970: start.flooredDivision(by: day))
    let last = CivilDate(daysSince1970: end.flooredDivision(by: day))
    let months = (last.year - first.year) * 12 + last.month - first.month
    return self.end(ofMonths: months, after: start) <= end ? months : months - 1
  }
}

extension Int64 {
  /// The quotient rounded down; `divisor` is positive.
  package func flooredDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
