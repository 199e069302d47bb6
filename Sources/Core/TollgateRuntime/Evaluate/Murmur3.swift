/// MurmurHash3 x86 32 with seed 0 (Austin Appleby, public domain): the stable hash that puts a
/// subject into a bucket of a rollout.
package enum Murmur3 {
  /// The hash of bytes.
  package static func hash(_ bytes: some Collection<UInt8>) -> UInt32 {
    var hash: UInt32 = 0
    var block: UInt32 = 0
    var filled: UInt32 = 0
    var length: UInt32 = 0
    for byte in bytes {
      block |= UInt32(byte) << (8 * filled)
      filled += 1
      length &+= 1
      guard filled == 4 else { continue }
      hash ^= scramble(block)
      hash = rotate(hash, 13) &* 5 &+ 0xE654_6B64
      block = 0
      filled = 0
    }
    if filled > 0 { hash ^= scramble(block) }
    return finish(hash ^ length)
  }

  /// The bucket, 0…9999, of a subject in a rollout.
  package static func bucket(rollout: String, subject: String) -> Int32 {
    var text = rollout + ":" + subject
    return text.withUTF8 { bucket($0) }
  }

  /// The bucket of the name of a rollout, a colon and a subject.
  static func bucket(_ bytes: some Collection<UInt8>) -> Int32 {
    Int32((UInt64(hash(bytes)) * 10_000) >> 32)
  }

  private static func scramble(_ block: UInt32) -> UInt32 {
    rotate(block &* 0xCC9E_2D51, 15) &* 0x1B87_3593
  }

  private static func rotate(_ value: UInt32, _ bits: UInt32) -> UInt32 {
    value << bits | value >> (32 - bits)
  }

  private static func finish(_ value: UInt32) -> UInt32 {
    var hash = value
    hash ^= hash >> 16
    hash = hash &* 0x85EB_CA6B
    hash ^= hash >> 13
    hash = hash &* 0xC2B2_AE35
    return hash ^ (hash >> 16)
  }
}
