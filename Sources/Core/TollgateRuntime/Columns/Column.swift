/// One number for each of many users, as narrow as the numbers allow: what a question reads comes
/// through the memory, and a narrow number comes sooner.
///
/// `Int64.min` stays what it is in every width. Behind the last user the columns go on with zeros
/// to the end of a block.
package struct Column: Sendable {
  /// No number is below it.
  let least: Int64
  /// No number is above it.
  private let most: Int64
  /// Whether the difference of any two numbers fits.
  private let areNear: Bool
  private let numbers: Numbers

  private enum Numbers: Sendable {
    case same(Int64)
    case narrow([Int16])
    case medium([Int32])
    case wide([Int64])
  }

  /// The same number for everybody.
  package init(same number: Int64) {
    least = number
    most = number
    areNear = true
    numbers = .same(number)
  }

  /// A number for each user.
  package init(_ values: [Int64]) {
    var least = Int64.max
    var most = Int64.min
    // The values that a width has to hold beside `Int64.min`.
    var lower = Int64.max
    for value in values {
      least = min(least, value)
      most = max(most, value)
      lower = min(lower, value == .min ? .max : value)
    }
    self.least = least
    self.most = most
    areNear = !most.subtractingReportingOverflow(least).overflow
    if least >= most {
      numbers = .same(values.first ?? 0)
    } else if lower > Int64(Int16.min), most <= Int64(Int16.max) {
      numbers = .narrow(Column.narrowed(values))
    } else if lower > Int64(Int32.min), most <= Int64(Int32.max) {
      numbers = .medium(Column.narrowed(values))
    } else {
      numbers = .wide(Column.narrowed(values))
    }
  }

  private static func narrowed<N: FixedWidthInteger>(_ values: [Int64]) -> [N] {
    var narrowed = values.map { $0 == .min ? N.min : N(truncatingIfNeeded: $0) }
    let rest = values.count % TruthBlock.width
    if rest > 0 { narrowed.append(contentsOf: repeatElement(0, count: TruthBlock.width - rest)) }
    return narrowed
  }

  /// The number that everybody has; nil if they differ.
  package var shared: Int64? {
    if case .same(let number) = numbers { return number }
    return nil
  }

  /// The number of a user.
  package subscript(user: Int) -> Int64 {
    switch numbers {
    case .same(let number): number
    case .narrow(let numbers): Column.widened(numbers[user])
    case .medium(let numbers): Column.widened(numbers[user])
    case .wide(let numbers): numbers[user]
    }
  }

  private static func widened<N: FixedWidthInteger>(_ number: N) -> Int64 {
    number == .min ? .min : Int64(number)
  }

  // MARK: Comparing

  /// Which users of a block have at least a number.
  func isAtLeast(_ number: Int64, block: Int) -> TruthBlock.Bits {
    if least >= number { return .all }
    if most < number { return .none }
    switch numbers {
    case .same: return .none
    case .narrow(let numbers): return Column.compare(numbers, number, block)
    case .medium(let numbers): return Column.compare(numbers, number, block)
    case .wide(let numbers):
      guard areNear else { return Column.compare(numbers, number, block) }
      // Small machines compare 64 bits slowly, and subtract them fast.
      return Column.bits(of: numbers, block) { value, bit in
        ~UInt8(truncatingIfNeeded: (value &- number) >> 63) & bit
      }
    }
  }

  /// `number` is above the least, and not above the most.
  @inline(__always)
  private static func compare<N: FixedWidthInteger>(
    _ numbers: [N], _ number: Int64, _ block: Int
  ) -> TruthBlock.Bits {
    // The lowest number of a width means `Int64.min`, which is below every number asked for.
    let floor = number <= Int64(N.min) ? N.min + 1 : N(truncatingIfNeeded: number)
    return bits(of: numbers, block) { value, bit in value >= floor ? bit : 0 }
  }

  /// A loop over bytes without a branch, which becomes vectors on every machine: for as many
  /// neighbours as a block has bytes, one bit of each byte.
  @inline(__always)
  private static func bits<N: FixedWidthInteger>(
    of numbers: [N], _ block: Int, _ test: (N, UInt8) -> UInt8
  ) -> TruthBlock.Bits {
    let start = block * TruthBlock.width
    guard start >= 0, start + TruthBlock.width <= numbers.count else { return .none }
    let count = TruthBlock.byteCount
    var bits = TruthBlock.Bits.none
    // Invariant: the pointers are used inside their closures only; a block of numbers from `start`
    // on lies in the array, and has eight rows of as many numbers as `bits` has bytes.
    numbers.withUnsafeBufferPointer { numbers in
      guard let first = numbers.baseAddress else { return }
      // Invariant: as above.
      withUnsafeMutableBytes(of: &bits) { bytes in
        for row in 0..<8 {
          let bit = UInt8(1) << UInt8(row)
          let row = first + start + row * count
          for byte in 0..<count { bytes[byte] |= test(row[byte], bit) }
        }
      }
    }
    return bits
  }
}

/// The allowances that raise the limits of a meter, for many users.
struct AllowanceColumns: Sendable {
  private var own: Column
  private var known: Column
  private var perhaps: Column
  /// The allowance that everybody has; nil if they differ.
  private(set) var shared: Allowance?

  /// Nobody has one.
  init() {
    self.init(
      own: Column(same: PackedAmount(nil).raw), known: Column(same: 0), perhaps: Column(same: 0))
  }

  init(_ allowances: [Allowance]) {
    self.init(
      own: Column(allowances.map { $0.brought.raw }), known: Column(allowances.map { $0.known }),
      perhaps: Column(allowances.map { $0.perhaps }))
  }

  init(own: Column, known: Column, perhaps: Column) {
    self.own = own
    self.known = known
    self.perhaps = perhaps
    if let own = own.shared, let known = known.shared, let perhaps = perhaps.shared {
      shared = Allowance(brought: PackedAmount(raw: own), known: known, perhaps: perhaps)
    }
  }

  /// The snapshots' own, what is added surely, and what is added perhaps.
  var columns: [Column] { [own, known, perhaps] }

  subscript(user: Int) -> Allowance {
    shared
      ?? Allowance(
        brought: PackedAmount(raw: own[user]), known: known[user], perhaps: perhaps[user])
  }
}

/// Which of many users hold an entitlement at one time, by a grant.
struct EntitlementColumn: Sendable {
  /// By block; empty for nobody.
  private var surely: [TruthBlock.Bits] = []
  private var possibly: [TruthBlock.Bits] = []
  /// Whether everybody holds it, as they do the first tier.
  private let isEverybodys: Bool

  /// Nobody holds it, or everybody does.
  init(everybody isEverybodys: Bool) {
    self.isEverybodys = isEverybodys
  }

  /// The truths of so many users, as numbers.
  init(_ column: Column, count: Int) {
    // Read once: read twice, the optimiser of Swift 6.3 fails for WebAssembly.
    let shared = column.shared
    isEverybodys = shared == Int64(Truth.yes.rawValue) && count > 0
    guard shared != Int64(Truth.no.rawValue), !isEverybodys else { return }
    for block in 0..<(count + TruthBlock.width - 1) / TruthBlock.width {
      surely.append(column.isAtLeast(Int64(Truth.yes.rawValue), block: block))
      possibly.append(column.isAtLeast(Int64(Truth.unknown.rawValue), block: block))
    }
  }

  /// More users hold it, surely.
  mutating func add(_ users: [TruthBlock.Bits]) {
    guard !surely.isEmpty else {
      surely = users
      possibly = users
      return
    }
    for block in users.indices {
      surely[block] |= users[block]
      possibly[block] |= users[block]
    }
  }

  func truth(block: Int) -> TruthBlock {
    if isEverybodys { return .yes }
    guard block < surely.count else { return .no }
    return TruthBlock(surely: surely[block], possibly: possibly[block])
  }
}

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
