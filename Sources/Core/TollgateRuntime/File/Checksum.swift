/// A checksum of 64 bits over bytes, read eight at a time in four lanes.
///
/// Each step turns different states into different states, so any change inside of eight bytes
/// that lie together changes the sum for certain. A step multiplies once, so what a change of the
/// highest bit does can be foretold, and undone by a change further on: the total of all words
/// tells such pairs. Another change escapes once in 2^64. It guards against damage, not against
/// somebody who writes a fitting one.
package enum Checksum {
  /// The checksum of bytes.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    // Invariant: these bytes are read and no others.
    bytes.withUnsafeBytes { sum($0) }
  }

  private static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var a: UInt64 = 0x243F_6A88_85A3_08D3
    var b: UInt64 = 0x1319_8A2E_0370_7344
    var c: UInt64 = 0xA409_3822_299F_31D0
    var d: UInt64 = 0x082E_FA98_EC4E_6C89
    var total: UInt64 = 0
    var place = 0
    while place &+ 32 <= bytes.count {
      let words = (
        word(bytes, place), word(bytes, place &+ 8), word(bytes, place &+ 16),
        word(bytes, place &+ 24)
      )
      a = step(a, words.0)
      b = step(b, words.1)
      c = step(c, words.2)
      d = step(d, words.3)
      total &+= words.0 &+ words.1 &+ words.2 &+ words.3
      place &+= 32
    }
    while place < bytes.count {
      var word: UInt64 = 0
      for index in place..<min(place + 8, bytes.count) { word = word << 8 | UInt64(bytes[index]) }
      a = step(a, word)
      total &+= word
      place += 8
    }
    var sum = UInt64(bytes.count)
    for lane in [a, b, c, d, total] {
      sum = step(sum, lane)
      sum ^= sum >> 29
    }
    return sum
  }

  /// The high half of a product, where a change shows most, is the low half of the next factor.
  @inline(__always)
  private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
    ((state << 32 | state >> 32) ^ word) &* 0x9FB2_1C65_1E98_DF25
  }

  /// Invariant: eight bytes lie at `place`; the loop above stops before the last 32.
  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}
