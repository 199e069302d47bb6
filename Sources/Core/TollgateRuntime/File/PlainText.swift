/// The characters that texts and names in a compiled file may have: those that the language allows,
/// so that a forged file shows nothing else on a terminal or a page.
package enum PlainText {
  /// The longest name, in bytes.
  package static let nameBytes = 256

  /// Whether bytes, which are UTF-8, hold no control character but tab, nothing that reorders
  /// what is seen, and no end of a line.
  package static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Invariant: these bytes are read and no others.
    bytes.withUnsafeBytes { isPlain($0) }
  }

  /// Whether bytes, which are UTF-8, are a name: letters, marks, digits, `-`, `_`, and `.` between
  /// them. It begins with a letter or a digit.
  package static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Invariant: these bytes are read and no others.
    bytes.withUnsafeBytes { isName($0) }
  }

  /// A text with U+FFFD for each character that a text may not have.
  package static func plain(_ text: String) -> String {
    if isPlain(Array(text.utf8)[...]) { return text }
    var plain = ""
    for scalar in text.unicodeScalars {
      let isAllowed = isPlain(Array(String(Character(scalar)).utf8)[...])
      plain.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
    }
    return plain
  }

  private static let dot = UInt8(ascii: ".")

  /// No text is made of the bytes, and nothing is allocated, not even where nothing is optimised.
  static func isName(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    guard count > 0, count <= nameBytes, isLetterOrDigit(bytes[0]), bytes[count &- 1] != dot
    else { return false }
    var wasDot = false
    var place = 0
    while place < count {
      // Invariant: eight bytes lie at `word` where they are read as one word. The last word
      // overlaps with what was read before it.
      let word = min(place, count &- 8)
      if word >= 0, !wasDot, isNameWithoutDot(bytes, word) {
        place = word &+ 8
        continue
      }
      let byte = bytes[place]
      if byte < 0x80 {
        guard isNameByte(byte), !(byte == dot && wasDot) else { return false }
        place &+= 1
      } else {
        // Bytes that are no UTF-8 have no length.
        let length = UTF8Check.length(bytes, place)
        guard length > 1, let scalar = scalar(bytes, place, length), isOfName(scalar) else {
          return false
        }
        place &+= length
      }
      wasDot = byte == dot
    }
    return true
  }

  /// Whether eight bytes are ASCII letters, digits, `-` and `_`.
  @inline(__always)
  private static func isNameWithoutDot(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    if word & high != 0 { return false }
    // All bytes are below 0x80, so nothing that is added carries into another byte: the high bit
    // says whether a byte is at least so much.
    func isAtLeast(_ byte: UInt8, _ word: UInt64) -> UInt64 {
      word &+ 0x0101_0101_0101_0101 &* UInt64(0x80 &- byte)
    }
    func isIn(_ bytes: ClosedRange<UInt8>, _ word: UInt64) -> UInt64 {
      isAtLeast(bytes.lowerBound, word) & ~isAtLeast(bytes.upperBound &+ 1, word)
    }
    let letters = isIn(0x61...0x7A, word | 0x2020_2020_2020_2020)
    let others = isIn(0x30...0x39, word) | isIn(0x2D...0x2D, word) | isIn(0x5F...0x5F, word)
    return (letters | others) & high == high
  }

  /// The character beyond ASCII at a place. Invariant: it is UTF-8 of this length.
  private static func scalar(
    _ bytes: UnsafeRawBufferPointer, _ place: Int, _ length: Int
  ) -> Unicode.Scalar? {
    // The first byte has a bit for each byte of the character, and a free one.
    var value = UInt32(bytes[place]) & (0x7F &>> UInt32(length))
    var next = 1
    while next < length {
      value = value &<< 6 | UInt32(bytes[place &+ next] & 0x3F)
      next &+= 1
    }
    return Unicode.Scalar(value)
  }

  static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place < bytes.count {
      // Invariant: eight bytes lie at `place` where they are read as one word.
      if place &+ 8 <= bytes.count, isPlainASCII(bytes, place) {
        place &+= 8
        continue
      }
      let byte = bytes[place]
      if byte < 0x20 && byte != 0x09 || byte == 0x7F { return false }
      if byte >= 0x80, isHidden(bytes, place) { return false }
      place &+= 1
    }
    return true
  }

  /// Whether eight bytes are ASCII from the space on, and none of them is 0x7F.
  @inline(__always)
  private static func isPlainASCII(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    if word & high != 0 { return false }
    // All bytes are below 0x80: adding carries into no other byte.
    let fromSpace = word &+ 0x6060_6060_6060_6060
    let delete = word &+ 0x0101_0101_0101_0101
    return fromSpace & high == high && delete & high == 0
  }

  /// Whether the character that begins at a place is C1, or reorders or hides what is seen.
  private static func isHidden(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 {
      place &+ offset < bytes.count ? bytes[place &+ offset] : 0
    }
    switch (bytes[place], byte(1)) {
    case (0xC2, 0x80...0x9F): return true  // C1
    case (0xE2, 0x80):  // U+200B, U+202A to U+202E
      return byte(2) == 0x8B || (0xAA...0xAE).contains(byte(2))
    case (0xE2, 0x81):  // U+2060, U+2066 to U+2069
      return byte(2) == 0xA0 || (0xA6...0xA9).contains(byte(2))
    case (0xEF, 0xBB): return byte(2) == 0xBF  // U+FEFF
    default: return false
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (isNameByte(byte) && byte != dot && byte != 0x2D && byte != 0x5F)
  }

  /// A letter, a digit, `-`, `.` or `_`.
  @inline(__always)
  private static func isNameByte(_ byte: UInt8) -> Bool {
    // One bit for each of the characters from 0x00 and from 0x40 on.
    let names: UInt64 = byte < 0x40 ? 0x03FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return names &>> UInt64(byte & 0x3F) & 1 == 1
  }

  /// Whether a character beyond ASCII can be in a name. The types that it asks take long to fetch,
  /// so whoever has ASCII alone does not call it.
  @inline(never)
  package static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber:
      return !isUnseen(scalar)
    default: return false
    }
  }

  /// Whether a letter or a mark is one that nobody sees: those of the default ignorable code points
  /// of Unicode.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180D, 0x180F, 0x3164: true
    case 0xFE00...0xFE0F, 0xFFA0, 0xE0100...0xE01EF: true
    default: false
    }
  }
}

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
      if place &+ 8 <= bytes.count, word(bytes, place) & high == 0 {
        place &+= 8
      } else if bytes[place] < 0x80 {
        place &+= 1
      } else {
        let length = length(bytes, place)
        if length == 0 { return false }
        place &+= length
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

  /// The highest bit of each of eight bytes: ASCII never sets it.
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
