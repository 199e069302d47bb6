import TollgateRuntime
import TollgateWords

/// Amounts and times in the English of examples and differences.
enum QuantityWords {
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

  /// So many of the 10,000 buckets of a rollout: `25%`, `12.5%`.
  static func share(_ buckets: Int64) -> String { buckets.percent }
}
