/// Cuts a text into lines of lexemes, as far as they are asked for, and says what is wrong with
/// single characters.
struct LexemeReader: ~Copyable {
  let source: Source
  var lexer: Lexer
  var reporter = Reporter()
  var lexemes: [Lexeme] = []
  /// The lines that hold something, each with those that continue it. The last one may continue in
  /// what is not read yet.
  var lines: [LogicalLine] = []
  private let table = WordTable.shared
  private var lineStart = 0
  /// Whether this line has had a byte that is not UTF-8: one message a line is enough.
  private var hasBadByte = false
  private var joint = Lines.Joint()
  /// Where the next part of the text begins: no sentence goes on from one file into another.
  private var boundary: Int

  /// A line and those that continue it, as a range of lexemes.
  struct LogicalLine {
    var range: Range<Int>
    /// Whether it holds a byte that is not UTF-8. It has been reported; its consequences are not
    /// reported.
    var isDamaged: Bool
  }

  /// Begins at the start of a line, and reserves memory for `size` bytes.
  init(_ source: Source, at place: Int, reserving size: Int = 0) {
    self.source = source
    boundary = source.layout?.boundary(after: place) ?? .max
    lexer = Lexer(source.bytes, at: place)
    lexer.tokens.reserveCapacity(size / 2)
    lexemes.reserveCapacity(size / 4)
  }

  /// Reads a line of the text; false at its end.
  mutating func readLine() -> Bool {
    let first = lexer.tokens.count
    guard lexer.line() else { return false }
    let end = lexer.tokens.count
    var index = first
    while index < end {
      read(lexer.tokens[index], index)
      index += 1
    }
    endLine()
    return true
  }

  /// Forgets the first lines, with their lexemes and tokens.
  mutating func forget(_ count: Int) {
    let gone = count < lines.count ? lines[count].range.lowerBound : lexemes.count
    let tokens = gone < lexemes.count ? lexemes[gone].token : lexer.tokens.count
    lines = lines[count...].map { line in
      let range = line.range.lowerBound - gone..<line.range.upperBound - gone
      return LogicalLine(range: range, isDamaged: line.isDamaged)
    }
    lexemes = lexemes[gone...].map { $0.forgetting(tokens) }
    lexer.forget(tokens)
    lineStart = lexemes.count
  }

  private mutating func endLine() {
    if lexemes.count > lineStart {
      let line = lineStart..<lexemes.count
      let start = lexemes[line.lowerBound].span.start
      let last = start < boundary ? lines.last?.range : nil
      if start >= boundary { boundary = source.layout?.boundary(after: start) ?? .max }
      if joint.joins(line, to: last, Lines(lexemes: lexemes)) {
        lines[lines.count - 1].range = lines[lines.count - 1].range.lowerBound..<line.upperBound
        if hasBadByte { lines[lines.count - 1].isDamaged = true }
      } else {
        lines.append(LogicalLine(range: line, isDamaged: hasBadByte))
      }
    }
    lineStart = lexemes.count
    hasBadByte = false
  }

  private mutating func read(_ token: Token, _ index: Int) {
    switch token.kind {
    case .newline, .whitespace: break
    case .comment:
      checkText(token.span)
      checkEnd(of: token.span)
    case .text:
      checkText(token.span)
      add(.text, token.span, index)
    case .name:
      let isPlain = checkName(token.span)
      let word = isPlain ? table.word(source.bytes, token.span.start, token.span.end) : nil
      add(.name, token.span, index, word)
    case .quotedName:
      _ = checkName(token.span)
      add(.quotedName, token.span, index)
    case .unknown: readUnknown(token.span, index)
    default: add(token.kind, token.span, index)
    }
  }

  mutating func add(_ kind: Token.Kind, _ span: Span, _ index: Int, _ word: Word? = nil) {
    lexemes.append(Lexeme(kind: kind, word: word, token: index, span: span))
  }

  // MARK: Characters inside tokens

  /// Reports characters that a text or a comment may not contain.
  mutating func checkText(_ span: Span) {
    check(span) { $0.isHiddenInText }
  }

  /// Reports characters that a name may not contain; true if all of it is ASCII.
  private mutating func checkName(_ span: Span) -> Bool {
    let end = source.bytes.end(from: span.start, upTo: span.end) { $0 >= 0x20 && $0 < 0x80 }
    if end == span.end { return true }
    check(span) { $0.isInvisible }
    return false
  }

  private mutating func check(_ span: Span, _ isHidden: (Unicode.Scalar) -> Bool) {
    var index = span.start
    while true {
      index = source.bytes.end(from: index, upTo: span.end) { byte in
        byte >= 0x20 && byte < 0x7F || byte == 0x09
      }
      guard index < span.end else { return }
      let read = source.bytes.scalar(at: index)
      let length = read?.length ?? 1
      report(Span(index, index + length), isHidden)
      index += length
      if let read, read.scalar.value == 0x1F3F4 { index += flagTags(at: index, read.scalar) }
    }
  }

  private mutating func report(_ span: Span, _ isHidden: (Unicode.Scalar) -> Bool) {
    guard let scalar = source.bytes.scalar(at: span.start)?.scalar else {
      return reportBadByte(at: span.start)
    }
    if scalar.isControl {
      reporter.report(.controlCharacter(scalar.value, span))
    } else if scalar.isLineSeparator {
      reporter.report(.lineSeparator(scalar.value, span))
    } else if isHidden(scalar) {
      reporter.report(.hiddenCharacter(scalar.value, span))
    }
  }

  /// The bytes of the tag characters that belong to a flag whose first character ends at `place`.
  private func flagTags(at place: Int, _ flag: Unicode.Scalar) -> Int {
    // Each tag has four bytes.
    let bytes = source.bytes
    return 4 * RegionFlag.tags(behind: flag) { bytes.scalar(at: place + 4 * ($0 - 1))?.scalar }
  }

  /// A carriage return alone ends a line here, but many programs show what follows it as part of the
  /// comment.
  private mutating func checkEnd(of comment: Span) {
    let end = comment.end
    guard end < source.bytes.count, source.bytes[end] == 0x0D else { return }
    if end + 1 < source.bytes.count, source.bytes[end + 1] == 0x0A { return }
    reporter.report(.loneReturn(Span(end, end + 1)))
  }

  /// Takes back what was reported at a place.
  mutating func takeBackReport(at span: Span) { reporter.takeBack(at: span) }

  mutating func reportBadByte(at offset: Int) {
    if !hasBadByte {
      reporter.report(.notUTF8(source.bytes[offset], Span(offset, offset + 1)))
    }
    hasBadByte = true
  }
}

extension LexemeReader {
  /// Gives a meaning to bytes that are not a token, if the meaning is clear.
  mutating func readUnknown(_ span: Span, _ index: Int) {
    guard let first = source.bytes.scalar(at: span.start) else {
      return reportBadByte(at: span.start)
    }
    let scalar = first.scalar
    if scalar.isUnusualSpace { return reporter.report(.unusualSpace(scalar.value, span)) }
    if scalar.isControl { return reporter.report(.controlCharacter(scalar.value, span)) }
    if scalar.isInvisible { return reporter.report(.hiddenCharacter(scalar.value, span)) }
    if let quote = Lookalike.quoteKind(scalar) {
      return readQuotes(span, index, quote, firstLength: first.length)
    }
    let text = source.text(Span(span.start, min(span.end, span.start + 32)))
    if (scalar.narrowed ?? UInt8(truncatingIfNeeded: scalar.value)).isASCIIDigit {
      reporter.report(.wideNumeral(source.text(span).narrowed(), span))
      return add(.numeral, span, index)
    }
    switch Lookalike.meaning(text) {
    case .kind(let kind, let meant):
      reporter.report(.lookalike(text, meant: kind == .comma ? padded(", ", span) : meant, span))
      add(kind, span, index)
    // Beside a text it is no word of a condition: `"Offline" | "离线"` has two languages.
    case .words(let words, let meant) where !isBesideText(span, words):
      reporter.report(.lookalike(text, meant: padded(meant, span), span))
      for word in words { add(.name, span, index, word) }
    case .comment:
      reporter.report(.slashComment(span))
      checkText(span)
    case .ornament where (text == ":" || text == "：") && !isBetweenDigits(span):
      reporter.report(.ornament(text, span))
    default: add(.unknown, span, index)
    }
  }

  /// `20:00`: a time of day, and no mark that can be left out.
  private func isBetweenDigits(_ span: Span) -> Bool {
    span.start > 0 && source.bytes[span.start - 1].isASCIIDigit && span.end < source.bytes.count
      && source.bytes[span.end].isASCIIDigit
  }

  private func isBesideText(_ span: Span, _ words: [Word]) -> Bool {
    guard words == [.or] || words == [.and] else { return false }
    let before = source.bytes[..<span.start].last { $0 != 0x20 && $0 != 0x09 }
    let after = source.bytes[span.end...].first { $0 != 0x20 && $0 != 0x09 }
    return before == 0x22 || after == 0x22
  }

  /// Puts spaces around words that would otherwise grow together with their neighbours.
  private func padded(_ words: String, _ span: Span) -> String {
    let before = span.start > 0 ? source.bytes[span.start - 1] : 0x20
    let after = span.end < source.bytes.count ? source.bytes[span.end] : 0x20
    if words == ", " { return after > 0x20 ? words : "," }
    var text = before > 0x20 && before != 0x28 ? " " + words : words
    if after > 0x20, text.last != " " { text += " " }
    return text
  }

  private mutating func readQuotes(
    _ span: Span, _ index: Int, _ quote: Lookalike.Quote, firstLength: Int
  ) {
    guard span.end - span.start > firstLength else { return add(.unknown, span, index) }
    let mark = quote == .back ? "`" : "\""
    let inner = source.text(span).unicodeScalars.dropFirst().dropLast()
    var meant = mark
    for scalar in inner {
      if quote != .back, scalar == "\"" || scalar == "\\" { meant += "\\" }
      meant.unicodeScalars.append(scalar)
    }
    reporter.report(.otherQuotes(span, meant: meant + mark))
    checkText(span)
    add(quote == .back ? .quotedName : .text, span, index)
  }
}

extension String {
  /// With full-width forms replaced by the ASCII characters they stand for.
  func narrowed() -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let narrow = scalar.narrowed {
        result.unicodeScalars.append(Unicode.Scalar(narrow))
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A token that means something to the parser: blanks are left out, and signs that look like
/// those of the language have been given their meaning (a finding has said so).
struct Lexeme: Sendable {
  var kind: Token.Kind
  /// The word it spells, unless it is in backquotes.
  var word: Word?
  /// Its token. Two lexemes may share one: `!=` is read as `is not`.
  var token: Int
  /// Its place.
  var span: Span

  /// The same after `count` tokens before it are forgotten.
  func forgetting(_ count: Int) -> Lexeme {
    Lexeme(kind: kind, word: word, token: token - count, span: span)
  }
}
