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
