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
    case .words(let words, let meant):
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
