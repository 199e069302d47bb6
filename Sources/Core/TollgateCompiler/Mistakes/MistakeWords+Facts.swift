import TollgateRuntime
import TollgateSyntax

extension MistakeWords {
  func fact(_ fault: FactMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .type(let name, let type, let found, let place, let isDeclared):
      return Diagnostic(
        code: "TG0017", headline: headline(name, type, found, span), span: span,
        label: type.comparison,
        related: [.init(place, "\(isDeclared ? "declared" : "used") as \(type.words) here")])
    case .otherwise(let type):
      return Diagnostic(
        code: "TG0017", headline: "`\(written(span))` is not \(type.value)", span: span,
        label: "the fact is \(type.words)")
    case .notYesOrNo(let name, let type, let place, let isDeclared):
      return Diagnostic(
        code: "TG0017", headline: "`\(name)` is \(type.words), not a yes-or-no fact", span: span,
        label: "needs a value to compare with",
        related: [.init(place, "\(isDeclared ? "declared" : "used") as \(type.words) here")],
        help: ["compare it after `when`: \(type.comparison)"])
    case .duplicateChoice(let choice, let first):
      return Diagnostic(
        code: "TG0102", headline: "the value `\(choice)` is written twice among the choices",
        span: span, label: "the second time", related: [.init(first, "first here")])
    case .window(let name, let place):
      return Diagnostic(
        code: "TG0017", headline: "`\(name)` is a fact, and a fact has no windows", span: span,
        label: "only a meter has windows and resets", related: [.init(place, "the fact")])
    case .meter(let name, let place, let isDeclared):
      return Diagnostic(
        code: "TG0017", headline: "`\(name)` is a meter, and `\(written(span))` is not a quantity",
        span: span, label: "a meter is compared with a quantity",
        related: [.init(place, "\(isDeclared ? "declared" : "used") as a meter here")])
    case .intervalReversed(let from, let isEqual):
      return Diagnostic(
        code: "TG0501",
        headline: isEqual
          ? "the interval ends when it begins" : "the interval ends before it begins",
        span: span,
        label: isEqual ? "the interval is empty" : "earlier than the start of the interval",
        related: [.init(from, "it begins here")])
    case .nothingInside:
      return Diagnostic(
        code: "TG0019", headline: "`nothing` is one of several requirements", span: span,
        label: "`nothing` must be the only requirement: `requires nothing`")
    }
  }

  private func headline(
    _ name: String, _ type: Fact.FactType, _ found: FactMistake.Found, _ span: Span
  ) -> String {
    let text = written(span)
    switch found {
    case .name, .number, .date, .version:
      if type == .date && found == .date || type == .version && found == .number {
        return "\(type.words) is not compared with `is`"
      }
      return "`\(name)` is \(type.words), and `\(text)` is not \(type.value)"
    case .order: return "`\(name)` is \(type.words), which has no order"
    case .comparison: return "`\(name)` is \(type.words), not a number"
    case .anchor: return "`\(name)` is \(type.words), not a date"
    }
  }
}

extension Fact.FactType {
  /// A fact of this type in words.
  var words: String {
    switch self {
    case .choice: "a choice"
    case .date: "a date"
    case .yesOrNo: "yes or no"
    case .version: "a version"
    case .number: "a number"
    }
  }

  /// Its values in words.
  var value: String {
    switch self {
    case .choice: "one of its values"
    case .yesOrNo: "`yes` or `no`"
    case .date, .version, .number: words
    }
  }

  /// How it is compared.
  var comparison: String {
    switch self {
    case .choice: "a choice is compared with `is` and `is one of`"
    case .date: "a date is compared with `before` and `since`: `before 2026-03-01`"
    case .yesOrNo: "write a yes-or-no fact by itself or after `not`"
    case .version: "a version is compared with `before` and `since`: `since 1.4`"
    case .number: "a number is compared with `>`, `>=`, `<`, `<=` and `is`"
    }
  }
}
