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
