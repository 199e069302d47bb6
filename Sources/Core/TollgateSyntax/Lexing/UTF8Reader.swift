/// A scalar read from bytes, and how many of them it took.
struct ReadScalar {
  var scalar: Unicode.Scalar
  var length: Int
}

extension Array<UInt8> {
  /// The scalar that begins at `index`; nil where the bytes are not UTF-8.
  func scalar(at index: Int) -> ReadScalar? {
    guard index < count else { return nil }
    let first = UInt32(self[index])
    switch first {
    case 0..<0x80: return Self.read(first, 1, atLeast: 0)
    case 0xC2..<0xE0: return scalar(at: index, first & 0x1F, length: 2, atLeast: 0x80)
    case 0xE0..<0xF0: return scalar(at: index, first & 0x0F, length: 3, atLeast: 0x800)
    case 0xF0..<0xF5: return scalar(at: index, first & 0x07, length: 4, atLeast: 0x10000)
    default: return nil
    }
  }

  private func scalar(
    at index: Int,
    _ first: UInt32,
    length: Int,
    atLeast: UInt32
  ) -> ReadScalar? {
    guard index + length <= count else { return nil }
    var value = first
    for offset in 1..<length {
      let next = UInt32(self[index + offset])
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | next & 0x3F
    }
    return Self.read(value, length, atLeast: atLeast)
  }

  /// Overlong forms are below `atLeast`; surrogates and values beyond U+10FFFF are not scalars.
  private static func read(_ value: UInt32, _ length: Int, atLeast: UInt32) -> ReadScalar? {
    guard value >= atLeast, let scalar = Unicode.Scalar(value) else { return nil }
    return ReadScalar(scalar: scalar, length: length)
  }
}
