extension Problem {
  /// Problems with single characters in words; nil for other problems.
  func characterDiagnostic() -> Diagnostic? {
    switch self {
    case .notUTF8(let byte, let span):
      return Diagnostic(
        code: "TG0011",
        headline: "the byte \(hex(UInt32(byte), 2)) is not part of a UTF-8 text",
        span: span,
        label: "not a character",
        help: ["save the file as UTF-8"]
      )
    case .controlCharacter(let value, let span):
      return removal(
        "TG0011",
        "a policy cannot contain the control character U+\(hex(value, 4))",
        span,
        "a control character"
      )
    case .lineSeparator(let value, let span):
      return replacement(
        "TG0011",
        "a text or a comment cannot contain the line separator U+\(hex(value, 4))",
        span,
        "some programs begin a new line here",
        " ",
        "write a plain space"
      )
    case .loneReturn(let span):
      return replacement(
        "TG0011",
        "a comment ends in a carriage return without a line feed",
        span,
        "many programs show the next line as part of the comment",
        "\n",
        "write a line feed"
      )
    case .unusualSpace(let value, let span):
      return replacement(
        "TG0011",
        "the space U+\(hex(value, 4)) is not a plain space",
        span,
        "looks like a space, but is a different character",
        " ",
        "write a plain space"
      )
    case .hiddenCharacter(let value, let span):
      return removal(
        "TG0104",
        "the invisible character U+\(hex(value, 4)) is in the text",
        span,
        "people cannot see it"
      )
    case .lookalike(let found, let meant, let span):
      return replacement(
        "TG0001",
        "`\(found)` is not a sign of the language",
        span,
        "a similar sign is meant",
        meant,
        "write `\(meant.trimmedAtStart().trimmed())`"
      )
    case .ornament(let found, let span):
      return removal(
        "TG0001",
        "a sentence has no `\(found)`",
        span,
        "the end of the line is enough"
      )
    case .slashComment(let span):
      return replacement(
        "TG0002",
        "`//` does not begin a comment",
        Span(span.start, span.start + 2),
        "a comment begins with `#`",
        "#",
        "write `#`"
      )
    case .wideNumeral(let meant, let span):
      return replacement(
        "TG0007",
        "a number has full-width digits",
        span,
        "write plain digits",
        meant,
        "write `\(meant)`"
      )
    case .otherQuotes(let span, let meant):
      let isName = meant.hasPrefix("`")
      return replacement(
        "TG0004",
        "the language does not use these quotes",
        span,
        isName ? "write a name between backquotes" : "write a text between plain double quotes",
        meant,
        isName ? "write \(meant)" : "use plain double quotes"
      )
    default: return nil
    }
  }

  private func replacement(
    _ code: String,
    _ headline: String,
    _ span: Span,
    _ label: String,
    _ text: String,
    _ title: String
  ) -> Diagnostic {
    Diagnostic(
      code: code,
      headline: headline,
      span: span,
      label: label,
      edits: [.init(span, text, safety: .safe, title: title)]
    )
  }

  private func removal(
    _ code: String,
    _ headline: String,
    _ span: Span,
    _ label: String
  ) -> Diagnostic {
    replacement(code, headline, span, label, "", "remove it")
  }

  private func hex(_ value: UInt32, _ digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension String {
  /// Without spaces at its start.
  func trimmedAtStart() -> String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    return String(text)
  }

  /// Without spaces at its end.
  func trimmed() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
