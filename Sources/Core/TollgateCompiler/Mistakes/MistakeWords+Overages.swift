import TollgateRuntime
import TollgateSyntax

extension MistakeWords {
  func overage(_ fault: OverageMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .noLimit:
      return wrongOverage(
        "`then` goes beyond a limit, and this rule has none", span, "beyond what?",
        help: "write it below a line such as `credits at most 20 per month`")
    case .notAllowed(let off):
      return wrongOverage(
        "this rule says `is not allowed`, and a price would allow more", span, "goes beyond it",
        [.init(off, "allows nothing more")],
        help: "write the limit as `credits at most 20 per month`, or leave `then` out")
    case .besideSoft(let soft):
      return wrongOverage(
        "a limit that is `soft` costs nothing beyond it", span, "asks for money",
        [.init(soft, "only warns")], help: "leave one of the two out")
    case .undecided(let open):
      return wrongOverage(
        "the price begins at the limit, and that is `undecided`", span, "beyond what?",
        [.init(open, "still open")], help: "write the limit, or leave `then` out until it is known")
    case .twice(let meter, let first):
      return wrongOverage(
        "`\(meter)` goes beyond a limit for money twice", span, "the second time",
        [.init(first, "first here")], help: "let one limit of the meter have a price")
    case .noPeriod(let limit):
      return wrongOverage(
        "a limit without a window is about what is held, and that is paid for by week, month or "
          + "year", span, "how often is it paid for?", [.init(limit, "counts over no window")],
        help: "write, for example, `then 0.02 USD per month for each GB`")
    case .periodBesideWindow(let window):
      return wrongOverage(
        "what is used in a window is paid for once, and this price has a period", span,
        "paid for again and again", [.init(window, "the window of the limit")],
        help: "leave the period out: `then 0.05 USD for each credit`")
    case .severalPeriods:
      return wrongOverage(
        "what is held is paid for per week, month or year", span, "is another period",
        help: "write the price for one of them")
    default: return unitOrAmount(fault, span)
    }
  }

  private func unitOrAmount(_ fault: OverageMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .otherUnit(let unit, let meter):
      return wrongOverage(
        "`\(unit)` is neither `\(meter)` nor a quantity of it", span, "of what?",
        help: "write \(one(of: meter)), or a quantity such as `for each 100`")
    case .noQuantity(let meter, let unit):
      let example = unit == .bytes ? "GB" : "1h"
      return wrongOverage(
        "`\(meter)` counts \(unit.word), and the price is not for one of them", span,
        "how much of it?", help: "write, for example, `for each \(example)`")
    case .free:
      return wrongOverage(
        "a price of 0 leaves no limit", span, "costs nothing",
        help: "write who has no limit: `unlimited with pro` below `at most`")
    case .otherCurrency(let currency):
      return wrongOverage(
        "`at most` is in another currency than the price", span, "is not in \(currency)",
        help: "write an amount in \(currency), or a quantity and `more`")
    default:
      return wrongOverage(
        "this amount pays for nothing", span, "is less than one of them costs",
        help: "write an amount that is no less than the price")
    }
  }

  /// As one of a meter is written.
  private func one(of meter: String) -> String {
    meter.hasSuffix("s") ? "`for each \(meter.dropLast())`" : "`for each \(meter)`"
  }

  private func wrongOverage(
    _ headline: String, _ span: Span, _ label: String, _ related: [Diagnostic.Related] = [],
    help: String
  ) -> Diagnostic {
    Diagnostic(
      code: "TG0045", headline: headline, span: span, label: label, related: related, help: [help])
  }
}

extension MistakeWords {
  static func rollover(_ fault: RolloverMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .noLimit:
      return wrongRollover(
        "`unused` speaks of a limit, and this rule has none", span, "unused of what?",
        help: "write it below a line such as `credits at most 20 per month`")
    case .noWindow(let window, let limit):
      let counts = window?.name.map { "counts per \($0)" } ?? "counts over no window"
      return wrongRollover(
        "only a limit per day, week, month or year can carry something into the next window",
        span, "carries nothing", [.init(limit, counts)],
        help: "write a window: `credits at most 20 per month`")
    case .otherWindows(let meter, let windows):
      return wrongRollover(
        "the windows of `\(meter)` do not follow the calendar or the subscription", span,
        "no window comes right after the one before it", [.init(windows, "says so")],
        help: "leave one of the two out")
    case .otherLimit(let meter, let other):
      return wrongRollover(
        "what is unused of `\(meter)` rolls over, and another limit counts the same", span,
        "unused of which limit?", [.init(other, "the other limit")],
        help: "write one limit, with a line for each plan below it: `500 with pro`")
    case .carriesNothing:
      return wrongRollover(
        "`at most 0 carried` carries nothing", span, "must be more than 0",
        help: "write an amount, or leave `unused` out")
    }
  }

  private static func wrongRollover(
    _ headline: String, _ span: Span, _ label: String, _ related: [Diagnostic.Related] = [],
    help: String
  ) -> Diagnostic {
    Diagnostic(
      code: "TG0046", headline: headline, span: span, label: label, related: related, help: [help])
  }
}

extension MistakeWords {
  static func counted(_ fault: CountedMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .notSold(let meter):
      return wrongCount(
        "nobody can buy `\(meter)`, so how many are bought is never more than 0", span,
        "no price is for each of it",
        help: "write it into a price: `price 8 USD per month for each of \(meter)`")
    case .notNumber(let fact, let declared):
      return wrongCount(
        "`\(fact)` is no number", span, "how many is that?", [.init(declared, "declared here")],
        help: "name a fact that is declared as `a number`, or a meter that is sold")
    case .other(let name, let first, let place):
      return wrongCount(
        "one quantity is for each of `\(first)`, and another for each of `\(name)`", span,
        "something else", [.init(place, "counts this")],
        help: "name the same thing in each of them")
    }
  }

  private static func wrongCount(
    _ headline: String, _ span: Span, _ label: String, _ related: [Diagnostic.Related] = [],
    help: String
  ) -> Diagnostic {
    Diagnostic(
      code: "TG0047", headline: headline, span: span, label: label, related: related, help: [help])
  }
}
