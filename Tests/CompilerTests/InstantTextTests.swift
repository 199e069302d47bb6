import Testing
import TollgateRuntime

@testable import TollgateCompiler

/// Instants as text: what is read, what is refused and why, and what is written.
struct InstantTextTests {
  @Test(arguments: [
    ("1970-01-01", 0),
    ("1970-01-01T00:00Z", 0),
    ("2026-03-01", 1_772_323_200_000),
    ("2026-03-01T08:00Z", 1_772_352_000_000),
    ("2026-03-01T08:00:30+08:00", 1_772_323_230_000),
    ("2026-03-01T00:00:00.5Z", 1_772_323_200_500),
    ("2026-03-01T00:00:00.050-01:30", 1_772_328_600_050),
    ("2000-02-29", 951_782_400_000),
    ("0001-01-01", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ])
  func read(_ text: String, _ milliseconds: Int64) {
    #expect(InstantText.parse(text) == .success(Instant(milliseconds: milliseconds)))
  }

  @Test(
    arguments: [
      ("", .shape), ("2026", .shape), ("2026-3-1", .shape), ("2026-03-01 08:00Z", .shape),
      ("2026-03-01t08:00Z", .shape), ("2026-03-01T8:00Z", .shape), ("2026-03-01Z", .shape),
      ("2026-03-01T08:00Zulu", .shape), ("2026-03-01T08:00:00.Z", .shape),
      ("2026-03-01T08:00+8", .shape), ("２026-03-01", .shape),
      ("2026-02-29", .noSuchDay), ("1900-02-29", .noSuchDay), ("2026-13-01", .noSuchDay),
      ("2026-00-01", .noSuchDay), ("2026-04-31", .noSuchDay), ("0000-01-01", .noSuchDay),
      ("2026-03-01T24:00Z", .noSuchTime), ("2026-03-01T08:60Z", .noSuchTime),
      ("2026-03-01T08:00:60Z", .noSuchTime), ("2026-03-01T08:00+24:00", .noSuchTime),
      ("2026-03-01T08:00", .noOffset), ("2026-03-01T08:00:30.5", .noOffset),
      ("2026-03-01T08:00:30.1234Z", .tooFine),
    ] as [(String, InstantText.ParseError)])
  func refuse(_ text: String, _ fault: InstantText.ParseError) {
    #expect(InstantText.parse(text) == .failure(fault))
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (1_772_323_230_050, "2026-03-01T00:00:30.050Z"),
      (253_402_300_800_000, "+10000-01-01T00:00:00Z"),
      (-62_135_596_800_001, "+00000-12-31T23:59:59.999Z"),
      (-62_167_219_200_001, "-00001-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func write(_ milliseconds: Int64, _ text: String) {
    #expect(InstantText.print(Instant(milliseconds: milliseconds)) == text)
  }

  @Test func endsOfTimeAreWritten() {
    #expect(InstantText.print(Instant(milliseconds: .max)).hasSuffix("Z"))
    #expect(InstantText.print(Instant(milliseconds: .min)).hasPrefix("-"))
  }

  @Test func roundTrip() {
    var random = SeededRandom(1)
    for _ in 0..<2000 {
      let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
      let instant = Instant(milliseconds: Int64.random(in: range, using: &random))
      #expect(InstantText.parse(InstantText.print(instant)) == .success(instant))
    }
  }

  /// Every day of 800 years follows the day before it.
  @Test func calendarHasNoGaps() {
    for days in Int64(-200_000)...92_000 {
      let date = CivilDate(daysSince1970: days)
      #expect(date.daysSince1970 == days)
      #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
    }
  }
}
