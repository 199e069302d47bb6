/// A set of indices. Those below 64 take no memory of their own.
package struct BitSet: Sendable, Hashable {
  private var low: UInt64 = 0
  /// One word for each 64 indices from 64 on; the last is never 0. Nil if all are below.
  private var high: [UInt64]?

  package init() {}

  package init(_ indices: [Int32]) {
    for index in indices { insert(index) }
  }

  package var isEmpty: Bool { low == 0 && high == nil }

  /// Its only index; nil also for one from 64 on.
  var only: Int32? {
    high == nil && low.nonzeroBitCount == 1 ? Int32(low.trailingZeroBitCount) : nil
  }

  var count: Int {
    var count = low.nonzeroBitCount
    guard let high else { return count }
    for word in high { count += word.nonzeroBitCount }
    return count
  }

  /// The bit of an index in its word.
  @inline(__always)
  private static func bit(_ index: Int32) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: index)
  }

  @inline(__always)
  package func contains(_ index: Int32) -> Bool {
    if index < 64 { return low & BitSet.bit(index) != 0 }
    guard let high, Int(index) / 64 <= high.count else { return false }
    return high[Int(index) / 64 - 1] & BitSet.bit(index) != 0
  }

  @inline(__always)
  package mutating func insert(_ index: Int32) {
    guard index >= 64 else {
      low |= BitSet.bit(index)
      return
    }
    insertHigh(index)
  }

  private mutating func insertHigh(_ index: Int32) {
    var words = high ?? []
    high = nil
    while words.count < Int(index) / 64 { words.append(0) }
    words[Int(index) / 64 - 1] |= BitSet.bit(index)
    high = words
  }

  func adding(_ index: Int32) -> BitSet {
    var set = self
    set.insert(index)
    return set
  }

  /// Adds indices below 64, each a bit.
  @inline(__always)
  mutating func formUnion(below64 word: UInt64) { low |= word }

  func intersection(_ other: BitSet) -> BitSet {
    var both = BitSet()
    for index in self where other.contains(index) { both.insert(index) }
    return both
  }

  func isSubset(of other: BitSet) -> Bool {
    guard low & ~other.low == 0 else { return false }
    guard let high else { return true }
    guard let others = other.high, high.count <= others.count else { return false }
    for place in high.indices where high[place] & ~others[place] != 0 { return false }
    return true
  }

  /// Whether, of two sets with as many indices, this one comes first as an ascending list: the
  /// least index that is in only one of them is in this one.
  func precedes(_ other: BitSet) -> Bool {
    if low != other.low { return BitSet.isLeast(in: low, not: other.low) }
    for (word, otherWord) in zip(high ?? [], other.high ?? []) where word != otherWord {
      return BitSet.isLeast(in: word, not: otherWord)
    }
    return false
  }

  private static func isLeast(in word: UInt64, not other: UInt64) -> Bool {
    let difference = word ^ other
    return word & difference & (0 &- difference) != 0
  }
}

extension BitSet: ExpressibleByArrayLiteral {
  package init(arrayLiteral indices: Int32...) {
    self.init(indices)
  }
}

extension BitSet: Sequence {
  /// The indices, ascending.
  package func makeIterator() -> Iterator {
    Iterator(word: low, high: high)
  }

  package struct Iterator: IteratorProtocol {
    /// The rest of the present word.
    var word: UInt64
    let high: [UInt64]?
    /// How many words come before the present one.
    var place = 0

    @inline(__always)
    package mutating func next() -> Int32? {
      while word == 0 {
        guard let high, place < high.count else { return nil }
        word = high[place]
        place += 1
      }
      let index = Int32(truncatingIfNeeded: place &* 64 &+ word.trailingZeroBitCount)
      word &= word &- 1
      return index
    }
  }
}
