import TollgateRuntime
import TollgateWords

/// Amounts, times and lists in the English of examples and differences.
enum QuantityWords {
  /// So much of a meter: `501 bills`, `no bills`, `10 GB of storage`.
  static func amount(_ value: Int64, of meter: Terms.MeterTerm) -> String {
    if value == 0, meter.unit == .count { return "no \(meter.name)" }
    return AmountText.things(value, meter.unit, named: meter.name, .english)
  }

  /// An amount in a unit: `501`, `10 GB`, `2 h`.
  static func plain(_ value: Int64, _ unit: Meter.Unit) -> String {
    AmountText.print(value, unit, .english)
  }

  /// A length of time in milliseconds: `24 h`, `7 days`, `1500 ms`.
  static func span(_ milliseconds: Int64) -> String {
    AmountText.duration(milliseconds, .english)
  }

  /// An instant as a policy writes it; a midnight is a date.
  static func instant(_ instant: Instant) -> String { TimeText.utc.literal(instant) }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String], _ joint: String = "and") -> String {
    let english = ConditionText(.english)
    return joint == "and" ? english.and(items) : english.or(items)
  }

  /// When a counter counts: ` today`, ` this week`, ` in 3 hours`; empty for the total.
  static func window(_ window: Window) -> String {
    guard let name = window.name else { return "" }
    if window == .day { return " today" }
    return window.number == 1 ? " this " + name : " in " + name
  }

  /// So many of the 10,000 buckets of a rollout: `25%`, `12.5%`.
  static func share(_ buckets: Int64) -> String { PercentText.print(buckets) }
}
