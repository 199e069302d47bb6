/// Reads names eight bytes at a time.
///
/// Invariant: no read goes beyond the buffer, which is at least as long as the words that are asked
/// of it.
package enum NameHash {
  /// Odd, and no part of UTF-8, so that no name makes a product zero.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let secret: UInt64 = 0xFFC0_E703_7ED1_A0B5

  /// A hash of 64 bits, the same on every machine: compiled files have slots by it.
  @inline(__always)
  package static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    let count = name.count
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    var offset = 0
    while count &- offset > 16 {
      hash = mixed(word(name, offset) ^ secret, word(name, offset &+ 8) ^ hash)
      offset &+= 16
    }
    let first: UInt64
    let last: UInt64
    if count >= 8 {
      first = word(name, min(offset, count &- 8))
      last = word(name, count &- 8)
    } else {
      (first, last) = (short(name), 0)
    }
    return mixed(first ^ secret, last ^ hash)
  }

  /// Whether two buffers of one length hold the same.
  @inline(__always)
  static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    let count = one.count
    guard count >= 8 else { return short(one) == short(other) }
    var offset = 0
    while offset < count &- 8 {
      guard word(one, offset) == word(other, offset) else { return false }
      offset &+= 8
    }
    return word(one, count &- 8) == word(other, count &- 8)
  }

  @inline(__always)
  private static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func half(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// All that there is of a name of less than eight bytes.
  @inline(__always)
  private static func short(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    if count >= 4 { return half(bytes, 0) | half(bytes, count &- 4) << 32 }
    guard count > 0 else { return 0 }
    return UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count &- 1]) << 16
  }
}
