import TollgateRuntime

/// Dates, later times, and the whole months between them: a month after 31 January at 9:00 is
/// before a month after 30 January at 10:00, so what is exact about it is here.
enum MonthsPassed {
  private static let day: Int64 = 86_400_000

  /// The first time that is so many months after a date of an interval. A later date may come to an
  /// earlier time only on the next day, in a month that ends before both.
  static func earliest(_ months: Int64, after dates: ClosedRange<Int64>) -> Int64 {
    let lapse = Lapse.months(months)
    let first = lapse.end(after: dates.lowerBound)
    let nextDay = (dates.lowerBound.flooredDivision(by: day) + 1) * day
    return nextDay > dates.upperBound ? first : min(first, lapse.end(after: nextDay))
  }

  /// The last time that is so many months after a date of an interval.
  static func latest(_ months: Int64, after dates: ClosedRange<Int64>) -> Int64 {
    let lapse = Lapse.months(months)
    let last = lapse.end(after: dates.upperBound)
    let dayBefore = dates.upperBound.flooredDivision(by: day) * day - 1
    return dayBefore < dates.lowerBound ? last : max(last, lapse.end(after: dayBefore))
  }

  /// The date of an interval nearest to a wish from which so many months have passed; one of the
  /// interval where there is none.
  ///
  /// The dates that fit begin where the interval does, at a month's distance from `now`, or with
  /// one of the few days around that which come to the same day.
  static func date(
    in dates: ClosedRange<Int64>, _ months: ClosedRange<Int64>, before now: Int64, near wish: Int64
  ) -> Int64 {
    var tried = [min(max(wish, dates.lowerBound), dates.upperBound)]
    tried += [dates.lowerBound, dates.upperBound]
    let time = now - now.flooredDivision(by: day) * day
    for count in [months.lowerBound, months.upperBound.saturatingAdd(1)] {
      let base = Lapse.months(-count).end(after: now).flooredDivision(by: day)
      for offset in Int64(-4)...4 {
        let start = (base + offset).saturatingMultiply(day)
        tried += [start, start.saturatingAdd(time), start.saturatingAdd(time + 1)]
      }
    }
    let fitting = tried.filter { date in
      dates.contains(date) && months.contains(Lapse.months(from: date, to: now))
    }
    return fitting.min { ($0 - wish).magnitude < ($1 - wish).magnitude } ?? tried[0]
  }

  /// The least and the most milliseconds that so many months have, wherever they begin.
  static func lengths(_ months: Int64) -> ClosedRange<Int64> {
    var (least, most) = (Int64.max, Int64.min)
    // The calendar is the same again after 400 years. A day that the later month does not have
    // makes the time shorter.
    for first in Int64(0)..<4_800 {
      let start = Lapse.months(first).end(after: 0)
      for days in [0, 27, 28, 29, 30] as [Int64] {
        let date = start + days * day
        guard Lapse.months(from: start, to: date) == 0 else { continue }
        let length = Lapse.months(months).end(after: date) - date
        (least, most) = (min(least, length), max(most, length))
      }
    }
    return least...most
  }
}

extension VariableKey {
  /// Whether it says how many months ago a date was.
  var isInMonths: Bool { kind == .since && b == 1 }
}

extension Universe {
  /// Where the months since a date and the time since it fit together: of two policies, one may
  /// count the months, and the other the days.
  func months(_ quantity: VariableKey) throws(Exhausted) -> Region {
    let time = VariableKey(.since, quantity.a)
    guard let span = space.place(of: time), let place = space.place(of: quantity) else {
      return .everything
    }
    let these = [try missing(time), try missing(quantity)]
    var region = try engine.all(these)
    for cell in cells(of: place) {
      let least = MonthsPassed.lengths(cell.lowerBound).lowerBound
      let most = MonthsPassed.lengths(cell.upperBound + 1).upperBound - 1
      for passed in cells(of: span) where passed.overlaps(least...most) {
        let both = try engine.and(inside(quantity, cell), inside(time, passed))
        region = try engine.or(region, both)
      }
    }
    return region
  }
}

extension Universe {
  /// The dates of an interval that are as long ago as a point says where the time since the fact was
  /// asked about besides its months.
  func dates(
    _ dates: ClosedRange<Int64>, since fact: Int32, at point: Point
  ) -> ClosedRange<Int64> {
    guard let span = space.place(of: VariableKey(.since, fact)),
      let now = space.place(of: VariableKey(.now))
    else { return dates }
    let passed = cell(of: span, around: point[span])
    let first = max(dates.lowerBound, point[now].saturatingSubtract(passed.upperBound))
    let last = min(dates.upperBound, point[now].saturatingSubtract(passed.lowerBound))
    return first <= last ? first...last : dates
  }

  /// Moves now, within its interval, to where a month is as long as a point wants it: some have 31
  /// days, and some 28.
  func settleNow(ofMonths quantity: VariableKey, _ point: inout Point) {
    guard space.place(of: VariableKey(.since, quantity.a)) != nil,
      let shape = Triangle(of: quantity), let x = space.place(of: shape.x),
      let y = space.place(of: quantity), let now = space.place(of: shape.shared)
    else { return }
    let (nows, months) = (cell(of: now, around: point[now]), cell(of: y, around: point[y]))
    let dates = cell(of: x, around: point[x])
    for days in Int64(0)..<1_500 {
      for sign in [1, -1] as [Int64] {
        var moved = point
        moved[now] = point[now].saturatingAdd(sign * days * 86_400_000)
        guard nows.contains(moved[now]) else { continue }
        let allowed = self.dates(dates, since: quantity.a, at: moved)
        let date = MonthsPassed.date(in: allowed, months, before: moved[now], near: point[x])
        if months.contains(Lapse.months(from: date, to: moved[now])) {
          point = moved
          return
        }
      }
    }
  }
}
