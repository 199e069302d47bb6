import TollgateCompiler
import TollgateRuntime

/// Amounts, times and lists as an example names them.
enum QuantityWords {
  /// So much of a meter: `501 bills`, `10 GB of storage`, `2 h of listening`.
  static func amount(_ value: Int64, of meter: Terms.MeterTerm) -> String {
    switch meter.unit {
    case .count:
      if value == 0 { return "no \(meter.name)" }
      return value == 1 ? "1 \(singular(meter.name))" : "\(value) \(meter.name)"
    case .bytes, .seconds: return "\(plain(value, meter.unit)) of \(meter.name)"
    }
  }

  /// An amount in a unit: `501`, `10 GB`, `2 h`.
  static func plain(_ value: Int64, _ unit: Meter.Unit) -> String {
    switch unit {
    case .count: "\(value)"
    case .bytes: exact(value, sizes, smallest: "B")
    case .seconds: exact(value, durations, smallest: "s")
    }
  }

  /// A time span in milliseconds: `24 h`, `7 days`, `1500 ms`.
  static func span(_ milliseconds: Int64) -> String {
    milliseconds % 1000 == 0
      ? exact(milliseconds / 1000, durations, smallest: "s") : "\(milliseconds) ms"
  }

  private static let sizes: [(name: String, size: Int64)] = [
    ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
  ]

  private static let durations: [(name: String, size: Int64)] = [
    ("days", 86_400), ("h", 3600), ("min", 60),
  ]

  /// In the largest unit of which it is a whole number; a day is 24 h.
  private static func exact(
    _ value: Int64, _ units: [(name: String, size: Int64)], smallest: String
  ) -> String {
    for unit in units where value != 0 && value % unit.size == 0 {
      if unit.name == "days", value == unit.size { continue }
      return "\(value / unit.size) \(unit.name)"
    }
    return "\(value) \(smallest)"
  }

  /// One of several English things: `bill` of `bills`.
  private static func singular(_ name: String) -> String {
    let letters = Array(name.utf8)
    guard letters.count > 2, letters[letters.count - 1] == UInt8(ascii: "s"),
      letters[letters.count - 2] != UInt8(ascii: "s")
    else { return name }
    return String(decoding: letters.dropLast(), as: UTF8.self)
  }

  /// An instant in UTC; a midnight is a date.
  static func instant(_ instant: Instant) -> String {
    let text = InstantText.print(instant)
    let midnight = "T00:00:00Z"
    return text.hasSuffix(midnight) ? String(text.dropLast(midnight.count)) : text
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String], _ joint: String = "and") -> String {
    guard let last = items.last else { return "" }
    if items.count == 1 { return last }
    return items.dropLast().joined(separator: ", ") + " \(joint) " + last
  }

  /// What a counter counts over: `today`, `this week`; empty for the total.
  static func window(_ window: Window) -> String {
    switch window {
    case .total: ""
    case .day: " today"
    case .week: " this week"
    case .month: " this month"
    case .year: " this year"
    }
  }

  /// So many of the 10,000 buckets: `25%`, `12.5%`.
  static func share(_ buckets: Int64) -> String {
    let (whole, rest) = buckets.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)%" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
  }

  static func isVowel(_ name: String) -> Bool {
    switch name.utf8.first.map({ $0 | 0x20 }) {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }
}
