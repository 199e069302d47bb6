/// Lays out a text that has no errors: the same words, in canonical lines.
///
/// Lines are collected with their comments apart, so that the comments of neighbouring lines can
/// be aligned when all of them are known.
struct Formatter {
  let syntax: PolicySyntax
  /// The lines without their comments, one after the other.
  var code: [UInt8] = []
  var lines: [OutputLine] = []
  /// How many ends of lines were met since the last line that holds something.
  private var lineEnds = 0
  /// The byte column of the last statement, as its author indented it.
  private var statementColumn = 0
  /// Whether a comment that comes next may still belong to the sentence above it.
  private var isAttached = false

  /// The columns that a line may have.
  static let columns = 100

  /// A line: some of `code`, and the comment after it or alone in it.
  struct OutputLine {
    var code: Range<Int>
    var width = 0
    /// The token of its comment; nil for none.
    var comment: Int?
    /// Whether the comment continues the one at the end of the line above.
    var continuesComment = false
    /// Spaces before a comment in a line of its own.
    var indent = 0

    /// Whether its comment belongs to a column of comments after code.
    var isAligned: Bool { comment != nil && (width > 0 || continuesComment) }
  }

  init(_ syntax: PolicySyntax) {
    self.syntax = syntax
    code.reserveCapacity(syntax.source.bytes.count)
  }

  /// The canonical text.
  mutating func formatted() -> [UInt8] {
    var index = 0
    for sentence in syntax.sentences {
      addComments(index..<sentence.tokens.lowerBound, before: sentence)
      startParagraph()
      if !sentence.isClause { statementColumn = column(of: sentence.tokens.lowerBound) }
      add(sentence)
      isAttached = true
      index = addTrailingComment(from: sentence.tokens.upperBound)
    }
    addComments(index..<syntax.tokens.count, before: nil)
    return joinedLines()
  }

  /// Takes over the blank line before what comes next, if there is one.
  private mutating func startParagraph() {
    if lineEnds > 1, !lines.isEmpty { lines.append(OutputLine(code: code.count..<code.count)) }
    lineEnds = 0
  }

  // MARK: Comments

  /// The comments between two sentences, and the blank lines between them.
  private mutating func addComments(_ range: Range<Int>, before next: Sentence?) {
    for index in range {
      switch syntax.tokens[index].kind {
      case .newline: lineEnds += 1
      case .comment:
        if lineEnds > 1 { isAttached = false }
        startParagraph()
        lines.append(comment(index, before: next))
      default: break
      }
    }
  }

  /// A comment on a line of its own. It belongs to the clause that comes next; where a statement
  /// comes next, to that, unless its author indented it below the sentence above.
  private mutating func comment(_ index: Int, before next: Sentence?) -> OutputLine {
    var line = OutputLine(code: code.count..<code.count)
    line.comment = index
    line.continuesComment = continuesComment(index)
    guard !line.continuesComment else { return line }
    isAttached = isAttached && column(of: index) > statementColumn
    line.indent = isAttached || next?.isClause == true ? 2 : 0
    return line
  }

  /// Whether a comment is right below one that ends a line, in the same column.
  private func continuesComment(_ index: Int) -> Bool {
    guard let above = lines.last, above.isAligned, let last = above.comment else { return false }
    let source = syntax.source
    return source.displayColumn(at: syntax.tokens[last].span.start)
      == source.displayColumn(at: syntax.tokens[index].span.start)
  }

  /// The comment after a sentence; returns the token after it.
  private mutating func addTrailingComment(from start: Int) -> Int {
    var index = start
    while index < syntax.tokens.count, syntax.tokens[index].kind == .whitespace { index += 1 }
    guard index < syntax.tokens.count, syntax.tokens[index].kind == .comment else { return start }
    lines[lines.count - 1].comment = index
    return index + 1
  }

  private func column(of token: Int) -> Int {
    let offset = syntax.tokens[token].span.start
    return offset - syntax.source.start(of: syntax.source.row(at: offset))
  }

  // MARK: Sentences

  /// A sentence in one line, or in several where it is too long or has comments inside.
  private mutating func add(_ sentence: Sentence) {
    let indent = sentence.isClause ? 2 : 0
    let start = code.count
    appendSpaces(indent)
    var width = indent
    var previous: Token.Kind?
    var hasComment = false
    for index in sentence.tokens {
      let token = syntax.tokens[index]
      if token.kind == .comment { hasComment = true }
      guard !token.kind.isBlank, token.kind != .newline else { continue }
      if let previous, Formatter.isSpaced(previous, token.kind) {
        code.append(0x20)
        width += 1
      }
      code.append(contentsOf: syntax.source.bytes[token.span.start..<token.span.end])
      width += self.width(of: token)
      previous = token.kind
    }
    if hasComment || width > Formatter.columns {
      code.removeSubrange(start...)
      wrap(sentence, indent: indent)
    } else {
      lines.append(OutputLine(code: start..<code.count, width: width))
    }
  }

  mutating func appendSpaces(_ count: Int) {
    for _ in 0..<count { code.append(0x20) }
  }

  /// Whether a space is between two tokens.
  static func isSpaced(_ first: Token.Kind, _ second: Token.Kind) -> Bool {
    switch second {
    case .comma, .closeParenthesis, .range: return false
    default: return first != .openParenthesis && first != .range
    }
  }

  /// The columns that a token takes.
  func width(of token: Token) -> Int {
    let bytes = syntax.source.bytes
    for index in token.span.start..<token.span.end where bytes[index] >= 0x80 {
      return DisplayCell.width(of: syntax.source.text(token.span))
    }
    return token.span.end - token.span.start
  }
}

extension Formatter {
  /// Puts the lines together, each with its comment.
  func joinedLines() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(syntax.source.bytes.count)
    let lineEnd = lineEnd
    var index = 0
    while index < lines.count {
      guard lines[index].isAligned else {
        append(lines[index], column: lines[index].indent, to: &bytes)
        bytes.append(contentsOf: lineEnd)
        index += 1
        continue
      }
      let run = run(from: index)
      let common = column(of: run)
      var column = 0
      for line in lines[run] {
        if line.width > 0 { column = common ?? line.width + 2 }
        append(line, column: column, to: &bytes)
        bytes.append(contentsOf: lineEnd)
      }
      index = run.upperBound
    }
    return bytes
  }

  /// Neighbouring lines with comments after them.
  private func run(from start: Int) -> Range<Int> {
    var end = start + 1
    while end < lines.count, lines[end].isAligned { end += 1 }
    return start..<end
  }

  /// How far a comment may be moved to line up with others.
  private static let farthest = 40

  /// The column in which all comments of a run begin: two after the longest line. Nil where that
  /// would move one too far, or make a line too long that fits with its comment right after it.
  private func column(of run: Range<Int>) -> Int? {
    let column = lines[run].reduce(0) { max($0, $1.width + 2) }
    for line in lines[run] where !line.continuesComment {
      guard column - line.width - 2 <= Formatter.farthest else { return nil }
      let comment = line.comment.map { width(of: Token(.comment, text(ofComment: $0))) } ?? 0
      let fits = line.width + 2 + comment <= Formatter.columns
      if fits, column + comment > Formatter.columns { return nil }
    }
    return column
  }

  /// A comment without the blanks after it.
  private func text(ofComment token: Int) -> Span {
    syntax.source.withoutTrailingBlanks(syntax.tokens[token].span)
  }

  private func append(_ line: OutputLine, column: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: code[line.code])
    guard let comment = line.comment else { return }
    for _ in 0..<max(0, column - line.width) { bytes.append(0x20) }
    let span = text(ofComment: comment)
    bytes.append(contentsOf: syntax.source.bytes[span.start..<span.end])
  }

  /// How lines end: as the first one of the text does.
  private var lineEnd: [UInt8] {
    for token in syntax.tokens where token.kind == .newline {
      return token.span.end - token.span.start == 2 ? [0x0D, 0x0A] : [0x0A]
    }
    return [0x0A]
  }
}

extension Formatter {
  /// A word of a sentence that takes several lines, or a comment inside it.
  private struct Piece {
    var token: Int
    var width: Int
    var isSpaced: Bool
    var isComment = false
    /// Whether a comment has a line for itself.
    var isAlone = false
    /// How many parentheses are open after it.
    var depth = 0
    /// Whether the sentence may continue in the next line after it.
    var canEndLine = false
  }

  /// A break near the margin is worth more than one between longer parts, from this column on.
  private static let late = 50

  /// The margin of lines that continue a sentence: deeper than that of clauses.
  private static let continued = 4

  /// A sentence in several lines: the first at `indent`, those that continue it deeper.
  ///
  /// A comment inside ends its line, as its author had it. Other lines end where they are full,
  /// outside parentheses if that can be; where no sentence may continue in the next line, a line
  /// stays long.
  mutating func wrap(_ sentence: Sentence, indent: Int) {
    let pieces = pieces(of: sentence)
    var start = 0
    var margin = indent
    while start < pieces.count {
      let end = lineEnd(pieces, from: start, margin)
      add(pieces[start..<end], margin)
      start = end
      margin = Formatter.continued
    }
  }

  private func pieces(of sentence: Sentence) -> [Piece] {
    var pieces: [Piece] = []
    var lexemes: [Lexeme] = []
    // The pieces that are words, one for each lexeme.
    var words: [Int] = []
    var depth = 0
    var isLineStart = false
    for index in sentence.tokens {
      let token = syntax.tokens[index]
      switch token.kind {
      case .whitespace: continue
      case .newline:
        isLineStart = true
        continue
      case .openParenthesis: depth += 1
      case .closeParenthesis: depth -= 1
      default: break
      }
      var piece = Piece(token: index, width: width(of: token), isSpaced: true, depth: depth)
      if token.kind == .comment {
        piece.isComment = true
        piece.isAlone = isLineStart
      } else {
        if let last = words.last {
          let before = syntax.tokens[pieces[last].token].kind
          piece.isSpaced = Formatter.isSpaced(before, token.kind)
        }
        words.append(pieces.count)
        lexemes.append(lexeme(token, index))
      }
      pieces.append(piece)
      isLineStart = false
    }
    markEnds(&pieces, words, lexemes)
    return pieces
  }

  private func lexeme(_ token: Token, _ index: Int) -> Lexeme {
    let word =
      token.kind == .name
      ? WordTable.shared.word(syntax.source.bytes, token.span.start, token.span.end) : nil
    return Lexeme(kind: token.kind, word: word, token: index, span: token.span)
  }

  /// Marks where a sentence may continue in the next line.
  private func markEnds(_ pieces: inout [Piece], _ words: [Int], _ lexemes: [Lexeme]) {
    let lines = Lines(lexemes: lexemes)
    for index in lexemes.indices.dropLast() {
      let lexeme = lexemes[index]
      guard lexeme.kind == .comma || lexeme.word == .and || lexeme.word == .or else { continue }
      // `, and` stays together.
      let next = lexemes[index + 1].word
      if lexeme.kind == .comma, next == .and || next == .or { continue }
      pieces[words[index]].canEndLine = lines.mayBegin(index + 1..<lexemes.count, of: 0)
    }
  }

  /// The end of the line that begins with the piece `start`.
  private func lineEnd(_ pieces: [Piece], from start: Int, _ margin: Int) -> Int {
    if pieces[start].isAlone { return start + 1 }
    var column = margin
    var best: (end: Int, depth: Int, column: Int)?
    for index in start..<pieces.count {
      let piece = pieces[index]
      if piece.isComment { return piece.isAlone ? index : index + 1 }
      column += piece.width + (index > start && piece.isSpaced ? 1 : 0)
      if column > Formatter.columns, let best { return best.end }
      guard piece.canEndLine else { continue }
      if let best, best.column >= Formatter.late, best.depth < piece.depth { continue }
      best = (index + 1, piece.depth, column)
    }
    return pieces.count
  }

  private mutating func add(_ pieces: ArraySlice<Piece>, _ margin: Int) {
    var line = OutputLine(code: code.count..<code.count)
    for (index, piece) in zip(pieces.indices, pieces) {
      if piece.isComment {
        line.comment = piece.token
        line.indent = margin
        continue
      }
      if index == pieces.startIndex {
        appendSpaces(margin)
        line.width = margin
      } else if piece.isSpaced {
        code.append(0x20)
        line.width += 1
      }
      let span = syntax.tokens[piece.token].span
      code.append(contentsOf: syntax.source.bytes[span.start..<span.end])
      line.width += piece.width
    }
    line.code = line.code.lowerBound..<code.count
    lines.append(line)
  }
}

/// The result of formatting a text.
package enum Formatted: Sendable {
  /// The canonical text; it may be the very bytes that were given.
  case text([UInt8])
  /// The text cannot be read without doubt, and is left alone: what is wrong with it.
  case unreadable([Diagnostic])
  /// The new text would not say the same from this place of the old one on. It is a mistake of the
  /// formatter, and nothing is handed out.
  case refused(at: Span)
}

extension PolicySyntax {
  /// The canonical form of a text, in time in proportion to its length.
  ///
  /// Only white space changes. Sentences begin at the margin, clauses are indented by two spaces,
  /// one space is between words, paragraphs stay one blank line apart, trailing comments of
  /// neighbouring lines are aligned, and what is longer than 100 columns continues in the next line
  /// where the language lets it. A text whose first line ends in CRLF keeps that for all lines; a
  /// byte order mark goes. The result is read again and compared before it is handed out.
  package static func format(_ source: Source) -> Formatted {
    let parsed = parse(source)
    if parsed.hasErrors { return .unreadable(parsed.diagnostics) }
    var formatter = Formatter(parsed.syntax)
    let bytes = formatter.formatted()
    let again = parse(Source(name: source.name, bytes: bytes))
    if again.hasErrors { return .refused(at: Span(0, 0)) }
    if let place = SameText.difference(parsed.syntax, again.syntax) { return .refused(at: place) }
    return .text(bytes)
  }
}

extension Parsed {
  fileprivate var hasErrors: Bool { diagnostics.contains { $0.level == .error } }
}
