extension Problem {
  /// The problem in words.
  func diagnostic() -> Diagnostic {
    characterDiagnostic() ?? nameDiagnostic() ?? sentenceDiagnostic() ?? ladderDiagnostic()
      ?? slipDiagnostic()
      ?? ceilingDiagnostic()
  }

  private func sentenceDiagnostic() -> Diagnostic? {
    switch self {
    case .expected(let thing, let behind, let found, let span, let near, let isEnd):
      return Self.expected(
        thing,
        behind: behind,
        found: found,
        span,
        near: near,
        isEnd: isEnd
      )
    case .misspelt(let found, let word, let span):
      return Diagnostic(
        code: "TG0001",
        headline: "`\(found)` is not a word of the language here",
        span: span,
        label: "did you mean `\(word.rawValue)`?",
        edits: [
          .init(span, word.rawValue, safety: .unsafe, title: "write `\(word.rawValue)`")
        ]
      )
    case .missingWord(let word, let before, let span):
      return Diagnostic(
        code: "TG0001",
        headline: "expected `\(word.rawValue)`, found \(before)",
        span: span,
        label: "`\(word.rawValue)` is missing before this",
        notes: Expectation.word(word).exampleNotes,
        edits: [
          .init(
            Span(span.start, span.start),
            word.rawValue + " ",
            safety: .unsafe,
            title: "write `\(word.rawValue)` before it"
          )
        ]
      )
    case .missingComma(let before, let span, let offset):
      return Diagnostic(
        code: "TG0001",
        headline: "expected `,` or the end of the line, found \(before)",
        span: span,
        label: "a list has `,` or `and` between its names",
        edits: offset.map { offset in
          [
            .init(
              Span(offset, offset), ",", safety: .unsafe, title: "write `,` before it")
          ]
            + (Self.isWhole(before)
              ? []
              : [
                .init(
                  Span(offset, span.start), "-", safety: .unsafe,
                  title: "join the words of one name with `-`")
              ])
        } ?? []
      )
    case .worded(let diagnostic): return diagnostic
    case .noSentence(let found, let span, let near): return Self.noSentence(found, span, near)
    case .clauseAlone(let word, let span):
      return Diagnostic(
        code: "TG0003",
        headline: "`\(word.rawValue)` belongs to a statement, and there is none above it",
        span: span,
        label: "a clause needs a statement above it",
        help: ["move the line below the rule, product or scenario that it belongs to"]
      )
    default: return nil
    }
  }

  /// Whether a name is no part of another: its words are joined, or it is one of a row.
  private static func isWhole(_ name: String) -> Bool {
    name.utf8.contains { $0 == 0x2D || $0 == 0x5F || $0.isASCIIDigit }
  }

  private static func expected(
    _ thing: Expectation,
    behind: String?,
    found: String,
    _ span: Span,
    near: String?,
    isEnd: Bool
  ) -> Diagnostic {
    let place = behind.map { " after \($0)" } ?? ""
    var diagnostic = Diagnostic(
      code: "TG0001",
      headline: "expected \(thing.words)\(place), found \(found)",
      span: span,
      label: isEnd ? "the line ends here" : "not expected here",
      notes: thing.exampleNotes
    )
    if let near {
      diagnostic.label = "did you mean `\(near.trimmedAtStart())`?"
      diagnostic.edits = [
        .init(span, near, safety: .unsafe, title: "write `\(near.trimmedAtStart())`")
      ]
    } else if thing == .quantity {
      diagnostic.edits = [
        .init(
          Span(span.start, span.start),
          isEnd ? " 500" : "500 ",
          safety: .shown,
          title: "put a quantity here, such as `500`"
        )
      ]
    }
    return diagnostic
  }

  private static func noSentence(_ found: String, _ span: Span, _ near: Word?) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0002",
      headline: "a line that begins with \(found) is not a sentence of the language",
      span: span,
      label: "neither a rule nor a declaration",
      notes: [
        "a rule says what something requires: `csv-export requires pro`",
        "a declaration begins with its kind: `feature csv-export`",
      ]
    )
    if let near {
      diagnostic.label = "did you mean `\(near.rawValue)`?"
      diagnostic.notes = []
      diagnostic.edits = [
        .init(span, near.rawValue, safety: .unsafe, title: "write `\(near.rawValue)`")
      ]
    }
    return diagnostic
  }
}

extension Expectation {
  var exampleNotes: [String] { example.map { ["for example: `\($0)`"] } ?? [] }
}
