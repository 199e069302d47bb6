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
