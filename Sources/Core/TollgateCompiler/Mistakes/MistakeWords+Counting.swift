import TollgateRuntime
import TollgateSyntax

extension MistakeWords {
  func counting(_ fault: CountingMistake, _ span: Span) -> Diagnostic {
    let text = written(span)
    switch fault {
    case .windowSlip(let name):
      return Diagnostic(
        code: "TG0035", headline: "the window `\(text)` is written `\(name)`", span: span,
        label: "a window is a unit, or a number and the unit in the plural",
        edits: [.init(span, name, safety: .safe, title: "write `\(name)`")])
    case .noWindow:
      return Diagnostic(
        code: "TG0035", headline: "`\(text)` is not a window", span: span,
        label: "expected a window such as `day` or `3 hours`")
    case .windowNumber:
      return Diagnostic(
        code: "TG0035", headline: "`\(text)` is not a window that can be counted", span: span,
        label: "the number must be a whole one from 2 to 1,000",
        help: ["use a longer unit: `per 2 days` rather than `per 48 hours`"])
    case .steps(let error, let before): return steps(error, before, text, span)
    case .refillsBesideWindows(let windows):
      return Diagnostic(
        code: "TG0037", headline: "a meter that refills has no windows", span: span,
        label: "refills little by little",
        related: [.init(windows, "says how its windows run")],
        help: ["keep one of the two"])
    case .refillsBesideLimit(let meter, let clause):
      return Diagnostic(
        code: "TG0037", headline: "`\(meter)` refills, and this limit has a window", span: span,
        label: "counts over a window of time",
        related: [.init(clause, "refills little by little")],
        help: ["leave out `per …`, or leave out `refills`"])
    case .packOfTwoWindows(let meter, let pack, let limit):
      return Diagnostic(
        code: "TG0109", headline: "`\(meter)` has packs, and limits with two windows", span: span,
        label: "counts over another window",
        related: [.init(pack, "is used up"), .init(limit, "counts over one window")],
        help: ["give all limits of `\(meter)` one window, or use a meter of its own for the packs"])
    case .tooManyInstead(let count):
      return Diagnostic(
        code: "TG0023", headline: "a rule names \(count) targets after `instead use`", span: span,
        label: "at most \(CheckedRule.mostInstead) are possible",
        help: ["name the few that people would really use"])
    }
  }

  private func steps(
    _ error: CounterError, _ before: Span?, _ text: String, _ span: Span
  ) -> Diagnostic {
    let related = before.map { [Diagnostic.Related($0, "the step before it")] } ?? []
    return switch error {
    case .tooMany(let count):
      Diagnostic(
        code: "TG0036", headline: "the counter has \(count) later steps", span: span,
        label: "at most \(Counter.mostSteps) are possible")
    case .notLater:
      Diagnostic(
        code: "TG0036", headline: "the step at `\(text)` is not after the one before it",
        span: span, label: "must be later", related: related)
    case .negative, .rises:
      Diagnostic(
        code: "TG0036", headline: "the counter rises to `\(text)` by itself", span: span,
        label: "must not be more than before", related: related,
        help: ["a counter falls later, as uses drop out of its window; it rises by a use only"])
    }
  }
}
