/// Targets by index, as ranges: a rule about a million lessons holds one.
package struct TargetSet: Sendable, Hashable {
  /// Ascending, apart from each other.
  package private(set) var ranges: [Range<Int32>] = []

  /// No target.
  package init() {}

  /// All targets of the ranges, which may overlap and be in any order.
  package init(_ ranges: [Range<Int32>]) {
    if ranges.count == 1, !ranges[0].isEmpty {
      self.ranges = ranges
      return
    }
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      guard let last = self.ranges.last, range.lowerBound <= last.upperBound else {
        self.ranges.append(range)
        continue
      }
      let end = max(last.upperBound, range.upperBound)
      self.ranges[self.ranges.count - 1] = last.lowerBound..<end
    }
  }

  /// How many targets there are.
  package var count: Int {
    ranges.reduce(0) { $0 + $1.count }
  }

  /// Whether there is none.
  package var isEmpty: Bool { ranges.isEmpty }

  /// Every target, ascending.
  package var members: [Int32] {
    var members: [Int32] = []
    members.reserveCapacity(count)
    for range in ranges { members.append(contentsOf: range) }
    return members
  }

  /// The targets that are not in `other`.
  package func subtracting(_ other: TargetSet) -> TargetSet {
    var rest = TargetSet()
    var index = 0
    for range in ranges {
      var start = range.lowerBound
      while index < other.ranges.count, other.ranges[index].lowerBound < range.upperBound {
        let hole = other.ranges[index]
        if hole.lowerBound > start { rest.ranges.append(start..<hole.lowerBound) }
        start = max(start, hole.upperBound)
        // A hole that reaches into the next range is needed again.
        if hole.upperBound > range.upperBound { break }
        index += 1
      }
      if start < range.upperBound { rest.ranges.append(start..<range.upperBound) }
    }
    return rest
  }
}
