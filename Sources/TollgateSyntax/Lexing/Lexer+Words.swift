extension Lexer {
  /// A name whose first letter has `first` bytes. Invisible characters inside stay in its token:
  /// they are reported, and the name is read without them.
  mutating func name(_ first: Int) {
    var end = index + first
    while end < bytes.count, bytes[end].isASCIIName { end += 1 }
    while let length = namePart(at: end) { end += length }
    take(.name, end - index)
  }

  /// The length of what continues a name at `place`; nil where the name ends.
  private func namePart(at place: Int) -> Int? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    if byte < 0x80 {
      if byte.isASCIIName { return 1 }
      return byte == 0x2E && isNameCharacter(at: place + 1) ? 1 : nil
    }
    guard let read = bytes.scalar(at: place) else { return nil }
    return read.scalar.isNameContinuation || read.scalar.isInvisible ? read.length : nil
  }

  private func isNameCharacter(at place: Int) -> Bool {
    bytes.scalar(at: place)?.scalar.isNameContinuation ?? false
  }

  /// A numeral or an instant. Full-width digits make it unreadable, and the parser narrows them.
  mutating func numeral() {
    let isInstant = beginsInstant()
    var end = index
    var isNarrow = true
    while let part = numeralPart(at: end, isInstant: isInstant) {
      end += part.length
      isNarrow = isNarrow && part.isNarrow
    }
    if let sign = narrowByte(at: end), sign.byte == 0x25 {
      end += sign.length
      isNarrow = isNarrow && sign.length == 1
    }
    take(isNarrow ? .numeral : .unknown, end - index)
  }

  /// `dddd-d`, as every instant begins and no numeral does.
  private func beginsInstant() -> Bool {
    var place = index
    for position in 0..<6 {
      guard let part = narrowByte(at: place) else { return false }
      guard position == 4 ? part.byte == 0x2D : part.byte.isASCIIDigit else { return false }
      place += part.length
    }
    return true
  }

  private func numeralPart(
    at place: Int,
    isInstant: Bool
  ) -> (length: Int, isNarrow: Bool)? {
    guard place < bytes.count else { return nil }
    guard let part = narrowByte(at: place) else {
      guard let read = bytes.scalar(at: place), read.scalar.isNameContinuation else { return nil }
      return (read.length, true)
    }
    let found = (part.length, part.length == 1)
    if part.byte.isASCIILetter || part.byte.isASCIIDigit || part.byte == 0x5F { return found }
    let isJoint =
      part.byte == 0x2E
      || isInstant && (part.byte == 0x2D || part.byte == 0x3A || part.byte == 0x2B)
    guard isJoint, let next = narrowByte(at: place + part.length) else { return nil }
    return next.byte.isASCIILetter || next.byte.isASCIIDigit ? found : nil
  }

  /// The ASCII character at `place`, also if it is written in full width.
  private func narrowByte(at place: Int) -> (byte: UInt8, length: Int)? {
    guard place < bytes.count else { return nil }
    if bytes[place] < 0x80 { return (bytes[place], 1) }
    guard bytes[place] == 0xEF, let read = bytes.scalar(at: place) else { return nil }
    guard let narrow = read.scalar.narrowed else { return nil }
    return (narrow, read.length)
  }

  /// A row of signs: `>`, `>=`, `<` and `<=` are tokens; other rows are kept together, so that
  /// the parser can say what they mean.
  mutating func sign() {
    var row: [UInt8] = []
    var end = index
    while let part = narrowByte(at: end), Self.isSign(part.byte) {
      // Nobody means a longer row; a bound keeps the row's bytes small.
      guard row.count < 4 else { break }
      row.append(part.byte)
      end += part.length
    }
    let isPlain = end - index == row.count
    switch row {
    case [0x3E] where isPlain: take(.more, 1)
    case [0x3E, 0x3D] where isPlain: take(.moreOrEqual, 2)
    case [0x3C] where isPlain: take(.less, 1)
    case [0x3C, 0x3D] where isPlain: take(.lessOrEqual, 2)
    default: take(.unknown, end - index)
    }
  }

  /// `! & < = > |`
  private static func isSign(_ byte: UInt8) -> Bool {
    byte == 0x21 || byte == 0x26 || byte >= 0x3C && byte <= 0x3E || byte == 0x7C
  }

  /// What stands in quotes that are not the language's own, if they are closed in this line.
  mutating func lookalikeQuotes() {
    guard let first = bytes.scalar(at: index) else { return take(.unknown, 1) }
    let kind = Lookalike.quoteKind(first.scalar)
    var end = index + first.length
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      let read = bytes.scalar(at: end)
      end += read?.length ?? 1
      if let read, Lookalike.quoteKind(read.scalar) == kind {
        return take(.unknown, end - index)
      }
    }
    take(.unknown, first.length)
  }
}
