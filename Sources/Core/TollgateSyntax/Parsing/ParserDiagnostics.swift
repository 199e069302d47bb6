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

extension Problem {
  /// Problems with ladders and steps in words; nil for other problems.
  func ladderDiagnostic() -> Diagnostic? {
    switch self {
    case .stepAlone(let span):
      return Diagnostic(
        code: "TG0003",
        headline: "a step belongs to a ladder or a setting, and there is none above it",
        span: span,
        label: "a step needs a line such as `guests at most 10` above it",
        help: ["move the line below the ladder or the setting that it belongs to"]
      )
    case .ladderOfSeveral(let span):
      return Diagnostic(
        code: "TG0027",
        headline: "`at most` is about one meter",
        span: span,
        label: "this is not one meter",
        help: ["give each meter a line of its own: `guests at most 10`"]
      )
    case .unlimitedBase(let span):
      return Diagnostic(
        code: "TG0025",
        headline: "`unlimited` cannot be the limit of everybody",
        span: span,
        label: "a limit for everybody is a quantity, `allowance` or `undecided`",
        help: [
          "remove the rule if everybody may use as much as they want",
          "write a step below it for those who have no limit: `unlimited with enterprise`",
        ]
      )
    case .ladderLine(let found, let span, let atMost):
      return Diagnostic(
        code: "TG0027",
        headline: "the first line of a ladder goes on with \(found)",
        span: span,
        label: "the first line ends before this",
        notes: ["the first line has the limit of everybody; a step says who may use more"],
        help: ["write each step in a line of its own below it: `100 with plus`"],
        edits: atMost.map {
          [.init($0, ">", safety: .unsafe, title: "write `>`: who meets it has no limit")]
        } ?? []
      )
    case .stepWindow(let span):
      return Diagnostic(
        code: "TG0019",
        headline: "a step has no window of its own",
        span: span,
        label: "the window is that of the first line",
        help: ["write it in the first line: `exports at most 3 per day`"]
      )
    default: return nil
    }
  }
}

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
