import TollgateSyntax

extension MistakeWords {
  func range(_ fault: RangeMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .noNumber(let name):
      return Diagnostic(
        code: "TG0105", headline: "`\(name)` has no number", span: span,
        label: "both ends of a range need a number: `L1..L18`")
    case .leadingZero(let name):
      return Diagnostic(
        code: "TG0105", headline: "the number of `\(name)` begins with a zero", span: span,
        label: "write the number without zeros at the front")
    case .reversed(let first, let last):
      return Diagnostic(
        code: "TG0105", headline: "the range `\(first)..\(last)` runs backwards", span: span,
        label: "the greater number comes first",
        edits: [
          .init(span, "\(last)..\(first)", safety: .safe, title: "write `\(last)..\(first)`")
        ])
    case .otherPrefix(let first, let last):
      return Diagnostic(
        code: "TG0105", headline: "a range runs from `\(first)…` to `\(last)…`", span: span,
        label: "both ends need the same letters before the number")
    case .outside(let range, let prefix, let nearest):
      return Diagnostic(
        code: "TG0105", headline: "no declared series holds all of `\(range)`", span: span,
        label: "no declared series has all of these members",
        related: nearest.prefix(3).map { .init($0.1, "`\($0.0)` is declared here") },
        notes: nearest.isEmpty ? ["no series has members called `\(prefix)…`"] : [])
    case .nothingLeft:
      return Diagnostic(
        code: "TG0105", headline: "the exceptions leave no target", span: span,
        label: "all targets are excepted")
    }
  }

  static func size(_ fault: SizeMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .series(let title, _):
      Diagnostic(
        code: "TG0023", headline: "the series `\(title)` is too long", span: span,
        label: "a series has at most 1,000,000 members",
        help: ["end the series earlier, or count with a meter"])
    case .targets:
      Diagnostic(
        code: "TG0023", headline: "a policy has at most 4,000,000 features", span: span,
        label: "the first that is too many", help: ["declare fewer features, or shorter series"])
    case .work:
      Diagnostic(
        code: "TG0023", headline: "the policy is too large", span: span,
        label: "more than 20,000,000 entries from here on",
        notes: ["members of groups, targets of rules and included entitlements count"],
        help: ["name groups and ranges in fewer rules"])
    case .conditions:
      Diagnostic(
        code: "TG0023", headline: "the conditions of the policy are too large",
        span: span, label: "somewhere in this policy",
        help: ["say less in the conditions of `grant` statements"])
    }
  }
}
