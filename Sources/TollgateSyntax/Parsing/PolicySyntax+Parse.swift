/// A tree, and what is wrong with the text it was read from.
package struct Parsed: Sendable {
  /// The tree; unreadable parts of the text stand in it as `.broken`.
  package var syntax: PolicySyntax
  /// What is wrong, in the order of the text.
  package var diagnostics: [Diagnostic]
}

extension PolicySyntax {
  /// Reads a text. It takes any bytes, and time in proportion to their number.
  package static func parse(_ source: Source) -> Parsed {
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
