/// Turns tokens into lexemes, line by line, and says what is wrong with single characters.
struct LexemeReader {
  let source: Source
  let tokens: [Token]
  var reporter = Reporter()
  var lexemes: [Lexeme] = []
  /// The lines that hold something, as ranges of lexemes.
  var lines: [Range<Int>] = []
  /// The lines, by their place in `lines`, with a byte that is no UTF-8. That has been said; what
  /// follows from it is not reported.
  private(set) var damagedLines: Set<Int> = []
  private let table = WordTable.shared
  private var lineStart = 0
  /// Whether this line has had a byte that is no UTF-8: one message a line is enough.
  private var hasBadByte = false

  init(source: Source, tokens: [Token]) {
    self.source = source
    self.tokens = tokens
    lexemes.reserveCapacity(tokens.count / 2)
  }

  mutating func read() {
    for index in tokens.indices { read(index) }
    endLine()
  }

  private mutating func endLine() {
    if lexemes.count > lineStart {
      if hasBadByte { damagedLines.insert(lines.count) }
      lines.append(lineStart..<lexemes.count)
    }
    lineStart = lexemes.count
    hasBadByte = false
  }

  private mutating func read(_ index: Int) {
    let token = tokens[index]
    switch token.kind {
    case .newline: endLine()
    case .whitespace: break
    case .comment: checkText(token.span)
    case .text:
      checkText(token.span)
      add(.text, index)
    case .name:
      let isPlain = checkName(token.span)
      let word = isPlain ? table.word(source.bytes, token.span.start, token.span.end) : nil
      add(.name, index, word)
    case .quotedName:
      _ = checkName(token.span)
      add(.quotedName, index)
    case .unknown: readUnknown(index)
    default: add(token.kind, index)
    }
  }

  mutating func add(_ kind: Token.Kind, _ index: Int, _ word: Word? = nil) {
    lexemes.append(Lexeme(kind: kind, word: word, token: index))
  }

  // MARK: Characters inside tokens

  /// Reports what may not stand in a text or a comment.
  mutating func checkText(_ span: Span) {
    check(span) { $0.isHiddenInText }
  }

  /// Reports what may not stand in a name; true if all of it is ASCII.
  private mutating func checkName(_ span: Span) -> Bool {
    var index = span.start
    while index < span.end, source.bytes[index] < 0x80, source.bytes[index] >= 0x20 { index += 1 }
    if index == span.end { return true }
    check(span) { $0.isInvisible }
    return false
  }

  private mutating func check(_ span: Span, _ isHidden: (Unicode.Scalar) -> Bool) {
    var index = span.start
    while index < span.end {
      let byte = source.bytes[index]
      if byte >= 0x20 && byte < 0x7F || byte == 0x09 {
        index += 1
        continue
      }
      let length = source.bytes.scalar(at: index)?.length ?? 1
      report(Span(index, index + length), isHidden)
      index += length
    }
  }

  private mutating func report(_ span: Span, _ isHidden: (Unicode.Scalar) -> Bool) {
    guard let scalar = source.bytes.scalar(at: span.start)?.scalar else {
      return reportBadByte(at: span.start)
    }
    if scalar.isControl {
      reporter.report(.controlCharacter(scalar.value, span))
    } else if isHidden(scalar) {
      reporter.report(.hiddenCharacter(scalar.value, span))
    }
  }

  mutating func reportBadByte(at offset: Int) {
    if !hasBadByte {
      reporter.report(.notUTF8(source.bytes[offset], Span(offset, offset + 1)))
    }
    hasBadByte = true
  }
}
