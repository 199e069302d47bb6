/// The words that may follow a text: an editor asks with the text before the cursor.
package struct ExpectedAtEnd: Sendable {
  /// The place at the end of the text.
  package enum Place: Sendable, Hashable {
    /// In a comment or in a text in quotes, where no grammar counts.
    case comment, text
    /// A line begins, and nothing above is left open.
    case lineStart
    /// A sentence goes on.
    case sentence
  }

  package var place: Place
  /// The things that may come next, each once, in the order in which the parser asks for them.
  package var things: [Expectation]
  /// The statement that the end of the text belongs to, as far as it could be read.
  package var statement: StatementSyntax.Kind?
  /// The words and names of the last line before its end, in order.
  package var line: [Token]

  /// Reads a text that begins where a statement begins. It takes any bytes.
  package init(of source: Source) {
    guard source.bytes.count <= Limits.fileBytes else {
      (place, things, line) = (.comment, [], [])
      return
    }
    var parser = Parser(source)
    parser.asked = []
    parser.parse(upTo: .max)
    let tokens = parser.reader.lexer.tokens
    statement = parser.statements.last?.kind
    let end = parser.reader.lexemes.count
    let isOpen = end > 0 && Lines(lexemes: parser.reader.lexemes).isOpen(behind: end - 1)
    line = ExpectedAtEnd.lastLine(tokens)
    things = parser.asked ?? []
    place = .sentence
    if tokens.last?.kind == .comment {
      place = .comment
    } else if tokens.last?.kind == .text, !parser.textContent(at: end - 1).isClosed {
      place = .text
    } else if line.isEmpty, !isOpen {
      place = .lineStart
      things = []
    }
  }

  private static func lastLine(_ tokens: [Token]) -> [Token] {
    var line: [Token] = []
    for token in tokens.reversed() {
      if token.kind == .newline { break }
      if !token.kind.isBlank { line.append(token) }
    }
    return line.reversed()
  }
}

extension Parser {
  /// Whether another part of a sentence may be read. Who asks for what the end of the text could
  /// have had wants the parts that may follow there too.
  var mayGoOn: Bool { !failed && (!isAtEnd || asked != nil) }

  /// Notes a thing that the end of the text could have had.
  mutating func ask(_ thing: Expectation) {
    // The possible ends of earlier lines do not matter here, nor what is behind a missing part.
    guard !failed, reader.lines.count == line, asked?.contains(thing) == false else { return }
    asked?.append(thing)
  }
}
