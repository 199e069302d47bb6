import Foundation
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// Where windows begin and end, beside Foundation's calendar and a naive model.
struct WindowTests {
  /// Clocks change at 02:00, by half an hour, at midnight, and never; one skipped a whole day.
  static let zones = [
    "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Shanghai",
    "Pacific/Apia", "Europe/London",
  ]

  static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  static func calendar(_ name: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try zone(name)
    calendar.firstWeekday = 2
    return calendar
  }

  static func window(_ name: String) throws -> Window { try #require(Window(name: name)) }

  static func time(_ text: String) throws -> Int64 { try #require(Instant(text)).milliseconds }

  static func date(_ time: Int64) -> Date { Date(timeIntervalSince1970: Double(time) / 1_000) }

  /// Some seven hours apart: a year of changing clocks, leap days, the turn of 2011 in Samoa, and
  /// before 1970.
  static func samples() throws -> [Int64] {
    var samples: [Int64] = []
    for (from, until) in [
      ("2026-01-01", "2027-01-02"), ("2024-02-20", "2024-03-10"), ("2011-12-20", "2012-01-10"),
      ("1969-12-20", "1970-01-10"),
    ] {
      samples += stride(from: try time(from), to: try time(until), by: 25_919_333)
    }
    return samples
  }

  @Test(
    "A day, a week, a month and a year begin and end where Foundation's calendar says",
    arguments: zones)
  func calendarWindows(_ zone: String) throws {
    let clock = WindowClock(in: try WindowTests.zone(zone))
    let calendar = try WindowTests.calendar(zone)
    // In Samoa there was no 2011-12-30.
    let skipped = WindowTests.date(try WindowTests.time("2011-12-30T10:00Z"))
    let units: [(Window, Calendar.Component)] = [
      (.day, .day), (.week, .weekOfYear), (.month, .month), (.year, .year),
    ]
    for time in try WindowTests.samples() {
      for (window, component) in units {
        let place = clock.place(of: window, following: .calendar, at: time)
        let interval = try #require(
          calendar.dateInterval(of: component, for: WindowTests.date(time)))
        let end = clock.start(of: place.index + 1, window, anchor: nil)
        #expect(WindowTests.date(place.start) == interval.start, "\(zone) \(time) \(window)")
        if zone == "Pacific/Apia", window == .week, interval.contains(skipped) {
          // Foundation adds seven days that it has only six of. The week ends at Monday's midnight.
          #expect(Instant(milliseconds: end).text == "2012-01-01T10:00:00Z")
          continue
        }
        #expect(WindowTests.date(end) == interval.end, "\(zone) \(time) \(window)")
      }
    }
  }

  @Test(
    "Several days, weeks, months and years at a time are counted from 1970 in the time zone",
    arguments: zones)
  func severalAtATime(_ zone: String) throws {
    let clock = WindowClock(in: try WindowTests.zone(zone))
    let calendar = try WindowTests.calendar(zone)
    for time in try WindowTests.samples() where time % 5 != 0 {
      let date = WindowTests.date(time)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let (year, month) = (try #require(parts.year), try #require(parts.month))
      // The naive model: count the dates as a calendar without time zones has them.
      let days = WindowTests.naiveDays(year, month, try #require(parts.day))
      let expected: [(String, Double)] = [
        ("3 days", (Double(days) / 3).rounded(.down)),
        ("2 weeks", (Double(days + 3) / 14).rounded(.down)),
        ("5 months", (Double((year - 1970) * 12 + month - 1) / 5).rounded(.down)),
        ("4 years", (Double(year - 1970) / 4).rounded(.down)),
        ("7 hours", (Double(time) / 25_200_000).rounded(.down)),
        ("45 minutes", (Double(time) / 2_700_000).rounded(.down)),
      ]
      for (name, index) in expected {
        let window = try WindowTests.window(name)
        let place = clock.place(of: window, following: .calendar, at: time)
        #expect(place.index == Int64(index), "\(zone) \(time) \(name)")
        // It begins at its first instant: a millisecond earlier is the window before it.
        let before = clock.place(of: window, following: .calendar, at: place.start - 1)
        let first = clock.place(of: window, following: .calendar, at: place.start)
        #expect(before.index == place.index - 1, "\(zone) \(time) \(name)")
        #expect(first.index == place.index, "\(zone) \(time) \(name)")
      }
    }
  }

  /// The days from 1970-01-01 to a date, year by year.
  static func naiveDays(_ year: Int, _ month: Int, _ day: Int) -> Int {
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    var days = day - 1
    for other in min(year, 1970)..<max(year, 1970) {
      days += (year < 1970 ? -1 : 1) * (isLeap(other) ? 366 : 365)
    }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return days + lengths.prefix(month - 1).reduce(0, +)
  }

  @Test(
    "Windows of a subscription begin at its time of day, and on its day of the month or the last",
    arguments: [
      // Subscribed on the 31st: the last day of shorter months, and no drift afterwards.
      ("UTC", "2026-01-31T10:00Z", "month", "2026-02-28T09:59:59Z", "2026-01-31T10:00Z"),
      ("UTC", "2026-01-31T10:00Z", "month", "2026-02-28T10:00Z", "2026-02-28T10:00Z"),
      ("UTC", "2026-01-31T10:00Z", "month", "2026-03-31T09:00Z", "2026-02-28T10:00Z"),
      ("UTC", "2026-01-31T10:00Z", "month", "2026-04-30T12:00Z", "2026-04-30T10:00Z"),
      ("UTC", "2024-01-31T10:00Z", "month", "2024-03-01T00:00Z", "2024-02-29T10:00Z"),
      // Subscribed on a leap day.
      ("UTC", "2024-02-29T08:00Z", "year", "2025-03-01T00:00Z", "2025-02-28T08:00Z"),
      ("UTC", "2024-02-29T08:00Z", "year", "2028-02-29T08:00Z", "2028-02-29T08:00Z"),
      ("UTC", "2024-02-29T08:00Z", "year", "2028-02-29T07:59Z", "2027-02-28T08:00Z"),
      // The same time of day on both sides of a change of the clocks.
      (
        "America/New_York", "2026-03-01T15:00Z", "day", "2026-03-09T14:30Z", "2026-03-09T14:00Z"
      ),
      (
        "America/New_York", "2026-03-01T15:00Z", "week", "2026-03-15T14:00Z",
        "2026-03-15T14:00Z"
      ),
      // In the hour that the clocks skip.
      (
        "America/New_York", "2026-03-01T07:30Z", "day", "2026-03-08T07:30Z", "2026-03-08T07:30Z"
      ),
      ("UTC", "2026-01-31T10:00Z", "3 months", "2026-07-31T10:00Z", "2026-07-31T10:00Z"),
      ("UTC", "2026-01-31T10:00Z", "3 months", "2026-07-31T09:59Z", "2026-04-30T10:00Z"),
      ("UTC", "2026-01-31T10:20Z", "5 hours", "2026-01-31T21:00Z", "2026-01-31T20:20Z"),
      // Before it began, as after a clock that was wrong.
      ("UTC", "2026-01-31T10:00Z", "month", "2026-01-01T00:00Z", "2025-12-31T10:00Z"),
    ])
  func subscription(_ row: (String, String, String, String, String)) throws {
    let (zone, start, name, now, expected) = row
    let clock = WindowClock(in: try WindowTests.zone(zone), subscription: Instant(start))
    let place = clock.place(
      of: try WindowTests.window(name), following: .subscription, at: try WindowTests.time(now))
    #expect(Instant(milliseconds: place.start).text == Instant(expected)?.text)
  }

  @Test(
    "The windows of a subscription follow each other without a gap", arguments: zones)
  func subscriptionIsGapless(_ zone: String) throws {
    let start = Instant(milliseconds: try WindowTests.time("2023-08-31T03:30Z"))
    let clock = WindowClock(in: try WindowTests.zone(zone), subscription: start)
    for name in ["day", "9 days", "week", "month", "7 months", "year", "90 minutes"] {
      let window = try WindowTests.window(name)
      for time in try WindowTests.samples() where time % 4 == 0 {
        let place = clock.place(of: window, following: .subscription, at: time)
        let next = clock.start(of: place.index + 1, window, anchor: place.anchor)
        #expect(place.start <= time && time < next, "\(zone) \(name) \(time)")
      }
    }
  }

  @Test("Without a subscription its windows are those of the calendar")
  func withoutSubscription() throws {
    let clock = WindowClock(in: try WindowTests.zone("Asia/Shanghai"))
    let time = try WindowTests.time("2026-05-20T10:00Z")
    let place = clock.place(of: .month, following: .subscription, at: time)
    #expect(place == clock.place(of: .month, following: .calendar, at: time))
    #expect(Instant(milliseconds: place.start).text == "2026-04-30T16:00:00Z")
  }

  @Test(
    "A window from the first use lasts to the same time of day, hours are time that passes",
    arguments: [
      ("day", "2026-03-07T16:00Z", "2026-03-08T15:00Z"),
      ("24 hours", "2026-03-07T16:00Z", "2026-03-08T16:00Z"),
      ("month", "2026-01-31T16:00Z", "2026-02-28T16:00Z"),
      ("year", "2024-02-29T16:00Z", "2025-02-28T16:00Z"),
      ("2 weeks", "2026-10-25T12:00Z", "2026-11-08T13:00Z"),
    ])
  func length(_ name: String, _ start: String, _ end: String) throws {
    let clock = WindowClock(in: try WindowTests.zone("America/New_York"))
    let found = clock.end(
      of: try WindowTests.window(name), from: try WindowTests.time(start))
    #expect(Instant(milliseconds: found).text == Instant(end)?.text)
  }

  @Test("Instants at the ends of time do not stop the program", arguments: zones)
  func endsOfTime(_ zone: String) throws {
    for start in [Int64.min, 0, Int64.max] {
      let clock = WindowClock(
        in: try WindowTests.zone(zone), subscription: Instant(milliseconds: start))
      for time in [Int64.min, -1, 0, 1, .max] {
        for name in ["minute", "1000 hours", "day", "1000 weeks", "1000 months", "1000 years"] {
          let window = try WindowTests.window(name)
          for style in Meter.Windows.allCases {
            let place = clock.place(of: window, following: style, at: time)
            let next = clock.start(of: place.index + 1, window, anchor: place.anchor)
            #expect(next > place.start)
            #expect(clock.end(of: window, from: time) > WindowClock.believable(time))
          }
        }
      }
    }
  }
}

extension WindowClock {
  /// The window that an instant is in.
  fileprivate func place(
    of window: Window, following windows: Meter.Windows, at now: Int64
  ) -> WindowPlace {
    open(window, following: windows, at: now).place
  }
}
