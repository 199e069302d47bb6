/// A set of up to 128 names by their places, as bits.
struct NameSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  static let capacity = 128

  init(_ members: Int...) {
    for member in members {
      if member < 64 { low |= 1 << UInt64(member) } else { high |= 1 << UInt64(member - 64) }
    }
  }

  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The members, ascending.
  var members: [Int] {
    var members: [Int] = []
    members.reserveCapacity(count)
    for (first, bits) in [(0, low), (64, high)] {
      var rest = bits
      while rest != 0 {
        members.append(first + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return members
  }

  func union(_ other: NameSet) -> NameSet {
    var union = self
    union.low |= other.low
    union.high |= other.high
    return union
  }

  func isSuperset(of other: NameSet) -> Bool {
    low & other.low == other.low && high & other.high == other.high
  }

  /// Fewer names first; of as many, the one with the earlier name.
  func precedes(_ other: NameSet) -> Bool {
    if count != other.count { return count < other.count }
    let difference = low ^ other.low
    if difference != 0 { return low & (1 << UInt64(difference.trailingZeroBitCount)) != 0 }
    let highDifference = high ^ other.high
    return highDifference != 0
      && high & (1 << UInt64(highDifference.trailingZeroBitCount)) != 0
  }
}
