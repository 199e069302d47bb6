/// A checksum of 64 bits over bytes, read eight at a time in four lanes.
///
/// Each step turns different states into different states, so any change inside of eight bytes that
/// lie together changes the sum for certain; another change escapes it once in 2^64. It guards
/// against damage, not against somebody who writes a fitting one.
package struct Checksum {
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89
  )

  /// The checksum of bytes.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum = Checksum()
    // Invariant: `add` reads these bytes and no others.
    bytes.withUnsafeBytes { sum.add($0) }
    return sum.joined(count: bytes.count)
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place + 32 <= bytes.count {
      lanes.0 = Checksum.step(lanes.0, Checksum.word(bytes, place))
      lanes.1 = Checksum.step(lanes.1, Checksum.word(bytes, place + 8))
      lanes.2 = Checksum.step(lanes.2, Checksum.word(bytes, place + 16))
      lanes.3 = Checksum.step(lanes.3, Checksum.word(bytes, place + 24))
      place += 32
    }
    while place < bytes.count {
      var word: UInt64 = 0
      for index in place..<min(place + 8, bytes.count) { word = word << 8 | UInt64(bytes[index]) }
      lanes.0 = Checksum.step(lanes.0, word)
      place += 8
    }
  }

  private func joined(count: Int) -> UInt64 {
    var sum = UInt64(count)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = Checksum.step(sum, lane) }
    return sum
  }

  private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
    var mixed = (state ^ word) &* 0x9FB2_1C65_1E98_DF25
    mixed ^= mixed >> 29
    mixed = mixed &* 0xBF58_476D_1CE4_E5B9
    return mixed << 32 | mixed >> 32
  }

  /// Invariant: eight bytes lie at `place`; the loop above stops before the last 32.
  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}
