import TollgateSyntax

extension MistakeWords {
  func uses(_ fault: UsesMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .meterTwice(let meter, let first):
      return Diagnostic(
        code: "TG0038", headline: "this line takes from `\(meter)` twice", span: span,
        label: "the second time", related: [.init(first, "first here")],
        help: ["write one amount that is the sum, or two lines with `when`"])
    case .eachOfNoMeter:
      return Diagnostic(
        code: "TG0038", headline: "`for each` counts a meter, and no single meter stands here",
        span: span, label: "of what?",
        help: ["begin the line with one meter: `tokens use 1 credit for each 1_000`"])
    case .stepOfSeveral(let second):
      return Diagnostic(
        code: "TG0038", headline: "this line belongs to one amount, and above it are several",
        span: span, label: "less of which meter?", related: [.init(second, "the second amount")],
        help: ["write the amounts in two lines, each with its own lines below it"])
    case .stepOfOther(let meter, let above):
      return Diagnostic(
        code: "TG0038", headline: "the line above takes from `\(meter)`", span: span,
        label: "is another meter", related: [.init(above, "takes from `\(meter)`")],
        help: ["write an amount of `\(meter)` here"])
    case .stepForEach:
      return Diagnostic(
        code: "TG0038", headline: "`for each` stands only in the first line", span: span,
        label: "it holds for this line, too", help: ["leave out `for each` here"])
    case .usedUses(let meter, let use):
      return Diagnostic(
        code: "TG0039", headline: "`\(meter)` uses a meter, and is used itself", span: span,
        label: "uses a meter", related: [.init(use, "is used here")],
        help: ["let each use say all that it takes: `image uses 1 credit and 2 points`"])
    case .readsTaken(let meter):
      return Diagnostic(
        code: "TG0039", headline: "the amount depends on `\(meter)`, which it is taken from",
        span: span, label: "reads what the use changes",
        help: ["let the amount depend on a plan, a fact or a date"])
    }
  }
}
