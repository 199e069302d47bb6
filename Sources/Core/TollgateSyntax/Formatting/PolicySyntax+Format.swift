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
