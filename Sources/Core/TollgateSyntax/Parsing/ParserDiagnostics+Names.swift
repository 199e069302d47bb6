extension Problem {
  /// Problems with names and texts in words; nil for other problems.
  func nameDiagnostic() -> Diagnostic? {
    textDiagnostic() ?? quotedNameDiagnostic()
  }

  private func textDiagnostic() -> Diagnostic? {
    switch self {
    case .textOpen(let span):
      return Diagnostic(
        code: "TG0004",
        headline: "a text is not closed",
        span: span,
        label: "the line ends before a closing `\"`",
        edits: [.init(Span(span.end, span.end), "\"", safety: .unsafe, title: "close it here")]
      )
    case .textAcrossLines(let span, let gap):
      return Diagnostic(
        code: "TG0004",
        headline: "a text continues in the next line",
        span: span,
        label: "a text must end in the line where it begins",
        edits: [.init(gap, " ", safety: .unsafe, title: "write the text in one line")]
      )
    case .quotesMissing(let found, let rest, let span):
      return Diagnostic(
        code: "TG0004",
        headline: "expected a text in quotes, found \(found)",
        span: span,
        label: "write a text between `\"` and `\"`",
        edits: rest.map {
          [.init(span, quoted($0), safety: .unsafe, title: "put it in quotes")]
        } ?? []
      )
    case .unknownEscape(let found, let span):
      return Diagnostic(
        code: "TG0005",
        headline: "`\(found)` has no meaning in a text",
        span: span,
        label: "only `\\\"` and `\\\\` begin with a `\\`",
        edits: [
          .init(
            Span(span.start, span.start),
            "\\",
            safety: .unsafe,
            title: "double the `\\`"
          ),
          .init(
            Span(span.start, span.start + 1),
            "",
            safety: .unsafe,
            title: "remove the `\\`"
          ),
        ]
      )
    default: return nil
    }
  }

  private func digitDiagnostic(_ found: String, _ span: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0001", headline: "expected a name, found \(found)", span: span,
      label: "a name begins with a letter")
    // `2fa` is a name in backquotes; `500` alone is rather a number in the wrong place.
    let isLikeName = found.utf8.contains { $0.isASCIILetter } && found.utf8.first == 0x60
    if isLikeName {
      diagnostic.edits = [.init(span, found, safety: .unsafe, title: "put it in backquotes")]
    }
    return diagnostic
  }

  private func quotedNameDiagnostic() -> Diagnostic? {
    switch self {
    case .backquoteOpen(let span):
      return Diagnostic(
        code: "TG0004",
        headline: "a name in backquotes is not closed",
        span: span,
        label: "the line ends before a closing backquote"
      )
    case .badQuotedName(let span):
      return Diagnostic(
        code: "TG0001",
        headline: "the text in backquotes is not a name",
        span: span,
        label: "a name begins with a letter or a digit and has letters, digits, `-`, `_` and `.`"
      )
    case .nameBeginsWithDigit(let found, let span): return digitDiagnostic(found, span)
    case .nameInQuotes(let thing, let text, let span):
      return Diagnostic(
        code: "TG0001",
        headline: "expected \(thing.words), found a text",
        span: span,
        label: "write a name without quotes",
        edits: [.init(span, text, safety: .unsafe, title: "write `\(text)`")]
      )
    case .reservedWord(let word, let span):
      return Diagnostic(
        code: "TG0010",
        headline: "`\(word)` is a word of the language",
        span: span,
        label: "used as a name here",
        notes: ["in backquotes it is a name like any other"],
        edits: [.init(span, "`\(word)`", safety: .safe, title: "put it in backquotes")]
      )
    default: return nil
    }
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
