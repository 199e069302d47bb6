extension Parser {
  /// A text in quotes.
  mutating func text() -> TextSyntax? {
    guard let current else {
      failExpecting(.text)
      return nil
    }
    guard current.kind == .text else {
      failWithoutQuotes()
      return nil
    }
    let span = place
    let content = textContent(at: index)
    let start = index
    advance()
    if !content.isClosed {
      failOpenText(span, at: start)
      return TextSyntax(content.value, span: span)
    }
    for escape in content.unknownEscapes {
      report(.unknownEscape(source.text(escape), escape))
    }
    let length = span.end - span.start
    if length > Limits.textBytes { report(.textTooLong(length, span)) }
    return TextSyntax(content.value, span: span)
  }

  /// A label: a text, then any number of `locale "text"`.
  mutating func label() -> LabelSyntax? {
    let start = index
    guard let text = text() else { return nil }
    var translations: [(locale: NameSyntax, text: TextSyntax)] = []
    while !failed, let locale = current, locale.kind == .name, peek()?.kind == .text {
      // `gentle "…"` is a reminder's level with its own label.
      if locale.word == .gentle || locale.word == .prominent { break }
      guard translations.count < Limits.listItems else {
        fail(.listTooLong(place))
        break
      }
      let name = NameSyntax(source.text(place), span: place)
      advance()
      guard let translation = self.text() else { break }
      translations.append((locale: name, text: translation))
    }
    if isAtEnd { ask(.locale) }
    if isLocaleAlone {
      advance()
      failExpecting(.text)
    }
    return LabelSyntax(text: text, translations: translations, span: span(from: start))
  }

  /// Whether the line ends with a language whose text is not written yet: `zh-Hans`, `pt-BR` or `de`,
  /// and no name of anything else.
  private var isLocaleAlone: Bool {
    guard !failed, let locale = current, locale.kind == .name, locale.word == nil, peek() == nil
    else { return false }
    let parts = source.text(locale.span).utf8.split(separator: 0x2D)
    guard let language = parts.first, 2...3 ~= language.count,
      language.allSatisfy({ 0x61...0x7A ~= $0 })
    else { return false }
    return parts.count == 1 ? language.count == 2 : parts.count <= 3 && parts[1].count <= 4
  }

  /// A label, if there is one.
  mutating func optionalLabel() -> LabelSyntax? {
    current?.kind == .text ? label() : nil
  }

  struct TextContent {
    var value = ""
    var isClosed = false
    var unknownEscapes: [Span] = []
  }

  /// The value of a text, escapes resolved.
  func textContent(at index: Int) -> TextContent {
    let span = span(at: index)
    var content = TextContent()
    guard source.bytes[span.start] == 0x22 else {
      // Quotes of another kind: reported, closed, and without escapes.
      content.value = String(source.text(span).unicodeScalars.dropFirst().dropLast())
      content.isClosed = true
      return content
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(span.end - span.start)
    var place = span.start + 1
    while place < span.end, !content.isClosed {
      let byte = source.bytes[place]
      place += 1
      if byte == 0x22 {
        content.isClosed = true
      } else if byte == 0x5C, place < span.end {
        escape(at: place, span, &bytes, &content)
        place += source.bytes[place] == 0x22 || source.bytes[place] == 0x5C ? 1 : 0
      } else {
        bytes.append(byte)
      }
    }
    content.value = String(decoding: bytes, as: UTF8.self)
    return content
  }

  private func escape(
    at place: Int,
    _ span: Span,
    _ bytes: inout [UInt8],
    _ content: inout TextContent
  ) {
    let next = source.bytes[place]
    if next == 0x22 || next == 0x5C {
      bytes.append(next)
    } else {
      bytes.append(0x5C)
      // One message for a text full of them would hide where they are; a hundred would hide all.
      guard content.unknownEscapes.count < 8 else { return }
      let length = source.bytes.scalar(at: place)?.length ?? 1
      content.unknownEscapes.append(Span(place - 1, min(place + length, span.end)))
    }
  }

  /// A text that its line does not close. If the next line closes it, both are one mistake.
  private mutating func failOpenText(_ span: Span, at index: Int) {
    guard index == end - 1, line < reader.lines.count else { return fail(.textOpen(span)) }
    let next = reader.lines[line].range
    let last = next.upperBound - 1
    guard reader.lexemes[last].kind == .text, !textContent(at: last).isClosed,
      !Lines(lexemes: reader.lexemes).leads(next, alone: true)
    else { return fail(.textOpen(span)) }
    let first = self.span(at: next.lowerBound).start
    // Another file closes no text of this one.
    if let layout = source.layout, first >= layout.boundary(after: span.start) {
      return fail(.textOpen(span))
    }
    fail(.textAcrossLines(span, gap: Span(span.end, first)))
    // The rest of the text is not a line of its own.
    line += 1
  }

  private mutating func failWithoutQuotes() {
    var isWhole = current?.kind == .name
    for index in index..<end where reader.lexemes[index].kind == .text { isWhole = false }
    let rest = place.joined(span(at: end - 1))
    isWhole = isWhole && rest.end - rest.start <= Limits.textBytes
    fail(
      .quotesMissing(
        found: found(),
        rest: isWhole ? source.text(rest) : nil,
        isWhole ? rest : place
      )
    )
  }
}
