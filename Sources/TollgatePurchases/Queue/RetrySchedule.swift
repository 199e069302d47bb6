public import TollgateRuntime

/// How long to wait before a failed attempt is made again, and when a person is told.
public struct RetrySchedule: Sendable, Hashable {
  /// The waits after the first, second, … failure in a row, in milliseconds. After the last there
  /// is no further one: what failed is kept until the app is launched, comes to the foreground, or
  /// there is a network again.
  public var delays: [Int64]
  /// The failure at which a person is told, from 1; 0 for never. Retries go on.
  public var noticeAt: Int

  /// A schedule.
  public init(delays: [Int64], noticeAt: Int = 3) {
    self.delays = delays
    self.noticeAt = noticeAt
  }

  /// 1, 2, 4 and 8 seconds; the person is told at the third failure.
  public static let standard = RetrySchedule(delays: [1000, 2000, 4000, 8000])

  /// Only when the app is launched again.
  public static let nextLaunch = RetrySchedule(delays: [])

  /// When the next attempt is due; nothing where none is by the clock alone.
  ///
  /// - Parameters:
  ///   - failures: How many failures there were in a row, the last at `now`.
  public func nextAttempt(after failures: Int, at now: Instant) -> Instant? {
    guard failures >= 1, failures <= delays.count else { return nil }
    return now.advanced(by: delays[failures - 1])
  }
}
