/// How far the pieces of a text reach. These are asked of the bytes alone, so that going through
/// them touches nothing else.
extension [UInt8] {
  /// The end of the bytes from a place on that are part of something, at most `limit`.
  @inline(__always)
  func end(from place: Int, upTo limit: Int, while isPart: (UInt8) -> Bool) -> Int {
    precondition(place >= 0 && limit <= count)
    // Invariant: `end` is below `limit`, which is at most `count`, when it is read at.
    return withUnsafeBufferPointer { bytes in
      var end = place
      while end < limit, isPart(bytes[end]) { end += 1 }
      return end
    }
  }

  /// The end of the bytes from a place on that are part of something.
  func end(from place: Int, while isPart: (UInt8) -> Bool) -> Int {
    end(from: place, upTo: count, while: isPart)
  }

  func endOfBlank(from place: Int) -> Int {
    end(from: place) { $0 == 0x20 || $0 == 0x09 }
  }

  func endOfLine(from place: Int) -> Int {
    end(from: place) { $0 != 0x0A && $0 != 0x0D }
  }

  /// From an opening quote to its closing one, or to the line's end.
  func endOfQuoted(from place: Int, by quote: UInt8, escapes: Bool) -> Int {
    var end = place + 1
    while end < count {
      let byte = self[end]
      if byte == 0x0A || byte == 0x0D { break }
      end += 1
      if byte == quote { break }
      if escapes, byte == 0x5C, end < count, self[end] == quote || self[end] == 0x5C { end += 1 }
    }
    return end
  }

  /// The bytes that continue a name.
  func endOfName(from place: Int) -> Int {
    var end = end(from: place) { $0.isASCIIName }
    while let length = namePart(at: end) { end += length }
    return end
  }

  /// The length of what continues a name at `place`; nil where the name ends.
  private func namePart(at place: Int) -> Int? {
    guard place < count else { return nil }
    let byte = self[place]
    if byte < 0x80 {
      if byte.isASCIIName { return 1 }
      return byte == 0x2E && isNameCharacter(at: place + 1) ? 1 : nil
    }
    guard let read = scalar(at: place) else { return nil }
    return read.scalar.isNameContinuation || read.scalar.isInvisible ? read.length : nil
  }

  private func isNameCharacter(at place: Int) -> Bool {
    scalar(at: place)?.scalar.isNameContinuation ?? false
  }

  /// Where a numeral or an instant ends, and whether none of its characters is a full-width one.
  func numeral(at place: Int) -> (end: Int, isNarrow: Bool) {
    let isInstant = beginsInstant(at: place)
    var end = place
    var isNarrow = true
    if !isInstant, let time = timeOfDay(at: place) { return (time, true) }
    while let part = numeralPart(at: end, isInstant: isInstant) {
      end += part.length
      isNarrow = isNarrow && part.isNarrow
    }
    if let sign = narrowByte(at: end), sign.byte == 0x25 {
      end += sign.length
      isNarrow = isNarrow && sign.length == 1
    }
    return (end, isNarrow)
  }

  /// Where a time of day such as `20:00` ends; nil if there is none.
  private func timeOfDay(at start: Int) -> Int? {
    func digits(_ start: Int) -> Int {
      var end = start
      while end < count, self[end].isASCIIDigit { end += 1 }
      return end
    }
    let hour = digits(start)
    guard hour - start <= 2, hour < count, self[hour] == 0x3A else { return nil }
    let minute = digits(hour + 1)
    return minute > hour + 1 ? minute : nil
  }

  /// `dddd-d`, as every instant begins and no numeral does.
  private func beginsInstant(at start: Int) -> Bool {
    var place = start
    var position = 0
    while position < 6 {
      guard let part = narrowByte(at: place) else { return false }
      guard position == 4 ? part.byte == 0x2D : part.byte.isASCIIDigit else { return false }
      place += part.length
      position += 1
    }
    return true
  }

  private func numeralPart(
    at place: Int,
    isInstant: Bool
  ) -> (length: Int, isNarrow: Bool)? {
    guard place < count else { return nil }
    guard let part = narrowByte(at: place) else {
      guard let read = scalar(at: place), read.scalar.isNameContinuation else { return nil }
      return (read.length, true)
    }
    let found = (part.length, part.length == 1)
    if part.byte.isASCIILetter || part.byte.isASCIIDigit || part.byte == 0x5F { return found }
    let isJoint =
      part.byte == 0x2E
      || isInstant && (part.byte == 0x2D || part.byte == 0x3A || part.byte == 0x2B)
    guard isJoint || part.byte == 0x2C, let next = narrowByte(at: place + part.length) else {
      return nil
    }
    // `1,200` is one number, however it is meant: no list has numbers without blanks.
    if part.byte == 0x2C {
      let isInside = !isInstant && place > 0 && self[place - 1].isASCIIDigit
      return isInside && part.length == 1 && next.byte.isASCIIDigit ? found : nil
    }
    return next.byte.isASCIILetter || next.byte.isASCIIDigit ? found : nil
  }

  /// The ASCII character at `place`, also if it is written in full width.
  func narrowByte(at place: Int) -> (byte: UInt8, length: Int)? {
    guard place < count else { return nil }
    let byte = self[place]
    if byte < 0x80 { return (byte, 1) }
    guard byte == 0xEF, let read = scalar(at: place) else { return nil }
    guard let narrow = read.scalar.narrowed else { return nil }
    return (narrow, read.length)
  }
}
