/// A condition on one number that only rises with it, from no over unknown to yes, or only falls:
/// the numbers at which it changes. They are found by asking the condition itself, so a column of
/// numbers is compared by the very definition that decides about one.
struct Steps {
  /// From here on it is possible, and from here on sure; nil for never.
  private let possible: Int64?
  private let sure: Int64?
  /// Whether it falls: then the steps are those of its opposite.
  private let isFalling: Bool
  /// The least number that is known; a number below it means unknown.
  private let first: Int64
  /// The value for an unknown number.
  private let ofUnknown: Truth

  /// The steps of a condition on the numbers from `first` on.
  init(from first: Int64, _ condition: (Int64) -> Truth) {
    self.first = first
    let isFalling = condition(first).rawValue > condition(.max).rawValue
    self.isFalling = isFalling
    func rising(_ number: Int64) -> Truth {
      isFalling ? !condition(number) : condition(number)
    }
    possible = Steps.least(from: first) { rising($0) != .no }
    sure = Steps.least(from: first) { rising($0) == .yes }
    ofUnknown = rising(first - 1)
  }

  /// The least number that passes a test; all above it do too.
  private static func least(from first: Int64, _ test: (Int64) -> Bool) -> Int64? {
    guard test(.max) else { return nil }
    var low = first
    var high = Int64.max
    while low < high {
      // The half of the distance, which may be longer than the half of the range.
      let middle = low &+ Int64(truncatingIfNeeded: UInt64(bitPattern: high &- low) / 2)
      if test(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The values for a block of a column.
  func truth(of column: Column, block: Int) -> TruthBlock {
    let surely = sure.map { column.isAtLeast($0, block: block) } ?? .none
    var truth = TruthBlock(surely: surely, possibly: surely)
    if let possible, possible != sure {
      truth.possibly = column.isAtLeast(possible, block: block)
    }
    if column.least < first, ofUnknown != .no {
      let unknown = ~column.isAtLeast(first, block: block)
      truth.possibly |= unknown
      if ofUnknown == .yes { truth.surely |= unknown }
    }
    return isFalling ? !truth : truth
  }
}
