/// Whether bytes are UTF-8, without making a text of them.
package enum UTF8Check {
  /// Whether all of these bytes are UTF-8: each character in its shortest form, no surrogates,
  /// none beyond U+10FFFF.
  package static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Invariant: the bytes are there as long as they are looked at.
    bytes.withUnsafeBytes { isValid($0) }
  }

  /// The same of bytes that lie anywhere.
  package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place < bytes.count {
      // Invariant: eight bytes lie at `place` where they are read as one word.
      if place + 8 <= bytes.count, word(bytes, place) & high == 0 {
        place += 8
      } else {
        let length = length(bytes, place)
        if length == 0 { return false }
        place += length
      }
    }
    return true
  }

  /// Whether all of these bytes are ASCII.
  static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place + 32 <= bytes.count {
      let words =
        (word(bytes, place) | word(bytes, place + 8) | word(bytes, place + 16)
          | word(bytes, place + 24))
      if words & high != 0 { return false }
      place += 32
    }
    while place < bytes.count {
      if bytes[place] >= 0x80 { return false }
      place += 1
    }
    return true
  }

  /// The bits that ASCII has not.
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Invariant: eight bytes lie at `place`.
  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// How many bytes the character at a place has; 0 if there is none.
  package static func length(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
    func isNext(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      place + offset < bytes.count && range.contains(bytes[place + offset])
    }
    switch bytes[place] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return isNext(1) ? 2 : 0
    case 0xE0: return isNext(1, 0xA0...0xBF) && isNext(2) ? 3 : 0
    case 0xED: return isNext(1, 0x80...0x9F) && isNext(2) ? 3 : 0
    case 0xE1...0xEF: return isNext(1) && isNext(2) ? 3 : 0
    case 0xF0: return isNext(1, 0x90...0xBF) && isNext(2) && isNext(3) ? 4 : 0
    case 0xF1...0xF3: return isNext(1) && isNext(2) && isNext(3) ? 4 : 0
    case 0xF4: return isNext(1, 0x80...0x8F) && isNext(2) && isNext(3) ? 4 : 0
    default: return 0
    }
  }
}
