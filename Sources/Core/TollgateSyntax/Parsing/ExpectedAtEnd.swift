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
  /// The words and names of the last sentence before its end, in order; none where a line begins.
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
    let isOpen = end > 0 && parser.isOpenAtEnd
    line = ExpectedAtEnd.lastLine(tokens)
    if isOpen || !line.isEmpty, let range = parser.reader.lines.last?.range {
      line = tokens[parser.reader.lexemes[range.lowerBound].token...].filter {
        !$0.kind.isBlank && $0.kind != .newline && $0.kind != .comment
      }
    }
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
  /// Whether the last sentence goes on in a new line.
  fileprivate var isOpenAtEnd: Bool {
    let lines = Lines(lexemes: reader.lexemes)
    guard let range = reader.lines.last?.range else { return false }
    return lines.isOpen(behind: range.upperBound - 1) || lines.depth(behind: range, 0) > 0
  }

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
