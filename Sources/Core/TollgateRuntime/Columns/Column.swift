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
