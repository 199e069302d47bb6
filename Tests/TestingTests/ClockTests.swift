import TestSupport
import Testing
import TollgateKit
import TollgateRuntime
import TollgateTesting

/// The clock that a test sets, and periods as stores count them.
@Suite struct ClockTests {
  @Test("a sleeping task wakes when the clock reaches its time, and not before")
  func sleepers() async throws {
    let clock = TestClock(instant("2026-03-01"))
    try await clock.sleep(until: instant("2026-03-01"))
    let early = Task { try await clock.sleep(until: instant("2026-03-02")) }
    let late = Task { try await clock.sleep(until: instant("2026-03-09")) }
    if await !eventually({ clock.sleepers == 2 }) { Issue.record("it did not happen") }
    clock.set(instant("2026-03-02"))
    try await early.value
    #expect(clock.sleepers == 1)
    clock.advance(by: .weeks(1))
    #expect(clock.now() == instant("2026-03-09"))
    try await late.value
  }

  @Test("a cancelled task stops sleeping, or never starts")
  func cancelled() async {
    let clock = TestClock(instant("2026-03-01"))
    let asleep = Task { try await clock.sleep(until: instant("2026-03-02")) }
    await clock.untilAwaited()
    asleep.cancel()
    await #expect(throws: CancellationError.self) { try await asleep.value }
    let awake = Task {
      if await !eventually({ Task.isCancelled }) { Issue.record("it did not happen") }
      try await clock.sleep(until: instant("2026-03-02"))
    }
    awake.cancel()
    await #expect(throws: CancellationError.self) { try await awake.value }
    #expect(clock.sleepers == 0)
  }

  @Test("months are those of the calendar, counted from the first day")
  func months() {
    let start = instant("2026-01-31T08:00:00.250Z")
    let ends = (1...4).map { StorePeriod.months(1).instant(after: start, times: $0).text }
    #expect(
      ends == [
        "2026-02-28T08:00:00.250Z", "2026-03-31T08:00:00.250Z", "2026-04-30T08:00:00.250Z",
        "2026-05-31T08:00:00.250Z",
      ])
    let leap = instant("2024-02-29")
    #expect(StorePeriod.years(1).instant(after: leap) == instant("2025-02-28"))
    #expect(StorePeriod.years(1).instant(after: leap, times: 4) == instant("2028-02-29"))
    #expect(StorePeriod.months(1).instant(after: instant("1969-12-31")) == instant("1970-01-31"))
  }

  @Test("a year has its months also beyond the year 9999, and before 1970")
  func farYears() {
    let last = instant("9999-12-31")
    let day: Int64 = 86_400_000
    // The years 10000 to 10399 are as 2000 to 2399.
    #expect(StorePeriod.years(1).instant(after: last) == last.advanced(by: 366 * day))
    #expect(StorePeriod.years(2).instant(after: last) == last.advanced(by: 731 * day))
    #expect(StorePeriod.years(400).instant(after: last) == last.advanced(by: 146_097 * day))
    let old = instant("0001-01-31T00:00:00.001Z")
    #expect(StorePeriod.months(1).instant(after: old) == instant("0001-02-28T00:00:00.001Z"))
    #expect(StorePeriod.months(-1).instant(after: instant("1970-01-31")) == instant("1969-12-31"))
    #expect(StorePeriod.months(-2).instant(after: instant("2024-04-30")) == instant("2024-02-29"))
  }

  @Test("no period is too long")
  func extremes() {
    let now = instant("2026-01-31")
    #expect(StorePeriod.weeks(.max).instant(after: now).milliseconds == .max)
    #expect(StorePeriod.years(.max).instant(after: now) > instant("9000-01-01"))
    #expect(StorePeriod.days(1).instant(after: Instant(milliseconds: .max)).milliseconds == .max)
    _ = StorePeriod.months(1).instant(after: Instant(milliseconds: .max))
    _ = StorePeriod.months(1).instant(after: Instant(milliseconds: .min))
    _ = StorePeriod.months(.min).instant(after: now, times: .max)
  }
}
