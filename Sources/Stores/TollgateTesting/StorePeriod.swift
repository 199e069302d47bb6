import TollgateKit
public import TollgateRuntime

/// A period as stores count it: months are those of the UTC calendar.
///
/// ```swift
/// await app.advance(by: .months(1))
/// await app.advance(by: .days(3))
/// if let year = StorePeriod(.months(12)) { show(year.instant(after: now)) }
/// ```
public enum StorePeriod: Sendable, Hashable {
  /// A number of milliseconds.
  case milliseconds(Int64)
  /// A number of calendar months.
  case months(Int)

  /// A number of seconds.
  public static func seconds(_ count: Int64) -> StorePeriod {
    .milliseconds(count.saturatingMultiply(1000))
  }

  /// A number of minutes.
  public static func minutes(_ count: Int64) -> StorePeriod {
    seconds(count.saturatingMultiply(60))
  }

  /// A number of hours.
  public static func hours(_ count: Int64) -> StorePeriod {
    seconds(count.saturatingMultiply(3600))
  }

  /// A number of days of 24 hours.
  public static func days(_ count: Int64) -> StorePeriod {
    seconds(count.saturatingMultiply(86_400))
  }

  /// A number of weeks.
  public static func weeks(_ count: Int64) -> StorePeriod { days(count.saturatingMultiply(7)) }

  /// A number of years of twelve months.
  public static func years(_ count: Int) -> StorePeriod {
    let (months, overflow) = count.multipliedReportingOverflow(by: 12)
    return .months(overflow ? .max : months)
  }

  /// Creates the billing period of a price; nil for a one-time price and a price for use.
  public init?(_ period: Price.Period) {
    switch period {
    case .once, .use: return nil
    case .weeks(let count): self = .weeks(count)
    case .months(let count): self = .months(Int(clamping: count))
    }
  }

  /// Creates the free period of a product; nil for none.
  init?(trialOf product: Product) {
    if product.trialMonths > 0 {
      self = .months(Int(clamping: product.trialMonths))
    } else if let trial = product.trial, trial > 0 {
      self = .milliseconds(trial)
    } else {
      return nil
    }
  }

  /// The end of a number of periods that began at an instant.
  ///
  /// All are counted from the beginning, as stores do: a period from 31 January ends on 28
  /// February, and the next on 31 March.
  public func instant(after start: Instant, times: Int = 1) -> Instant {
    switch self {
    case .milliseconds(let length):
      return start.advanced(by: length.saturatingMultiply(Int64(times)))
    case .months(let count):
      let (months, overflow) = count.multipliedReportingOverflow(by: times)
      return start.advanced(byMonths: overflow ? .max : months)
    }
  }

  /// Whether it is longer than zero.
  var isPositive: Bool {
    switch self {
    case .milliseconds(let length): length > 0
    case .months(let count): count > 0
    }
  }
}
