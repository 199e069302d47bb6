import TollgateRuntime

/// Amounts of which each is taken once or more often.
struct RepeatedAmounts {
  /// Each of them at least 1.
  private let amounts: [Int64]

  /// Amounts that leave more remainders than this, divided by the least one, are not judged.
  static let mostRemainders: Int64 = 65_536

  init(_ amounts: [Int64]) {
    self.amounts = amounts
  }

  /// The sum, which ends at the end of the range.
  func sum(_ times: [Int64]) -> Int64 {
    var sum: Int64 = 0
    for (amount, count) in zip(amounts, times) {
      let product = amount.multipliedReportingOverflow(by: count)
      sum = sum.saturatingAdd(product.overflow ? .max : product.partialValue)
    }
    return sum
  }

  /// How often each is taken for a sum in an interval; `nil` if there is no such sum.
  func times(for interval: ClosedRange<Int64>) throws(Exhausted) -> [Int64]? {
    var times = [Int64](repeating: 1, count: amounts.count)
    let once = sum(times)
    if once > interval.upperBound { return nil }
    if once >= interval.lowerBound { return times }
    guard let least = amounts.min(), let place = amounts.firstIndex(of: least) else { return nil }
    let missing = interval.lowerBound - once
    let (more, rest) = missing.quotientAndRemainder(dividingBy: least)
    let room = interval.upperBound.saturatingSubtract(interval.lowerBound)
    // The end of the range is reached by any more.
    if rest == 0 || least - rest <= room || interval.upperBound == .max {
      times[place] += more + (rest == 0 ? 0 : 1)
      return times
    }
    guard let found = try Remainders(of: amounts, least).times(missing...missing + room) else {
      return nil
    }
    for index in times.indices { times[index] += found[index] }
    return times
  }
}

/// The least sums of amounts for each remainder by the least of them: all in units of what divides
/// them all.
private struct Remainders {
  private let amounts: [Int64]
  private let unit: Int64
  private let least: Int
  /// The least sum without the least amount, by remainder; the end of the range for none.
  private var sums: [Int64]
  /// The amount that was taken last for it.
  private var last: [Int]

  init(of amounts: [Int64], _ smallest: Int64) throws(Exhausted) {
    let unit = amounts.reduce(smallest) { Remainders.divisor($0, $1) }
    let size = smallest / unit
    guard size <= RepeatedAmounts.mostRemainders else {
      throw Exhausted(.steps, limit: Int(RepeatedAmounts.mostRemainders))
    }
    self.unit = unit
    let units = amounts.map { $0 / unit }
    self.amounts = units
    least = units.firstIndex(of: size) ?? 0
    sums = [Int64](repeating: .max, count: Int(size))
    last = [Int](repeating: -1, count: Int(size))
    sums[0] = 0
    for index in units.indices where index != least { take(index) }
  }

  /// Goes around the remainders that an amount leads through, from the least sum among them.
  private mutating func take(_ index: Int) {
    let size = Int64(sums.count)
    let step = amounts[index] % size
    let circles = Remainders.divisor(size, step)
    for first in 0..<circles {
      var start = first
      for place in stride(from: first, to: size, by: Int64.Stride(circles))
      where sums[Int(place)] < sums[Int(start)] {
        start = place
      }
      var place = start
      for _ in 0..<size / circles {
        let next = (place + step) % size
        let sum = sums[Int(place)].saturatingAdd(amounts[index])
        if sum < sums[Int(next)] {
          sums[Int(next)] = sum
          last[Int(next)] = index
        }
        place = next
      }
    }
  }

  /// How often each amount is taken for a sum in an interval, none being needed.
  func times(_ interval: ClosedRange<Int64>) -> [Int64]? {
    let size = Int64(sums.count)
    let first = (interval.lowerBound - 1) / unit + 1
    let end = interval.upperBound / unit
    guard first <= end else { return nil }
    for value in first...end {
      var place = Int(value % size)
      guard sums[place] <= value else { continue }
      var times = [Int64](repeating: 0, count: amounts.count)
      times[least] = (value - sums[place]) / size
      while place != 0 || sums[place] > 0 {
        let index = last[place]
        guard index >= 0 else { break }
        times[index] += 1
        place = Int((Int64(place) + size - amounts[index] % size) % size)
      }
      return times
    }
    return nil
  }

  private static func divisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
