/// The checksum of ISO 3309, as in Ethernet and zip. It detects torn and decayed entries. It does
/// not protect against deliberate changes.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { rest, _ in
      rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
    }
  }

  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  /// The checksum in eight hexadecimal digits.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    let text = String(of(bytes), radix: 16)
    return String(repeating: "0", count: 8 - text.utf8.count) + text
  }
}
