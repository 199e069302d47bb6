package import Foundation
import TollgateKit
package import TollgateRuntime

/// The time zone and the subscription of a person: they say where the windows of the counters begin
/// and end.
///
/// The arithmetic is the platform's `Calendar`, in the Gregorian calendar. Instants before the year
/// 1600 count as its first day, those after the year 9999 as its last.
package struct WindowClock: Sendable, Hashable {
  /// Where the person is.
  package let timeZone: TimeZone
  /// When the present subscription began; nil without one.
  package let subscription: Instant?

  /// The windows of a person.
  ///
  /// - Parameters:
  ///   - timeZone: Where the person is; by default, this device's time zone.
  ///   - subscription: When the present subscription began; without it, windows that follow the
  ///     subscription follow the calendar.
  package init(in timeZone: TimeZone = .current, subscription: Instant? = nil) {
    self.timeZone = timeZone
    self.subscription = subscription
  }

  /// Where the days are those of the calendar.
  private func zone(_ days: DayBegin?) -> TimeZone { days?.timeZone ?? timeZone }

  /// Made when it is asked: a window of hours, and a total, need none.
  private var calendar: Calendar { WindowClock.calendar(in: timeZone) }

  private static func calendar(in timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  private static let utc = TimeZone(secondsFromGMT: 0).map { calendar(in: $0) }

  /// 1600-01-01 and 9999-12-31, in milliseconds.
  private static let range: ClosedRange<Int64> = -11_676_096_000_000...253_402_214_400_000

  static func believable(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, range.lowerBound), range.upperBound)
  }

  /// An instant within some thousand years of now, for the arithmetic of the platform.
  private static func nearby(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, -30_000_000_000_000), 320_000_000_000_000)
  }

  private static let dayLength: Int64 = 86_400_000

  // MARK: Windows of the calendar and of the subscription

  /// The window that an instant is in, and when it ends. It is kept until it ends, for the calendar
  /// takes long.
  ///
  /// - Parameter days: When the days of its meter begin; nil for midnight where the person is.
  func open(
    _ window: Window, following windows: Meter.Windows, _ days: DayBegin? = nil, at now: Int64
  ) -> OpenWindow {
    let now = WindowClock.believable(now)
    let anchor =
      windows == .subscription
      ? subscription.map { WindowClock.believable($0.milliseconds) } : nil
    return OpenWindow.kept(window, anchor, in: zone(days), days?.minute, at: now) {
      let index =
        anchor.map { self.index(of: window, from: $0, at: now) }
        ?? self.index(of: window, days, at: now)
      return OpenWindow(
        place: WindowPlace(
          anchor: anchor, index: index, start: start(of: index, window, days, anchor: anchor)),
        end: start(of: index + 1, window, days, anchor: anchor))
    }
  }

  /// The first instant of a window.
  func start(
    of index: Int64, _ window: Window, _ days: DayBegin? = nil, anchor: Int64?
  ) -> Int64 {
    anchor.map { start(of: index, window, from: $0) } ?? start(of: index, window, days)
  }

  // MARK: The calendar

  /// The number of a calendar window, counted from 1970-01-01 in the time zone; weeks from Monday,
  /// 1969-12-29.
  private func index(of window: Window, _ days: DayBegin?, at now: Int64) -> Int64 {
    let number = Int64(window.number)
    switch window.unit {
    case .minute, .hour: return now.floored(by: WindowClock.length(of: window))
    case .day, nil: return day(at: now, days).floored(by: number)
    case .month where days != nil, .year where days != nil:
      let date = CivilDate(daysSince1970: day(at: now, days))
      let months = (date.year - 1970) * 12 + date.month - 1
      return months.floored(by: window.unit == .year ? 12 * number : number)
    case .week: return (day(at: now, days) + 3).floored(by: 7 * number)
    case .month: return month(at: now).floored(by: number)
    case .year: return month(at: now).floored(by: 12 * number)
    }
  }

  /// The days from 1970-01-01 to the date here.
  private func day(at now: Int64, _ days: DayBegin?) -> Int64 {
    if let days { return days.day(at: now, in: zone(days)) }
    let offset = timeZone.secondsFromGMT(for: WindowClock.date(now))
    return (now + Int64(offset) * 1_000).floored(by: WindowClock.dayLength)
  }

  /// The months from January 1970 to the date here.
  private func month(at now: Int64) -> Int64 {
    let parts = calendar.dateComponents([.year, .month], from: WindowClock.date(now))
    return Int64((parts.year ?? 1970) - 1970) * 12 + Int64((parts.month ?? 1) - 1)
  }

  private func start(of index: Int64, _ window: Window, _ days: DayBegin?) -> Int64 {
    let number = Int64(window.number)
    switch window.unit {
    case .minute, .hour: return index.saturatingMultiply(WindowClock.length(of: window))
    case .day, nil: return midnight(ofDay: index.saturatingMultiply(number), days)
    case .week: return midnight(ofDay: index * number * 7 - 3, days)
    case .month: return midnight(ofMonth: index * number, days)
    case .year: return midnight(ofMonth: index * number * 12, days)
    }
  }

  private func midnight(ofDay day: Int64, _ days: DayBegin?) -> Int64 {
    let milliseconds = WindowClock.nearby(day.saturatingMultiply(WindowClock.dayLength))
    if let days { return days.start(ofDate: milliseconds, in: zone(days)) }
    let date = WindowClock.date(milliseconds)
    let parts = WindowClock.utc?.dateComponents([.year, .month, .day], from: date)
    return midnight(parts ?? DateComponents())
  }

  private func midnight(ofMonth month: Int64, _ days: DayBegin?) -> Int64 {
    // 1,000 years at a time reach beyond the year 9999.
    let month = min(max(month, -12_000), 120_000)
    let year = month.floored(by: 12)
    if let days, let first = CivilDate(year: 1970 + year, month: month - 12 * year + 1, day: 1) {
      return days.start(ofDate: first.daysSince1970 * WindowClock.dayLength, in: zone(days))
    }
    return midnight(
      DateComponents(year: Int(1970 + year), month: Int(month - 12 * year) + 1, day: 1))
  }

  /// The first instant of a date. Where the clocks skip midnight, the day begins later.
  private func midnight(_ parts: DateComponents) -> Int64 {
    var parts = parts
    parts.hour = 12
    let noon = calendar.date(from: parts) ?? .distantPast
    return WindowClock.milliseconds(calendar.startOfDay(for: noon))
  }

  // MARK: The subscription

  /// The number of a window, counted from the one that begins with the subscription.
  private func index(of window: Window, from anchor: Int64, at now: Int64) -> Int64 {
    // The mean length of a month is out by less than two windows, however many there were.
    var index = (now - anchor).floored(by: WindowClock.length(of: window)) + 2
    for _ in 0..<4 where start(of: index, window, from: anchor) > now { index -= 1 }
    return index
  }

  private func start(of index: Int64, _ window: Window, from anchor: Int64) -> Int64 {
    later(anchor, by: index, window)
  }

  // MARK: Lengths

  /// When a window that starts at an instant ends. Minutes and hours are lengths of time; days, weeks,
  /// months and years end at the same time of day as they start, also across a change of the clock.
  func end(of window: Window, from start: Int64) -> Int64 {
    later(WindowClock.believable(start), by: 1, window)
  }

  private func later(_ start: Int64, by count: Int64, _ window: Window) -> Int64 {
    let number = count.saturatingMultiply(Int64(window.number))
    let component: Calendar.Component
    switch window.unit {
    case .minute, .hour:
      return start.saturatingAdd(count.saturatingMultiply(WindowClock.length(of: window)))
    case .day, .week, nil: component = .day
    case .month: component = .month
    case .year: component = .year
    }
    let days = window.unit == .week ? number.saturatingMultiply(7) : number
    let date = calendar.date(
      byAdding: component, value: Int(clamping: days), to: WindowClock.date(start))
    return date.map { WindowClock.milliseconds($0) } ?? start
  }

  /// The length of a window; of months and years the mean.
  static func length(of window: Window) -> Int64 {
    let unit: Int64 =
      switch window.unit {
      case .minute: 60_000
      case .hour: 3_600_000
      case .day, nil: dayLength
      case .week: 7 * dayLength
      case .month: 2_629_746_000
      case .year: 31_556_952_000
      }
    return unit * Int64(window.number)
  }

  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  /// The nearest millisecond: a `Date` does not hold every one exactly.
  static func milliseconds(_ date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
  }
}

/// Which window of the calendar or of a subscription it is. Within one subscription, and within the
/// calendar, the index tells: it does not fall when the person travels.
struct WindowPlace: Sendable, Hashable {
  /// The start of the subscription; nil for the calendar.
  var anchor: Int64?
  /// The number of the window.
  var index: Int64
  /// Its first instant, where the person was then.
  var start: Int64

  /// Whether it is the same window, perhaps seen from another time zone.
  func isSame(as other: WindowPlace) -> Bool {
    anchor == other.anchor && index == other.index
  }

  /// The window that is open, of those that have begun. For each subscription that is the one with
  /// the highest index; of those, the one that began last.
  static func latest(of places: [WindowPlace]) -> WindowPlace? {
    var latest: [Int64?: WindowPlace] = [:]
    for place in places {
      guard let known = latest[place.anchor] else {
        latest[place.anchor] = place
        continue
      }
      if (place.index, place.start) > (known.index, known.start) { latest[place.anchor] = place }
    }
    return latest.values.max { ($0.start, $0.anchor ?? .min) < ($1.start, $1.anchor ?? .min) }
  }
}

extension Int64 {
  /// The quotient, rounded down; the divisor is above 0.
  func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

/// A window of the calendar or of a subscription, and when it ends.
struct OpenWindow: Sendable, Hashable {
  var place: WindowPlace
  var end: Int64
}

extension OpenWindow {
  /// Which window is meant. Two time zones of one name are the same.
  private struct Key: Hashable {
    var window: Window
    var anchor: Int64?
    var timeZone: String
    var minute: Int32?
  }

  /// A window, and the instants for which it is surely the open one.
  private struct Kept {
    var window: OpenWindow
    var times: Range<Int64>
  }

  private static let windows = Locked<[Key: Kept]>([:])

  /// How many stay in memory.
  private static let most = 1_000

  /// The window that was worked out before, while it lasts and the clocks do not change; else it is
  /// worked out.
  static func kept(
    _ window: Window, _ anchor: Int64?, in timeZone: TimeZone, _ minute: Int32?, at now: Int64,
    _ workOut: () -> OpenWindow
  ) -> OpenWindow {
    let key = Key(
      window: window, anchor: anchor, timeZone: timeZone.identifier, minute: minute)
    if let kept = windows.withLock({ $0[key] }), kept.times.contains(now) { return kept.window }
    let open = workOut()
    let change = timeZone.nextDaylightSavingTimeTransition(after: WindowClock.date(now))
    let until = min(open.end, change.map { WindowClock.milliseconds($0) } ?? .max)
    guard now < until else { return open }
    windows.withLock { windows in
      if windows.count >= most { windows = [:] }
      windows[key] = Kept(window: open, times: now..<until)
    }
    return open
  }
}
