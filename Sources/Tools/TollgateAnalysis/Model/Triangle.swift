import TollgateRuntime

/// Three quantities of which two give the third: now, a date and how long ago it was; what is
/// used, what is asked for and what is used then; a counter, its allowance and what is left of it.
///
/// Each pair of intervals of `x` and `y` leaves an interval for the shared quantity: exact, because
/// for every value in it there are values of `x` and `y` that give it. Triangles that share
/// that quantity meet in it alone, so what is possible for each is possible for all.
struct Triangle {
  var x: VariableKey
  var y: VariableKey
  var shared: VariableKey
  var kind = Kind.sum

  enum Kind {
    /// `shared` is `x` and `y` together.
    case sum
    /// `y` is `x` and `shared` together.
    case difference
    /// `y` is how many whole months have passed from `x` to `shared`.
    case months
  }

  /// The triangle whose third corner a quantity is; `nil` if it is none.
  init?(of quantity: VariableKey) {
    y = quantity
    switch quantity.kind {
    case .since:
      x = VariableKey(.fact, quantity.a, Int32(Fact.FactType.date.rawValue))
      shared = VariableKey(.now)
      if quantity.isInMonths { kind = .months }
    case .after:
      x = VariableKey(.used, quantity.a, quantity.b)
      shared = VariableKey(.growth, quantity.a)
      kind = .difference
    case .whole:
      x = VariableKey(.used, quantity.a, quantity.b)
      shared = VariableKey(.allowance, quantity.a)
      kind = .difference
    default: return nil
    }
  }

  /// The possible values of the shared quantity.
  func reach(_ x: ClosedRange<Int64>, _ y: ClosedRange<Int64>) -> ClosedRange<Int64> {
    let (low, high): (Int64, Int64)
    switch kind {
    case .sum:
      low = x.lowerBound.saturatingAdd(y.lowerBound)
      high = x.upperBound.saturatingAdd(y.upperBound)
    case .difference:
      low = y.lowerBound.saturatingSubtract(x.upperBound)
      high = y.upperBound.saturatingSubtract(x.lowerBound)
    case .months:
      low = MonthsPassed.earliest(y.lowerBound, after: x)
      high = MonthsPassed.latest(y.upperBound.saturatingAdd(1), after: x).saturatingSubtract(1)
    }
    return low...max(low, high)
  }

  /// A value of `x` in an interval with which `y` lies in its own, near a wish.
  func settle(
    x: ClosedRange<Int64>, y: ClosedRange<Int64>, shared: Int64, near wish: Int64
  ) -> (x: Int64, y: Int64) {
    if kind == .months {
      let value = MonthsPassed.date(in: x, y, before: shared, near: wish)
      return (value, Lapse.months(from: value, to: shared))
    }
    if kind == .difference {
      let low = max(x.lowerBound, y.lowerBound.saturatingSubtract(shared))
      let high = max(low, min(x.upperBound, y.upperBound.saturatingSubtract(shared)))
      let value = min(max(wish, low), high)
      return (value, value.saturatingAdd(shared))
    }
    let low = max(x.lowerBound, shared.saturatingSubtract(y.upperBound))
    let high = max(low, min(x.upperBound, shared.saturatingSubtract(y.lowerBound)))
    let value = min(max(wish, low), high)
    return (value, shared.saturatingSubtract(value))
  }
}

extension Int64 {
  func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

extension Universe {
  /// Where the three quantities of a triangle fit together.
  func triangle(_ triangle: Triangle) throws(Exhausted) -> Region {
    // Where one of them was never asked about, it is whatever the others want.
    guard let x = space.place(of: triangle.x), let y = space.place(of: triangle.y) else {
      return .everything
    }
    let theirs = [try missing(triangle.x), try missing(triangle.y)]
    var region = try engine.all(theirs)
    for first in cells(of: x) {
      let inFirst = try inside(triangle.x, first)
      for second in cells(of: y) {
        let inSecond = try inside(triangle.y, second)
        let both = try engine.and(inFirst, inSecond)
        var cell = both
        if space.place(of: triangle.shared) != nil {
          let reach = triangle.reach(first, second)
          let inReach = try inside(triangle.shared, reach)
          cell = try engine.and(both, inReach)
        }
        region = try engine.or(region, cell)
      }
    }
    return region
  }

  /// The intervals into which what was asked about a variable divides its known values.
  func cells(of place: Int32) -> [ClosedRange<Int64>] {
    let variable = space[place]
    var from = variable.canBeMissing ? variable.range.lowerBound + 1 : variable.range.lowerBound
    var cells: [ClosedRange<Int64>] = []
    for threshold in thresholds[Int(place)].sorted() where threshold > from {
      cells.append(from...(threshold - 1))
      from = threshold
    }
    cells.append(from...variable.range.upperBound)
    return cells
  }

  func inside(
    _ quantity: VariableKey, _ interval: ClosedRange<Int64>
  ) throws(Exhausted) -> Region {
    let from = try atLeast(quantity, interval.lowerBound)
    guard interval.upperBound < .max else { return from }
    let until = try below(quantity, interval.upperBound + 1)
    return try engine.and(from, until)
  }
}
