extension Problem {
  /// Likely slips in words; nil for other problems.
  func slipDiagnostic() -> Diagnostic? {
    expressionDiagnostic() ?? habitDiagnostic()
  }

  private func expressionDiagnostic() -> Diagnostic? {
    switch self {
    case .commaInExpression(let span, let isRequirement):
      let what = isRequirement ? "a requirement" : "a condition"
      return Diagnostic(
        code: "TG0001",
        headline: "\(what) has a `,`",
        span: span,
        label: "does it mean `and` or `or`?",
        edits: [
          .init(span, " and", safety: .shown, title: "write `and` if all of them are needed"),
          .init(span, " or", safety: .shown, title: "write `or` if one of them is enough"),
        ]
      )
    case .commaBefore(let word, let span):
      return Diagnostic(
        code: "TG0001",
        headline: "a `,` comes before \(word)",
        span: span,
        label: "the list ends here",
        edits: [.init(span, "", safety: .safe, title: "remove it")]
      )
    case .comparisonInRequirement(let span):
      return Diagnostic(
        code: "TG0001",
        headline: "a requirement cannot compare",
        span: span,
        label: "a requirement names entitlements and yes-or-no facts",
        help: ["put it after `when` or `unless`: `csv-export requires pro when platform is ios`"]
      )
    case .parenthesisOpen(let span):
      return Diagnostic(
        code: "TG0006",
        headline: "a parenthesis is not closed",
        span: span,
        label: "no `)` belongs to it",
        help: ["write `)` where it ends, or remove the `(`"]
      )
    case .parenthesisStray(let span):
      return Diagnostic(
        code: "TG0006",
        headline: "a parenthesis closes what was not opened",
        span: span,
        label: "no `(` belongs to it",
        edits: [.init(span, "", safety: .unsafe, title: "remove it")]
      )
    case .mixed(let span, let andFirst, let orFirst, let and, let or):
      return Self.mixed(span, andFirst, orFirst, and, or)
    default: return nil
    }
  }

  private static func mixed(
    _ span: Span,
    _ andFirst: String,
    _ orFirst: String,
    _ and: Span,
    _ or: Span
  ) -> Diagnostic {
    Diagnostic(
      code: "TG0107",
      headline: "`and` and `or` are mixed without parentheses",
      span: and.start < or.start ? or : and,
      label: "this may be read in two ways",
      related: [.init(and.start < or.start ? and : or, "mixed with this")],
      notes: ["one reading: `\(andFirst)`", "the other: `\(orFirst)`"],
      edits: [
        .init(span, andFirst, safety: .unsafe, title: "let `and` bind first"),
        .init(span, orFirst, safety: .unsafe, title: "let `or` bind first"),
      ]
    )
  }

  private func habitDiagnostic() -> Diagnostic? {
    switch self {
    case .limitSign(let found, let span):
      return Diagnostic(
        code: "TG0001",
        headline: "expected `>` or `>=`, found `\(found)`",
        span: span,
        label: "a limit is about the amounts above it",
        notes: Expectation.quantity.exampleNotes
      )
    case .dashForRange(let found, let first, let last, let span):
      return Diagnostic(
        code: "TG0001",
        headline: "expected a range, found the name `\(found)`",
        span: span,
        label: "a range is written with `..`",
        edits: [
          .init(span, "\(first)..\(last)", safety: .safe, title: "write `\(first)..\(last)`")
        ]
      )
    case .typeWithoutArticle(let word, let span):
      return Diagnostic(
        code: "TG0001",
        headline: "expected `a` before `\(word)`",
        span: span,
        label: "a choice needs several values",
        edits: [.init(span, "a \(word)", safety: .unsafe, title: "write `a \(word)`")]
      )
    case .twice(let word, let span, let first):
      return Diagnostic(
        code: "TG0018",
        headline: "`\(word)` is written twice in one sentence",
        span: span,
        label: "the second time",
        related: [.init(first, "first here")],
        help: word == "when" || word == "unless"
          ? ["join the two conditions with `and` or `or`"] : ["remove one of the two"]
      )
    default: return nil
    }
  }
}
