import Foundation
import TollgateRuntime

/// When the days of a meter begin: `windows begin at 20:00 in "Asia/Shanghai"`.
///
/// A meter has one for good: a clock that carries it is a word longer, not a time zone.
final class DayBegin: Sendable, Hashable {
  /// Of the day, from 0 to 1439.
  let minute: Int32
  /// Nil for where the person is; also for a zone that this machine does not know.
  let timeZone: TimeZone?

  init(_ begin: Meter.Begin) {
    minute = begin.minute
    timeZone = begin.zone.isEmpty ? nil : TimeZone(identifier: begin.zone)
  }

  static func == (a: DayBegin, b: DayBegin) -> Bool {
    a.minute == b.minute && a.timeZone == b.timeZone
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(minute)
    hasher.combine(timeZone)
  }

  private static let dayLength: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000

  /// The number of the day that an instant is in, counted from 1970-01-01: the last that has begun.
  func day(at now: Int64, in zone: TimeZone) -> Int64 {
    let date = (now + DayBegin.offset(of: zone, at: now)).floored(by: DayBegin.dayLength)
    // Clocks that are set back over midnight come to a date a second time.
    var day = date + 1
    while start(ofDate: day * DayBegin.dayLength, in: zone) > now { day -= 1 }
    return day
  }

  /// The first instant at which the clock shows the time of day, or a later one where it skips that.
  ///
  /// - Parameter date: The date, as the milliseconds from 1970 to its midnight in UTC.
  func start(ofDate date: Int64, in zone: TimeZone) -> Int64 {
    let shown = date + Int64(minute) * 60_000
    // No clock is more than 26 hours from UTC, a skipped day included.
    var from = shown - 26 * DayBegin.hour
    let end = shown + 26 * DayBegin.hour
    var offset = DayBegin.offset(of: zone, at: from)
    while from < end {
      let (until, next) = DayBegin.change(of: zone, from: from, offset, before: end)
      let first = max(from, shown - offset)
      if first < until { return first }
      (from, offset) = (until, next)
    }
    return max(from, shown - offset)
  }

  /// When a clock is next changed, and what it is then from UTC. It is changed at most once in an
  /// hour.
  private static func change(
    of zone: TimeZone, from start: Int64, _ offset: Int64, before end: Int64
  ) -> (at: Int64, offset: Int64) {
    var (low, high) = (start, start)
    while high < end, self.offset(of: zone, at: high) == offset {
      low = high
      high = min(end, high + hour)
    }
    let next = self.offset(of: zone, at: high)
    guard next != offset else { return (end, offset) }
    // At `low` it is not changed yet, at `high` it is.
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self.offset(of: zone, at: middle) == offset { low = middle } else { high = middle }
    }
    return (high, next)
  }

  /// How far a clock is from UTC, in milliseconds.
  private static func offset(of zone: TimeZone, at instant: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: WindowClock.date(instant))) * 1_000
  }
}
