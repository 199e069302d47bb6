/// SHA-256 (FIPS 180-4). The runtime imports nothing, so it brings its own.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// The 32 bytes of the hash of `bytes`.
  package static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var hasher = SHA256()
    let whole = bytes.count - bytes.count % 64
    var tail = Array(bytes[(bytes.startIndex + whole)...])
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) &* 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    // Invariant: both are whole blocks of 64 bytes.
    bytes.prefix(whole).withUnsafeBytes { hasher.add($0) }
    tail.withUnsafeBytes { hasher.add($0) }
    return hasher.digest
  }

  private var digest: [UInt8] {
    var bytes: [UInt8] = []
    for word in state {
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    var schedule = [UInt32](repeating: 0, count: 64)
    // Invariant: the bytes are whole blocks of 64; every place below lies in one of them, in the
    // schedule of 64 words or among the 64 constants.
    SHA256.constants.withUnsafeBufferPointer { constants in
      schedule.withUnsafeMutableBufferPointer { schedule in
        for block in stride(from: 0, to: bytes.count, by: 64) {
          SHA256.fill(schedule, bytes, block)
          SHA256.compress(schedule, constants, &state)
        }
      }
    }
    self.state = state
  }

  /// Invariant: see `add`.
  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ bytes: UnsafeRawBufferPointer, _ block: Int
  ) {
    for index in 0..<16 {
      let word = bytes.loadUnaligned(fromByteOffset: block &+ 4 &* index, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
    }
    for index in 16..<64 {
      let x = schedule[index &- 15]
      let y = schedule[index &- 2]
      let small = rotate(x, 7) ^ rotate(x, 18) ^ x >> 3
      let large = rotate(y, 17) ^ rotate(y, 19) ^ y >> 10
      schedule[index] = schedule[index &- 16] &+ small &+ schedule[index &- 7] &+ large
    }
  }

  /// Invariant: see `add`.
  private static func compress(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    _ state: inout [UInt32]
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // Eight rounds at once, so that the words take turns instead of being moved along.
    for index in stride(from: 0, to: 64, by: 8) {
      func word(_ offset: Int) -> UInt32 {
        constants[index &+ offset] &+ schedule[index &+ offset]
      }
      round(a, b, c, &d, e, f, g, &h, word(0))
      round(h, a, b, &c, d, e, f, &g, word(1))
      round(g, h, a, &b, c, d, e, &f, word(2))
      round(f, g, h, &a, b, c, d, &e, word(3))
      round(e, f, g, &h, a, b, c, &d, word(4))
      round(d, e, f, &g, h, a, b, &c, word(5))
      round(c, d, e, &f, g, h, a, &b, word(6))
      round(b, c, d, &e, f, g, h, &a, word(7))
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let large = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    let first = h &+ large &+ (g ^ e & (f ^ g)) &+ word
    let small = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    d = d &+ first
    h = first &+ small &+ (a & b | c & (a | b))
  }

  @inline(__always)
  private static func rotate(_ value: UInt32, _ bits: UInt32) -> UInt32 {
    value &>> bits | value &<< (32 &- bits)
  }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
