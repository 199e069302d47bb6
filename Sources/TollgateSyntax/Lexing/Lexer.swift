/// Cuts bytes into tokens. Every byte of any input lies in exactly one of them.
package struct Lexer {
  let bytes: [UInt8]
  var index = 0
  var tokens: [Token] = []

  /// Begins at a place where a line begins.
  init(_ bytes: [UInt8], at place: Int = 0) {
    self.bytes = bytes
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
    guard index < bytes.count else { return false }
    if index == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { take(.whitespace, 3) }
    while index < bytes.count {
      let isEnd = bytes[index] == 0x0A || bytes[index] == 0x0D
      next()
      if isEnd { break }
    }
    return true
  }

  /// Forgets the first tokens.
  mutating func forget(_ count: Int) { tokens = Array(tokens[count...]) }

  mutating func take(_ kind: Token.Kind, _ length: Int) {
    // At least one byte is taken each time: this is what ends the loop over the text.
    let end = min(index + max(length, 1), bytes.count)
    tokens.append(Token(kind, Span(index, end)))
    index = end
  }

  func byte(_ offset: Int) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private mutating func next() {
    let byte = bytes[index]
    switch byte {
    case 0x20, 0x09: take(.whitespace, run { $0 == 0x20 || $0 == 0x09 })
    case 0x0A: take(.newline, 1)
    case 0x0D: take(.newline, self.byte(1) == 0x0A ? 2 : 1)
    case 0x23: take(.comment, restOfLine())
    case 0x22: take(.text, quoted(by: 0x22, escapes: true))
    case 0x60: take(.quotedName, quoted(by: 0x60, escapes: false))
    case 0x2C: take(.comma, 1)
    case 0x28: take(.openParenthesis, 1)
    case 0x29: take(.closeParenthesis, 1)
    case 0x2E: dots()
    case 0x30...0x39: numeral()
    case 0x21, 0x26, 0x3C...0x3E, 0x7C: sign()
    case 0x2F where self.byte(1) == 0x2F: take(.unknown, restOfLine())
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
    if Lookalike.isQuote(scalar) { return lookalikeQuotes() }
    if scalar.value == 0xFF1E || scalar.value == 0xFF1C || scalar.value == 0xFF1D {
      return sign()
    }
    take(.unknown, read.length)
  }

  /// How many bytes from here on satisfy `isPart`.
  private func run(_ isPart: (UInt8) -> Bool) -> Int {
    var end = index
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return end - index
  }

  private func restOfLine() -> Int { run { $0 != 0x0A && $0 != 0x0D } }

  /// From an opening quote to its closing one, or to the line's end.
  private func quoted(by quote: UInt8, escapes: Bool) -> Int {
    var end = index + 1
    while end < bytes.count {
      let byte = bytes[end]
      if byte == 0x0A || byte == 0x0D { break }
      end += 1
      if byte == quote { break }
      if escapes, byte == 0x5C, end < bytes.count, bytes[end] == quote || bytes[end] == 0x5C {
        end += 1
      }
    }
    return end - index
  }

  /// `..` is a range; a longer row of dots is what people write for one.
  private mutating func dots() {
    let length = run { $0 == 0x2E }
    take(length == 2 ? .range : .unknown, length)
  }
}
