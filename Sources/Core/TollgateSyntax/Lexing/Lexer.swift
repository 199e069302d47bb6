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
