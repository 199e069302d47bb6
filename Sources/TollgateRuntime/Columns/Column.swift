/// One number for each of many users, as narrow as the numbers allow: what a question reads comes
/// through the memory, and a narrow number comes sooner.
///
/// `Int64.min` stays what it is in every width. Behind the last user the columns go on with zeros
/// to the end of a block.
package struct Column: Sendable {
  /// No number is below it.
  let least: Int64
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
    numbers = .same(number)
  }

  /// A number for each user.
  package init(_ values: [Int64]) {
    var least = Int64.max
    var most = Int64.min
    // What a width has to hold beside `Int64.min`.
    var lower = Int64.max
    for value in values {
      least = min(least, value)
      most = max(most, value)
      lower = min(lower, value == .min ? .max : value)
    }
    self.least = least
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
    let width = TruthBlock.width
    var narrowed: [N] = []
    narrowed.reserveCapacity((values.count + width - 1) / width * width)
    for value in values { narrowed.append(N(exactly: value) ?? .min) }
    while narrowed.count % width != 0 { narrowed.append(0) }
    return narrowed
  }

  /// The number that everybody has; nothing if they differ.
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
    switch numbers {
    case .same: return .none
    case .narrow(let numbers): return Column.compare(numbers, number, block)
    case .medium(let numbers): return Column.compare(numbers, number, block)
    case .wide(let numbers): return Column.compare(numbers, number, block)
    }
  }

  /// `number` is above the least.
  @inline(__always)
  private static func compare<N: FixedWidthInteger>(
    _ numbers: [N], _ number: Int64, _ block: Int
  ) -> TruthBlock.Bits {
    guard number <= Int64(N.max) else { return .none }
    // The lowest of a width stands for `Int64.min`, which is below every number asked for.
    let floor = number <= Int64(N.min) ? N.min + 1 : N(truncatingIfNeeded: number)
    let start = block * TruthBlock.width
    guard start >= 0, start + TruthBlock.width <= numbers.count else { return .none }
    // Invariant: the pointer is used inside its closure only, and the block lies in the array.
    return numbers.withUnsafeBufferPointer { numbers in
      guard let first = numbers.baseAddress else { return .none }
      return compare(first + start, floor)
    }
  }

  /// A loop over bytes, which becomes vectors on every machine: for each 64 neighbours one bit of
  /// the 64 bytes.
  @inline(__always)
  private static func compare<N: FixedWidthInteger>(
    _ numbers: UnsafePointer<N>, _ floor: N
  ) -> TruthBlock.Bits {
    var bits = TruthBlock.Bits.none
    // Invariant: 64 bytes of bits, and 512 numbers from the pointer on.
    withUnsafeMutableBytes(of: &bits) { bytes in
      for row in 0..<8 {
        let bit = UInt8(1) << UInt8(row)
        for byte in 0..<64 where numbers[row * 64 + byte] >= floor { bytes[byte] |= bit }
      }
    }
    return bits
  }
}
