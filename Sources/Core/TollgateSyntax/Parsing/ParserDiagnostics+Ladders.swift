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
