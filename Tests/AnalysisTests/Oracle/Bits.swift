/// A set of points, as bits.
struct Bits: Hashable {
  var words: [UInt64]

  init(words: [UInt64]) { self.words = words }

  init(count: Int) { words = [UInt64](repeating: 0, count: count) }

  var isEmpty: Bool {
    var index = 0
    while index < words.count {
      if words[index] != 0 { return false }
      index += 1
    }
    return true
  }

  /// The lowest point.
  var first: Int? {
    for (index, word) in words.enumerated() where word != 0 {
      return index * 64 + word.trailingZeroBitCount
    }
    return nil
  }

  func contains(_ point: Int) -> Bool { words[point / 64] >> UInt64(point % 64) & 1 == 1 }

  mutating func insert(_ range: Range<Int>) {
    var point = range.lowerBound
    while point < range.upperBound {
      let shift = point % 64
      let length = min(64 - shift, range.upperBound - point)
      let ones = length == 64 ? UInt64.max : (1 << UInt64(length)) - 1
      words[point / 64] |= ones << UInt64(shift)
      point += length
    }
  }

  static func & (a: Bits, b: Bits) -> Bits {
    var result = a
    var index = 0
    while index < a.words.count {
      result.words[index] &= b.words[index]
      index += 1
    }
    return result
  }

  static func | (a: Bits, b: Bits) -> Bits {
    var result = a
    var index = 0
    while index < a.words.count {
      result.words[index] |= b.words[index]
      index += 1
    }
    return result
  }

  /// The points of the one that are not in the other.
  static func - (a: Bits, b: Bits) -> Bits {
    var result = a
    var index = 0
    while index < a.words.count {
      result.words[index] &= ~b.words[index]
      index += 1
    }
    return result
  }

  /// The points whose neighbour, so many further, is in the set.
  func shifted(down distance: Int) -> Bits {
    var result = Bits(count: words.count)
    let (step, shift) = (distance / 64, UInt64(distance % 64))
    var index = 0
    while index + step < words.count {
      result.words[index] = words[index + step] >> shift
      if shift > 0, index + step + 1 < words.count {
        result.words[index] |= words[index + step + 1] << (64 - shift)
      }
      index += 1
    }
    return result
  }

  /// The points whose neighbour, so many before, is in the set; none may pass the end.
  func shifted(up distance: Int) -> Bits {
    var result = Bits(count: words.count)
    let (step, shift) = (distance / 64, UInt64(distance % 64))
    var index = step
    while index < words.count {
      result.words[index] = words[index - step] << shift
      if shift > 0, index - step > 0 {
        result.words[index] |= words[index - step - 1] >> (64 - shift)
      }
      index += 1
    }
    return result
  }

  /// A part of the words.
  func words(_ range: Range<Int>) -> Bits { Bits(words: Array(words[range])) }
}

/// Where a condition is surely true and where it is surely false; elsewhere it is unknown.
struct TruthBits: Hashable {
  var yes: Bits
  var no: Bits

  static prefix func ! (value: TruthBits) -> TruthBits {
    TruthBits(yes: value.no, no: value.yes)
  }

  func and(_ other: TruthBits) -> TruthBits {
    TruthBits(yes: yes & other.yes, no: no | other.no)
  }

  func or(_ other: TruthBits) -> TruthBits {
    TruthBits(yes: yes | other.yes, no: no & other.no)
  }
}
