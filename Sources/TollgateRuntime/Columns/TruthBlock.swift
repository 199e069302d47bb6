/// What a condition comes to for a block of 512 users: a bit for each, twice.
///
/// Both bit sets together are three-valued: a user for whom it is possible but not sure is one of
/// whom it is unknown. So `and`, `or` and `not` are operations on words.
package struct TruthBlock: TruthValue {
  /// A bit for each user of a block. User `i` is bit `i / 64` of byte `i % 64`, so that a loop
  /// over 64 neighbours fills the bytes in order, and the compiler makes vectors of it.
  package typealias Bits = SIMD8<UInt64>

  /// How many users a block has.
  package static let width = 512

  /// For whom it is surely so.
  package var surely: Bits
  /// For whom it is so, or unknown.
  package var possibly: Bits

  @inline(__always)
  package init(surely: Bits, possibly: Bits) {
    self.surely = surely
    self.possibly = possibly
  }

  /// The same for every user.
  @inline(__always)
  package init(_ truth: Truth) {
    surely = truth == .yes ? .all : .none
    possibly = truth == .no ? .none : .all
  }

  @inline(__always)
  package static var no: TruthBlock { TruthBlock(.no as Truth) }

  @inline(__always)
  package static var yes: TruthBlock { TruthBlock(.yes as Truth) }

  @inline(__always)
  package static prefix func ! (value: TruthBlock) -> TruthBlock {
    TruthBlock(surely: ~value.possibly, possibly: ~value.surely)
  }

  @inline(__always)
  package func and(_ other: TruthBlock) -> TruthBlock {
    TruthBlock(surely: surely & other.surely, possibly: possibly & other.possibly)
  }

  @inline(__always)
  package func or(_ other: TruthBlock) -> TruthBlock {
    TruthBlock(surely: surely | other.surely, possibly: possibly | other.possibly)
  }

  @inline(__always)
  package static func == (a: TruthBlock, b: TruthBlock) -> Bool {
    ((a.surely ^ b.surely) | (a.possibly ^ b.possibly)).isEmpty
  }
}

extension SIMD8<UInt64> {
  @inline(__always)
  static var none: SIMD8<UInt64> { SIMD8(repeating: 0) }

  @inline(__always)
  static var all: SIMD8<UInt64> { SIMD8(repeating: .max) }

  /// Whether no bit is set.
  @inline(__always)
  var isEmpty: Bool {
    let four = lowHalf | highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y == 0
  }

  /// How many bits are set.
  var bitCount: Int {
    var count = 0
    for index in 0..<scalarCount { count += self[index].nonzeroBitCount }
    return count
  }

  /// Whether the bit of a user of the block is set.
  subscript(user user: Int) -> Bool {
    get {
      let byte = user % 64
      return self[byte / 8] >> UInt64(byte % 8 * 8 + user / 64) & 1 != 0
    }
    set {
      let byte = user % 64
      let bit = UInt64(1) << UInt64(byte % 8 * 8 + user / 64)
      if newValue { self[byte / 8] |= bit } else { self[byte / 8] &= ~bit }
    }
  }

  /// The bits of the first users of a block.
  static func first(_ count: Int) -> SIMD8<UInt64> {
    var bits = none
    for user in 0..<Swift.min(count, TruthBlock.width) { bits[user: user] = true }
    return bits
  }
}
