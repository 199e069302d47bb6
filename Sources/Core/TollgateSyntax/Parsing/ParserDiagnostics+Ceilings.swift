extension Problem {
  /// The words for things that are too large. It is asked last, and has words for every problem.
  func ceilingDiagnostic() -> Diagnostic {
    switch self {
    case .fileTooLarge(let size):
      Diagnostic(
        code: "TG0012",
        headline: "the file is larger than 16 MiB",
        span: Span(0, 0),
        label: "\(size) bytes; it has not been read"
      )
    case .nestedTooDeep(let span):
      Diagnostic(
        code: "TG0013",
        headline: "parentheses and `not` are nested more than \(Limits.nesting) deep",
        span: span,
        label: "too deep to read",
        help: ["write several shorter rules"]
      )
    case .nameTooLong(let length, let span):
      Diagnostic(
        code: "TG0014",
        headline: "a name is longer than \(Limits.nameBytes) bytes",
        span: span,
        label: "\(length) bytes",
        help: ["write a shorter name, and what it means as its label or in a comment"]
      )
    case .textTooLong(let length, let span):
      Diagnostic(
        code: "TG0014",
        headline: "a text is longer than \(Limits.textBytes) bytes",
        span: span,
        label: "\(length) bytes",
        help: ["write a shorter text"]
      )
    case .listTooLong(let span):
      Diagnostic(
        code: "TG0014",
        headline: "a list has more than \(Limits.listItems) items",
        span: span,
        label: "the first that is too many",
        help: ["write several lines"]
      )
    case .tooMany(let more, let span):
      Diagnostic(
        code: "TG0015",
        headline: "too many errors: \(more) more \(more == 1 ? "is" : "are") not shown",
        span: span,
        label: "the first of them"
      )
    default:
      // Every other problem is worded elsewhere; a new one that is not shows itself here.
      Diagnostic(code: "TG0001", headline: "this could not be read", span: Span(0, 0))
    }
  }
}
