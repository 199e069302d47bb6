import TollgateRuntime
import TollgateSyntax

extension MistakeWords {
  mutating func value(_ fault: ValueMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .unlimited(let setting, let place): return unlimited(setting, place, span)
    case .open(let word, let place): return open(word, place, span)
    case .undeclaredChoice(let name, let setting, let choices, let place):
      return settingChoice(name, setting, choices, place, span)
    case .oneChoice(let setting, let choice):
      return Diagnostic(
        code: "TG0028", headline: "`\(setting)` has only one choice", span: span,
        label: "a choice needs another one after it",
        help: ["write the choices from the least to the best: `\(choice) < …`"])
    case .smallerOfChoices:
      return Diagnostic(
        code: "TG0029", headline: "`smaller is better` is written after choices", span: span,
        label: "the last choice is always the best",
        help: ["remove it, and write the choices from the least to the best"])
    case .cannotGrow(let name, let ofChoices):
      return Diagnostic(
        code: "TG0108", headline: "nothing can be added to `\(name)`", span: span,
        label: ofChoices ? "its values are choices" : "its smaller values are better",
        help: ["write a step below the setting for what users get"])
    case .otherBound(let name, let isSmallerBetter): return bound(name, isSmallerBetter, span)
    default: return kind(fault, span)
    }
  }

  func paid(_ fault: PaidMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .beside(let other, let place, let whole, let all, let alone):
      return Diagnostic(
        code: "TG0115",
        headline: "`\(written(span))` stands beside `\(other)`, which has no `paid`", span: span,
        label: "this may be read in two ways",
        related: [.init(place, "may be meant to be paid for, too")],
        notes: [
          "one reading, a trial of none of them is enough: `\(all)`",
          "the other, a trial of `\(other)` is enough: `\(alone)`",
        ],
        edits: [
          .init(whole, all, safety: .unsafe, title: "let `paid` mark all of them"),
          .init(whole, alone, safety: .unsafe, title: "put `paid` in parentheses of its own"),
        ])
    case .fact(let name):
      return Diagnostic(
        code: "TG0115", headline: "`\(name)` is a fact, and `paid` is said of entitlements",
        span: span, label: "nobody pays for a fact",
        help: ["join the fact with `and` or `or`: `paid pro and \(name)`"])
    case .inside(let word):
      return Diagnostic(
        code: "TG0115", headline: "`\(word)` is inside the parentheses of `paid`", span: span,
        label: "`paid (…)` holds names, `and` and `or`",
        help: [
          word == "not" ? "write `not` outside: `paid pro and not team`" : "say `paid` once"
        ])
    }
  }

  private func kind(_ fault: ValueMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .notQuantity(let name, let setting, let kind):
      return Diagnostic(
        code: "TG0016", headline: "`\(setting)` is \(kind.words), and `\(name)` is not", span: span,
        label: "expected \(kind.words)")
    case .notQuantityOfMeter(let name, let meter):
      return Diagnostic(
        code: "TG0016", headline: "`\(name)` is not a quantity", span: span,
        label: meter.map { "expected a quantity of `\($0)`, or `unlimited`" }
          ?? "a meter reaches a quantity")
    case .otherKind(let setting, let wanted, let found, let place):
      return Diagnostic(
        code: "TG0016",
        headline: "`\(setting)` is \(wanted.words), and `\(written(span))` is \(found.words)",
        span: span, label: "all values of a setting are of one kind",
        related: [.init(place, "this value is \(wanted.words)")])
    case .notChoice(let setting, let choices, let place):
      return Diagnostic(
        code: "TG0016", headline: "`\(written(span))` is not a choice of `\(setting)`", span: span,
        label: "the values of this setting are choices",
        related: [.init(place, "its choices are declared here")],
        notes: ["choices of `\(setting)`: \(list(choices))"])
    default: return open("undecided", .step, span)
    }
  }

  private func unlimited(
    _ setting: String, _ place: ValueMistake.Unlimited, _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0025", headline: "`unlimited` is not a value of `\(setting)`", span: span)
    switch place {
    case .base:
      diagnostic.headline = "`unlimited` cannot be the value of everybody"
      diagnostic.label = "the value of everybody is a quantity or a choice"
      diagnostic.help = ["write a step below it for those who have no limit: `unlimited with full`"]
    case .smaller: diagnostic.label = "the smaller value is the better one here"
    case .choices: diagnostic.label = "the values of this setting are choices"
    case .quoted:
      diagnostic.label = "the choice of this name is written in backquotes"
      diagnostic.edits = [
        .init(span, "`unlimited`", safety: .safe, title: "put it in backquotes")
      ]
    }
    return diagnostic
  }

  private func open(_ word: String, _ place: ValueMistake.Open, _ span: Span) -> Diagnostic {
    switch place {
    case .step:
      Diagnostic(
        code: "TG0026", headline: "a step cannot be `\(word)`", span: span,
        label: "a step is a quantity or `unlimited`",
        help: ["leave the step out until its quantity is decided"])
    case .setting(let setting):
      Diagnostic(
        code: "TG0026", headline: "the value of `\(setting)` cannot be `\(word)`", span: span,
        label: "a value must be known",
        help: ["write the value that users have today"])
    }
  }

  private mutating func settingChoice(
    _ name: String, _ setting: String, _ choices: [String], _ place: Span, _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0101", headline: "`\(name)` is not a choice of `\(setting)`", span: span,
      label: "not among its choices", related: [.init(place, "its choices are declared here")],
      notes: ["choices of `\(setting)`: \(list(choices))"])
    suggest(name, choices, "choice", span, &diagnostic)
    if diagnostic.edits.isEmpty { diagnostic.help = ["add it to the choices of `\(setting)`"] }
    return diagnostic
  }

  private func bound(_ name: String, _ isSmallerBetter: Bool, _ span: Span) -> Diagnostic {
    let right = isSmallerBetter ? "at most" : "at least"
    return Diagnostic(
      code: "TG0030",
      headline: "`\(written(span))` says that the value of `\(name)` may be worse", span: span,
      label: isSmallerBetter ? "a smaller value is better here" : "a greater value is better here",
      edits: [
        .init(span, right, safety: .unsafe, title: "write `\(right)`: as good or better")
      ])
  }
}
