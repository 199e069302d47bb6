/// A day of the Gregorian calendar, which is taken to have always been in use.
package struct CivilDate: Hashable, Sendable {
  package var year: Int64
  package var month: Int64
  package var day: Int64

  /// A day, if the calendar has it.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard month >= 1, month <= 12, day >= 1, day <= CivilDate.days(in: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01.
  ///
  /// Years are counted from March, so that the leap day is the last of its year; 400 of them
  /// (an era) have 146,097 days.
  package init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let leaps = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leaps) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days it is after 1970-01-01.
  package var daysSince1970: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredDivision(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The same day so many months later; the last day of a month that has no such day.
  func adding(months: Int64) -> CivilDate {
    let sum = year * 12 + month - 1 + months
    var date = self
    date.year = sum.flooredDivision(by: 12)
    date.month = sum - date.year * 12 + 1
    date.day = min(day, CivilDate.days(in: date.month, of: date.year))
    return date
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// The quotient rounded down; `divisor` is positive.
  package func flooredDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
