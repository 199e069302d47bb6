extension Parser {
  /// A name. `leads` says that a line may begin with it, so that it must not be a word that
  /// leads a line.
  mutating func name(_ thing: Expectation, leads: Bool = false) -> NameSyntax? {
    guard let lexeme = current else { return failed(thing) }
    switch lexeme.kind {
    case .quotedName: return quotedName()
    case .name: return plainName(thing, lexeme.word, leads: leads)
    case .numeral:
      fail(.nameBeginsWithDigit(found(), place))
      return nil
    case .text:
      let content = textContent(at: index).value
      guard isName(content) else { return failed(thing) }
      fail(.nameInQuotes(thing, content, place))
      return nil
    default: return failed(thing)
    }
  }

  private mutating func failed(_ thing: Expectation) -> NameSyntax? {
    failExpecting(thing)
    return nil
  }

  private mutating func plainName(_ thing: Expectation, _ word: Word?, leads: Bool) -> NameSyntax? {
    if let word {
      if word.isConnective {
        guard standsAsName() else { return failed(thing) }
        report(.reservedWord(word.rawValue, place))
      } else if leads, word.isLead {
        report(.reservedWord(word.rawValue, place))
      }
    }
    let span = place
    checkLength(span)
    advance()
    return NameSyntax(visibleText(span), span: span)
  }

  /// Whether the word that comes next is used as a name, going by what follows it: where a name
  /// follows, it is rather that something is missing before the word.
  private func standsAsName() -> Bool {
    guard let next = peek() else {
      // At the end of a declaration a word is a name; at the end of a rule something is missing.
      guard line > 0 else { return false }
      let lead = reader.lexemes[reader.lines[line - 1].range.lowerBound].word
      return lead?.leadsStatement == true && lead != .grant
    }
    switch next.kind {
    case .comma, .text, .closeParenthesis, .more, .moreOrEqual, .range: return true
    default:
      return next.word == .requires || next.word == .require || next.word == .is
        || next.word == .are
    }
  }

  private mutating func checkLength(_ span: Span) {
    let length = span.end - span.start
    if length > Limits.nameBytes { report(.nameTooLong(length, span)) }
  }

  private mutating func quotedName() -> NameSyntax? {
    let span = place
    var content = visibleText(span)
    let isClosed = content.unicodeScalars.count > 1 && content.last.map(Parser.isBackquote) == true
    if isClosed { content.removeLast() }
    if !content.isEmpty { content.removeFirst() }
    checkLength(span)
    advance()
    if !isClosed {
      fail(.backquoteOpen(span))
      return nil
    }
    if !isName(content, mayBeginWithDigit: true) { report(.badQuotedName(span)) }
    return NameSyntax(content, span: span, isQuoted: true)
  }

  private static func isBackquote(_ character: Character) -> Bool {
    character == "`" || character == "｀"
  }

  /// The text at `span` without invisible characters, which have been reported.
  private func visibleText(_ span: Span) -> String {
    let end = source.bytes.end(from: span.start, upTo: span.end) { $0 < 0x80 }
    let text = source.text(span)
    if end == span.end { return text }
    var visible = ""
    for scalar in text.unicodeScalars where !scalar.isInvisible {
      visible.unicodeScalars.append(scalar)
    }
    return visible
  }

  /// Whether a text could be written as a name; in backquotes, one may begin with a digit.
  private func isName(_ text: String, mayBeginWithDigit: Bool = false) -> Bool {
    var previousIsDot = true
    var isFirst = true
    for scalar in text.unicodeScalars {
      if scalar == "." {
        if previousIsDot { return false }
        previousIsDot = true
        continue
      }
      let isDigit = isFirst && mayBeginWithDigit && ("0"..."9").contains(scalar)
      guard isDigit || (isFirst ? scalar.isNameStart : scalar.isNameContinuation) else {
        return false
      }
      isFirst = false
      previousIsDot = false
    }
    return !previousIsDot
  }
}
