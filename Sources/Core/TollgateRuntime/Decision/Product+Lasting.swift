extension Product {
  /// Whether it would still be paid for at a later time, if it were bought now. One whose price the
  /// policy does not know is.
  func lasts(from now: Instant, beyond later: Int64) -> Bool {
    switch price?.period {
    case .once, .use, nil: true
    case .weeks(let count):
      later < now.milliseconds.saturatingAdd(count.saturatingMultiply(7 * Instant.day))
    case .months(let count): later < now.adding(months: count).milliseconds
    }
  }
}

extension Instant {
  fileprivate static let day: Int64 = 86_400_000
  /// Times outside this are not on any calendar.
  private static let calendar: Range<Int64> = -(1 << 56)..<1 << 56

  /// The same time of day so many months later in UTC, on the last day of a month that has no such
  /// day.
  fileprivate func adding(months: Int64) -> Instant {
    guard Instant.calendar.contains(milliseconds), (0..<1 << 20).contains(months) else {
      return Instant(milliseconds: .max)
    }
    let days = milliseconds.flooredDivision(by: Instant.day)
    let date = CivilDate(daysSince1970: days).adding(months: months)
    let time = milliseconds - days * Instant.day
    return Instant(milliseconds: date.daysSince1970 * Instant.day + time)
  }
}
