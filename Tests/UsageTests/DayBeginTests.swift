import Foundation
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// Days that begin at a time of day: `windows begin at 20:00 in "Asia/Shanghai"`.
struct DayBeginTests {
  private static func begin(_ minute: Int32, in zone: String = "") -> DayBegin {
    DayBegin(Meter.Begin(minute: minute, zone: zone))
  }

  private static func clock(_ person: String, _ minute: Int32, in zone: String = "") throws
    -> DayClock
  {
    DayClock(
      clock: WindowClock(in: try WindowTests.zone(person)), days: begin(minute, in: zone))
  }

  /// The windows of a person, of a meter whose days begin at a time of day.
  private struct DayClock {
    let clock: WindowClock
    let days: DayBegin

    func open(_ window: Window, following windows: Meter.Windows, at now: Int64) -> OpenWindow {
      clock.open(window, following: windows, days, at: now)
    }
  }

  @Test(
    "A day begins at the first instant after a time that the clock skips, and at the earlier of two",
    arguments: [
      // 20:00 in Shanghai, wherever the person is.
      ("Europe/London", "Asia/Shanghai", 1_200, "2026-06-01T11:59Z", "2026-05-31T12:00Z"),
      ("Europe/London", "Asia/Shanghai", 1_200, "2026-06-01T12:00Z", "2026-06-01T12:00Z"),
      // Where the person is: the same time of day on both sides of a change.
      ("America/New_York", "", 240, "2026-03-08T07:59:59Z", "2026-03-07T09:00Z"),
      ("America/New_York", "", 240, "2026-03-08T08:00Z", "2026-03-08T08:00Z"),
      // 02:30 is skipped: the day begins at 03:00.
      ("America/New_York", "", 150, "2026-03-08T06:59:59Z", "2026-03-07T07:30Z"),
      ("America/New_York", "", 150, "2026-03-08T07:00Z", "2026-03-08T07:00Z"),
      ("America/New_York", "", 150, "2026-03-09T06:29:59Z", "2026-03-08T07:00Z"),
      // 01:30 comes twice: the day begins at the first.
      ("America/New_York", "", 90, "2026-11-01T05:30Z", "2026-11-01T05:30Z"),
      ("America/New_York", "", 90, "2026-11-01T06:10Z", "2026-11-01T05:30Z"),
      ("America/New_York", "", 90, "2026-11-02T06:29:59Z", "2026-11-01T05:30Z"),
      // Half an hour is skipped, at 02:00.
      ("Australia/Lord_Howe", "", 135, "2026-10-03T15:30Z", "2026-10-03T15:30Z"),
      // Midnight is skipped.
      ("America/Santiago", "", 30, "2026-09-06T04:00Z", "2026-09-06T04:00Z"),
      // In Samoa there was no 2011-12-30: its day began and ended with the next midnight.
      ("Pacific/Apia", "", 1_200, "2011-12-30T09:59:59Z", "2011-12-30T06:00Z"),
      ("Pacific/Apia", "", 1_200, "2011-12-30T10:00Z", "2011-12-30T10:00Z"),
      ("Pacific/Apia", "", 1_200, "2011-12-31T06:00Z", "2011-12-31T06:00Z"),
      // A zone that this machine does not know is that of the person.
      ("Asia/Shanghai", "Nowhere/Else", 1_200, "2026-06-01T12:00Z", "2026-06-01T12:00Z"),
    ])
  func days(_ row: (String, String, Int32, String, String)) throws {
    let (person, zone, minute, now, expected) = row
    let clock = try DayBeginTests.clock(person, minute, in: zone)
    let open = clock.open(.day, following: .calendar, at: try WindowTests.time(now))
    #expect(Instant(milliseconds: open.place.start).text == Instant(expected)?.text)
  }

  @Test(
    "Days are those of Foundation's calendar, which looks for the next time of day",
    arguments: WindowTests.zones)
  func besideFoundation(_ zone: String) throws {
    let calendar = try WindowTests.calendar(zone)
    for minute in [1, 30, 90, 135, 150, 240, 720, 1_200, 1_439] as [Int32] {
      let clock = try DayBeginTests.clock(zone, minute)
      let parts = DateComponents(hour: Int(minute) / 60, minute: Int(minute) % 60, second: 0)
      for time in try WindowTests.samples() where time % 3 == 0 {
        // Foundation leaves out a day where half an hour is skipped.
        if zone == "Australia/Lord_Howe", minute == 135 { continue }
        // It finds nothing on the day that Samoa skipped.
        if zone == "Pacific/Apia", time > 1_324_900_000_000, time < 1_325_500_000_000 { continue }
        var starts = [WindowTests.date(time - 50 * 3_600_000)]
        while let last = starts.last, last <= WindowTests.date(time) {
          let next = calendar.nextDate(
            after: last, matching: parts, matchingPolicy: .nextTime, repeatedTimePolicy: .first)
          starts.append(try #require(next))
        }
        let open = clock.open(.day, following: .calendar, at: time)
        #expect(WindowTests.date(open.place.start) == starts[starts.count - 2], "\(minute) \(time)")
        #expect(WindowTests.date(open.end) == starts.last, "\(minute) \(time)")
      }
    }
  }

  @Test(
    "Weeks, months, years and several days begin with one of the days", arguments: WindowTests.zones
  )
  func longer(_ zone: String) throws {
    let clock = try DayBeginTests.clock(zone, 1_200)
    for time in try WindowTests.samples() where time % 4 == 0 {
      for name in ["2 days", "week", "3 weeks", "month", "5 months", "year", "4 years"] {
        let window = try WindowTests.window(name)
        let open = clock.open(window, following: .calendar, at: time)
        #expect(open.place.start <= time && time < open.end, "\(zone) \(name) \(time)")
        // Both ends are beginnings of days, and the window goes on up to the last instant.
        for end in [open.place.start, open.end] {
          let day = clock.open(.day, following: .calendar, at: end)
          #expect(day.place.start == end, "\(zone) \(name) \(time)")
        }
        let last = clock.open(window, following: .calendar, at: open.end - 1)
        #expect(last.place == open.place, "\(zone) \(name) \(time)")
        let next = clock.open(window, following: .calendar, at: open.end)
        #expect(next.place.index == open.place.index + 1, "\(zone) \(name) \(time)")
      }
      // Hours and minutes are lengths of time, wherever days begin.
      let plain = WindowClock(in: try WindowTests.zone(zone))
      for window in [Window.minute, .hour] {
        #expect(
          clock.open(window, following: .calendar, at: time)
            == plain.open(window, following: .calendar, at: time))
      }
    }
  }

  @Test("A month begins on its first, a week on Monday, a year on 1 January, at the time of day")
  func firsts() throws {
    let clock = try DayBeginTests.clock("Europe/London", 1_200, in: "Asia/Shanghai")
    let time = try WindowTests.time("2026-06-01T11:59:59.999Z")
    let firsts: [(Window, String, String)] = [
      (.month, "2026-05-01T12:00:00Z", "2026-06-01T12:00:00Z"),
      (.week, "2026-05-25T12:00:00Z", "2026-06-01T12:00:00Z"),
      (.year, "2026-01-01T12:00:00Z", "2027-01-01T12:00:00Z"),
    ]
    for (window, start, end) in firsts {
      let open = clock.open(window, following: .calendar, at: time)
      #expect(Instant(milliseconds: open.place.start).text == start)
      #expect(Instant(milliseconds: open.end).text == end)
    }
  }

  @Test("A counter of one meter begins at its time of day, that of another at midnight")
  func counting() async throws {
    let policy = try Policy(
      source: """
        meter credits
          windows begin at 20:00 in "Asia/Shanghai"
        meter exports
        credits > 2 per day requires pro
        exports > 2 per day requires pro
        """)
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "a")
    let person = UsageCounter.Person("ada", in: try WindowTests.zone("Europe/London"))
    let before = try #require(Instant("2026-06-01T11:00Z"))
    for meter in ["credits", "exports", "credits"] {
      _ = try await counter.use(meter, by: person, at: before)
    }
    #expect(try await !counter.use("credits", by: person, at: before).isAllowed)
    let snapshot = try await counter.snapshot(of: person, at: before)
    #expect(snapshot.usage["credits"]?[.day]?.resets?.text == "2026-06-01T12:00:00Z")
    #expect(snapshot.usage["exports"]?[.day]?.resets?.text == "2026-06-01T23:00:00Z")
    let after = try #require(Instant("2026-06-01T12:00Z"))
    #expect(try await counter.use("credits", by: person, at: after).isAllowed)
    let later = try await counter.snapshot(of: person, at: after)
    #expect(later.usage["credits"]?[.day]?.used == 1)
    #expect(later.usage["exports"]?[.day]?.used == 1)
  }

  @Test("Instants at the ends of time do not stop the program", arguments: WindowTests.zones)
  func endsOfTime(_ zone: String) throws {
    let clock = try DayBeginTests.clock(zone, 1_439)
    for time in [Int64.min, -1, 0, 1, .max] {
      for name in ["minute", "day", "1000 weeks", "1000 months", "1000 years"] {
        let open = clock.open(try WindowTests.window(name), following: .calendar, at: time)
        #expect(open.end > open.place.start)
      }
    }
  }
}
