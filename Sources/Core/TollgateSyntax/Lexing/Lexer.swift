/// Cuts bytes into tokens. Every byte of any input lies in exactly one of them.
package struct Lexer: ~Copyable {
  let bytes: [UInt8]
  private let count: Int
  var index = 0
  var tokens: [Token] = []

  /// Begins at a place where a line begins.
  init(_ bytes: [UInt8], at place: Int = 0) {
    self.bytes = bytes
    count = bytes.count
    index = place
  }

  /// The tokens of a text, in order; joined they are the text.
  package static func tokens(of source: Source) -> [Token] {
    var lexer = Lexer(source.bytes)
    lexer.tokens.reserveCapacity(source.bytes.count / 3)
    while lexer.line() {}
    return lexer.tokens
  }

  /// Adds the tokens of the next line, its end among them; false at the end of the text. No token
  /// goes beyond its line.
  mutating func line() -> Bool {
    guard index < count else { return false }
    if index == 0, bytes.starts(with: Lexer.byteOrderMark) { take(.whitespace, 3) }
    while index < count {
      let byte = bytes[index]
      next(byte)
      if byte == 0x0A || byte == 0x0D { break }
    }
    return true
  }

  /// The mark that some programs write at the start of a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Forgets the first tokens.
  mutating func forget(_ count: Int) { tokens = Array(tokens[count...]) }

  mutating func take(_ kind: Token.Kind, _ length: Int) { take(kind, upTo: index + length) }

  mutating func take(_ kind: Token.Kind, upTo place: Int) {
    // At least one byte is taken each time: this is what ends the loop over the text.
    var end = place > index ? place : index + 1
    if end > count { end = count }
    tokens.append(Token(kind, Span(index, end)))
    index = end
  }

  private func byte(_ offset: Int) -> UInt8 {
    index + offset < count ? bytes[index + offset] : 0
  }

  /// Takes the token that begins with `byte`.
  private mutating func next(_ byte: UInt8) {
    switch byte {
    case 0x20, 0x09: take(.whitespace, upTo: bytes.endOfBlank(from: index))
    case 0x0A: take(.newline, 1)
    case 0x0D: take(.newline, self.byte(1) == 0x0A ? 2 : 1)
    case 0x23: take(.comment, upTo: bytes.endOfLine(from: index))
    case 0x22: take(.text, upTo: bytes.endOfQuoted(from: index, by: byte, escapes: true))
    case 0x60: take(.quotedName, upTo: bytes.endOfQuoted(from: index, by: byte, escapes: false))
    case 0x2C: take(.comma, 1)
    case 0x28: take(.openParenthesis, 1)
    case 0x29: take(.closeParenthesis, 1)
    case 0x2E: dots()
    case 0x30...0x39: numeral()
    case 0x21, 0x26, 0x3C...0x3E, 0x7C: sign()
    case 0x2F where self.byte(1) == 0x2F: take(.unknown, upTo: bytes.endOfLine(from: index))
    case 0x27: lookalikeQuotes()
    case 0x00..<0x80: byte.isASCIILetter ? name(1) : take(.unknown, 1)
    default: beyondASCII()
    }
  }

  private mutating func beyondASCII() {
    guard let read = bytes.scalar(at: index) else { return take(.unknown, 1) }
    let scalar = read.scalar
    if let narrow = scalar.narrowed, narrow.isASCIIDigit { return numeral() }
    if scalar.isNameStart { return name(read.length) }
    if Lookalike.quoteKind(scalar) != nil { return lookalikeQuotes() }
    if scalar.value == 0xFF1E || scalar.value == 0xFF1C || scalar.value == 0xFF1D {
      return sign()
    }
    take(.unknown, read.length)
  }

  /// `..` is a range; a longer row of dots is what people write for one.
  private mutating func dots() {
    let end = bytes.end(from: index) { $0 == 0x2E }
    take(end == index + 2 ? .range : .unknown, upTo: end)
  }
}

extension Lexer {
  /// A name whose first letter has `first` bytes. Invisible characters inside stay in its token:
  /// they are reported, and the name is read without them.
  mutating func name(_ first: Int) { take(.name, upTo: bytes.endOfName(from: index + first)) }

  /// A numeral or an instant. Full-width digits make it unreadable, and the parser narrows them.
  mutating func numeral() {
    let numeral = bytes.numeral(at: index)
    take(numeral.isNarrow ? .numeral : .unknown, upTo: numeral.end)
  }

  /// A row of signs: `>`, `>=`, `<` and `<=` are tokens; other rows are kept together, so that
  /// the parser can say what they mean.
  mutating func sign() {
    var row: [UInt8] = []
    var end = index
    while let part = bytes.narrowByte(at: end), Self.isSign(part.byte) {
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

  /// The text in quotes that are not the language's own, if they are closed in this line.
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

/// Names and texts as a policy writes them.
package enum Spelled {
  /// A name; one that is a word of the language, or begins with a digit, is written in backquotes.
  package static func name(_ name: String) -> String {
    let letters = Array(name.utf8)
    if letters.first?.isASCIIDigit == true { return "`\(name)`" }
    let word = WordTable.shared.word(letters, 0, letters.count)
    return word?.isPlainName == false ? "`\(name)`" : name
  }

  /// A text in quotes. Control characters, which none may hold, become spaces.
  package static func text(_ text: String) -> String {
    var spelled = "\""
    for scalar in text.unicodeScalars {
      if scalar.isControl || scalar == "\n" || scalar == "\r" || scalar.isHiddenInText {
        spelled += " "
      } else {
        if scalar == "\"" || scalar == "\\" { spelled += "\\" }
        spelled.unicodeScalars.append(scalar)
      }
    }
    return spelled + "\""
  }
}

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
