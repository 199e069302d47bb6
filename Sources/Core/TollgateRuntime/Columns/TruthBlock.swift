/// The values of a condition for a block of 1024 users: a bit for each, twice.
///
/// Both bit sets together are three-valued: a user for whom it is possible but not sure is one of
/// whom it is unknown. So `and`, `or` and `not` are operations on words.
package struct TruthBlock: TruthValue {
  /// A bit for each user of a block. User `i` is bit `i / 128` of byte `i % 128`, so that a loop
  /// over 128 neighbours fills the bytes in order, and the compiler makes vectors of it.
  package typealias Bits = SIMD16<UInt64>

  /// How many bytes and how many users a block has.
  package static let byteCount = 128
  package static let width = 8 * byteCount

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

  /// Where the bit of a user of a block is.
  @inline(__always)
  fileprivate static func place(of user: Int) -> (word: Int, bit: UInt64) {
    let byte = user % byteCount
    return (byte / 8, UInt64(byte % 8 * 8 + user / byteCount))
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

extension TruthBlock.Bits {
  @inline(__always)
  package static var none: TruthBlock.Bits { TruthBlock.Bits(repeating: 0) }

  @inline(__always)
  static var all: TruthBlock.Bits { TruthBlock.Bits(repeating: .max) }

  /// Whether no bit is set.
  @inline(__always)
  package var isEmpty: Bool {
    let eight = lowHalf | highHalf
    let four = eight.lowHalf | eight.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y == 0
  }

  /// How many bits are set.
  package var bitCount: Int {
    var count = 0
    for index in 0..<scalarCount { count += self[index].nonzeroBitCount }
    return count
  }

  /// The users whose bits are set, in no order.
  package var users: [Int] {
    var users: [Int] = []
    for word in 0..<scalarCount {
      var rest = self[word]
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        users.append(bit % 8 * TruthBlock.byteCount + word * 8 + bit / 8)
        rest &= rest - 1
      }
    }
    return users
  }

  /// Whether the bit of a user of the block is set.
  package subscript(user user: Int) -> Bool {
    get {
      let (word, bit) = TruthBlock.place(of: user)
      return self[word] >> bit & 1 != 0
    }
    set {
      let (word, bit) = TruthBlock.place(of: user)
      if newValue { self[word] |= 1 << bit } else { self[word] &= ~(1 << bit) }
    }
  }

  /// The bits of the first users of a block.
  package static func first(_ count: Int) -> TruthBlock.Bits {
    var bits = none
    for user in 0..<Swift.min(count, TruthBlock.width) { bits[user: user] = true }
    return bits
  }
}
