public import TollgateRuntime

/// The waits before a failed attempt is made again, and when the user is told.
///
/// ```swift
/// // After a minute, then after an hour; the user hears of it after the second failure.
/// let schedule = RetrySchedule(delays: [60_000, 3_600_000], noticeAt: 2)
/// let queue = RetryQueue<PurchaseRecord>(schedule: schedule)
/// ```
public struct RetrySchedule: Sendable, Hashable {
  /// The waits after the first, second, … failure in a row, in milliseconds. After the last one
  /// there is no retry by the clock: failed work waits until the app is launched, comes to the
  /// foreground, or is online again.
  public var delays: [Int64]
  /// The failure at which the user is told, from 1; 0 for never. Retries go on.
  public var noticeAt: Int

  /// Creates a schedule.
  public init(delays: [Int64], noticeAt: Int = 3) {
    self.delays = delays
    self.noticeAt = noticeAt
  }

  /// 1, 2, 4 and 8 seconds; the user is told at the third failure.
  public static let standard = RetrySchedule(delays: [1000, 2000, 4000, 8000])

  /// Only when the app is launched again.
  public static let nextLaunch = RetrySchedule(delays: [])

  /// When the next attempt is due; nil if none is due by the clock alone.
  ///
  /// - Parameters:
  ///   - failures: The number of failures in a row, the last at `now`.
  public func nextAttempt(after failures: Int, at now: Instant) -> Instant? {
    guard failures >= 1, failures <= delays.count else { return nil }
    return now.advanced(by: delays[failures - 1])
  }
}
