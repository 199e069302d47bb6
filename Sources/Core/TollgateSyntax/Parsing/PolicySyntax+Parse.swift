/// A tree, and what is wrong with the text it was read from.
package struct Parsed: Sendable {
  /// The tree; unreadable parts of the text are `.broken`.
  package var syntax: PolicySyntax
  /// All mistakes, in the order of the text.
  package var diagnostics: [Diagnostic]
}

extension LiteralSyntax {
  /// Reads a text that is one literal, and spaces around it; nil for any other text.
  package init?(alone source: Source) {
    var parser = Parser(source)
    guard let literal = parser.wholeText() else { return nil }
    for (place, byte) in source.bytes.enumerated() where byte != 0x20 {
      guard literal.span.start <= place, place < literal.span.end else { return nil }
    }
    self = literal
  }
}

extension PolicySyntax {
  /// Reads a text. It takes any bytes, and time in proportion to their number.
  package static func parse(_ source: Source) -> Parsed {
    var parsed = read(source)
    parsed.checkFixes()
    return parsed
  }

  /// The tree of a text and its mistakes, with fixes that nobody has tried.
  static func read(_ source: Source) -> Parsed {
    let size = source.bytes.count
    guard size <= Limits.fileBytes else {
      let whole = Token(.unknown, Span(0, size))
      return Parsed(
        syntax: PolicySyntax(source: source, tokens: [whole], statements: []),
        diagnostics: [Problem.fileTooLarge(size).diagnostic()]
      )
    }
    var parser = Parser(source)
    parser.parse(upTo: .max)
    return Parsed(syntax: parser.page(), diagnostics: parser.findings.sorted())
  }
}
