import TollgateRuntime
import TollgateSyntax

/// Words for mistakes. It knows the names of the policy, so that it can suggest one.
struct MistakeWords {
  let names: NameTable
  /// The names of each kind.
  let namesByKind: [NameKind: [String]]
  let facts: [CheckedFact]
  let source: Source
  /// How many letters may still be compared to find what was meant.
  var work = 20_000_000

  init(_ draft: Draft) {
    names = draft.names
    namesByKind = draft.mistakes.isEmpty ? [:] : draft.names.names
    facts = draft.policy.facts
    source = draft.source
  }

  mutating func diagnostic(for fault: Mistake, at span: Span) -> Diagnostic {
    switch fault {
    case .literal(let fault): literal(fault, span)
    case .name(let fault): name(fault, span)
    case .range(let fault): range(fault, span)
    case .fact(let fault): fact(fault, span)
    case .clause(let fault): clause(fault, span)
    case .label(let fault): label(fault, span)
    case .value(let fault): value(fault, span)
    case .size(let fault): Self.size(fault, span)
    case .counting(let fault): counting(fault, span)
    case .price(let fault): price(fault, span)
    case .use(let fault): use(fault, span)
    case .uses(let fault): uses(fault, span)
    case .overage(let fault): overage(fault, span)
    case .rollover(let fault): Self.rollover(fault, span)
    case .counted(let fault): Self.counted(fault, span)
    case .paid(let fault): paid(fault, span)
    }
  }

  /// The text at a place, shortened.
  func written(_ span: Span) -> String {
    let text = source.text(span)
    return text.utf8.count > 60 && text.count > 60 ? String(text.prefix(59)) + "…" : text
  }

  /// Some names in a row: at most eight, and how many there are besides.
  func list(_ names: some Collection<String>) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}

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
    case .beginBesideWindows(let windows):
      return Diagnostic(
        code: "TG0037", headline: "only windows of the calendar begin at a time of day", span: span,
        label: "says when a day of the calendar begins",
        related: [.init(windows, "says that windows begin otherwise")],
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

extension MistakeWords {
  func instant(_ fault: InstantText.ParseError, _ text: String, _ span: Span) -> Diagnostic {
    switch fault {
    case .shape: return shape(text, span)
    case .noSuchDay:
      return Diagnostic(
        code: "TG0008", headline: "the calendar has no day `\(text)`", span: span,
        label: "no such day")
    case .noSuchTime:
      return Diagnostic(
        code: "TG0008", headline: "there is no time `\(text)`", span: span,
        label: "hours go from 00 to 23, minutes and seconds from 00 to 59")
    case .noOffset:
      return Diagnostic(
        code: "TG0008", headline: "`\(text)` has no time zone", span: span,
        label: "end a time with `Z` or an offset such as `+08:00`",
        edits: [.init(span, "\(text)Z", safety: .unsafe, title: "write `\(text)Z` for UTC")])
    case .tooFine:
      return Diagnostic(
        code: "TG0008", headline: "`\(text)` is finer than a millisecond", span: span,
        label: "a second has at most three decimals")
    }
  }

  private func shape(_ text: String, _ span: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0008", headline: "`\(text)` is not a date or a time", span: span,
      label: "a date is written like `2026-03-01`, a time like `2026-03-01T08:00Z`")
    if let padded = padded(text) {
      diagnostic.edits = [.init(span, padded, safety: .safe, title: "write `\(padded)`")]
    }
    return diagnostic
  }

  /// `2026-3-1` with its zeros, if that is a day.
  private func padded(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4 else { return nil }
    var padded = String(parts[0])
    for part in parts[1...] {
      guard part.utf8.count == 1 || part.utf8.count == 2 else { return nil }
      padded += part.utf8.count == 1 ? "-0\(part)" : "-\(part)"
    }
    if case .success = InstantText.parse(padded) { return padded }
    return nil
  }

  func money(
    _ fault: Money.ParseError, _ literal: LiteralSyntax, _ text: String, _ span: Span
  ) -> Diagnostic {
    switch fault {
    case .separated(let currency):
      return separated(literal, of: currency, text, span)
    case .shape:
      return Diagnostic(
        code: "TG0009", headline: "`\(text)` is not an amount of money", span: span,
        label: "a price is written like `59.99 TRY`")
    case .noCurrency:
      return Diagnostic(
        code: "TG0009", headline: "`\(text)` has no currency", span: span,
        label: "write a currency after the amount, such as `USD`",
        edits: [.init(span, "\(text) USD", safety: .shown, title: "write a currency after it")])
    case .unknownCurrency(let code, _):
      let known = Currencies.contains(code.uppercased()) ? code.uppercased() : nil
      return Diagnostic(
        code: "TG0009", headline: "there is no currency called `\(code)`", span: span,
        label: "use a three-letter code of ISO 4217, such as `CNY`",
        edits: known.map { [.init(span, $0, safety: .safe, title: "write `\($0)`")] } ?? [])
    case .tooPrecise(let decimals):
      return Diagnostic(
        code: "TG0009", headline: "`\(text)` has too many digits for a price", span: span,
        label: "at most 18 digits, \(decimals == 4 ? "four" : "six") of them decimals")
    }
  }
}

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
    case .otherLapse(let name, let inMonths, let first):
      let (here, elsewhere) =
        inMonths ? ("months", "lengths of time") : ("lengths of time", "months")
      return Diagnostic(
        code: "TG0016",
        headline: "after `\(name)`, \(here) are counted here, and \(elsewhere) elsewhere",
        span: span, label: "this date is counted from in \(elsewhere)",
        related: [.init(first, "\(elsewhere), first here")],
        help: [
          "a month has 28 to 31 days: write months everywhere after `\(name)`, or nowhere"
        ])
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

extension MistakeWords {
  /// Faults that take two places to see.
  func twofold(_ fault: NameMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .declaredTwice(let name, let kind, let first, let place):
      return Diagnostic(
        code: "TG0102",
        headline: kind == first
          ? "the \(kind.word) `\(name)` is declared twice"
          : "`\(name)` is declared as \(first.withArticle) and as \(kind.withArticle)",
        span: span, label: kind == first ? "the second time" : "as \(kind.withArticle) here",
        related: [.init(place, kind == first ? "first here" : "as \(first.withArticle) here")])
    case .seriesOverlap(let later, let earlier, let place):
      return Diagnostic(
        code: "TG0102", headline: "the series `\(later)` and `\(earlier)` share members",
        span: span, label: "these members are declared twice", related: [.init(place, "first here")]
      )
    case .isMember(let name, let series, let place):
      return Diagnostic(
        code: "TG0102", headline: "`\(name)` is declared alone and as a member of `\(series)`",
        span: span, label: "the second time", related: [.init(place, "first here")])
    case .cycle(let cycle, let names, let places): return self.cycle(cycle, names, places, span)
    case .heldApartFromItself(let name):
      return Diagnostic(
        code: "TG0106", headline: "`\(name)` is `not with` itself", span: span,
        label: "this is the product itself", help: ["name the other product, or remove the line"])
    case .storeID(let id, let product, let other, let place):
      return Diagnostic(
        code: "TG0407", headline: "`\(id)` is the store id of `\(other)` and of `\(product)`",
        span: span, label: "a purchase could be either of them",
        related: [.init(place, "the id of `\(other)`")],
        help: ["give each product the id that the store has for it"])
    case .storeIDIsName(let id, let product, let place):
      return Diagnostic(
        code: "TG0407",
        headline: "`\(id)` is the store id of `\(product)` and the name of another product",
        span: span, label: "a purchase could be either of them",
        related: [.init(place, "the product of that name")],
        help: ["give each product the id that the store has for it"])
    default: return confusable(fault, span)
    }
  }

  private func cycle(
    _ cycle: NameMistake.Cycle, _ names: [String], _ places: [Span], _ span: Span
  ) -> Diagnostic {
    let name = names.first ?? ""
    let verb =
      switch cycle {
      case .includes: "includes"
      case .groups: "contains"
      case .onlyWith: "is sold only with"
      }
    var steps = names.prefix(12).map { "`\($0)`" }
    if names.count > 12 { steps.append("…") }
    steps.append("`\(name)`")
    let subject = cycle == .groups ? "the group `\(name)`" : "`\(name)`"
    var related: [Diagnostic.Related] = []
    for (index, place) in places.enumerated().dropFirst().prefix(11) where index < names.count {
      related.append(.init(place, "`\(names[index])` \(verb) this"))
    }
    return Diagnostic(
      code: "TG0106",
      headline: names.count > 1
        ? "\(subject) \(verb) itself: \(steps.joined(separator: ", "))"
        : "\(subject) \(verb) itself",
      span: span, label: names.count > 1 ? "leads back to `\(name)`" : "this is the thing itself",
      related: related)
  }

  private func confusable(_ fault: NameMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .mixedScripts(let name, let scripts, let meant):
      let titles = scripts.map { $0.title }.joined(separator: " and ")
      return Diagnostic(
        code: "TG0104", headline: "the name `\(name)` mixes \(titles) letters", span: span,
        label: "letters of different scripts that look alike",
        edits: edits(meant, span))
    case .lookalike(let name, let other, let place, let isUndeclared):
      return Diagnostic(
        code: "TG0104",
        headline: "the name `\(name)` looks like `\(other)`, but is a different name",
        span: span, label: "letters of another script that look the same",
        related: [.init(place, "the name it looks like")],
        edits: edits(isUndeclared ? other : nil, span))
    default:
      return Diagnostic(code: "TG0102", headline: "this name has two meanings", span: span)
    }
  }

  private func edits(_ meant: String?, _ span: Span) -> [Diagnostic.Edit] {
    guard let meant else { return [] }
    let title = "write `\(meant)`, the declared name it looks like"
    return [.init(span, quoted(meant), safety: .unsafe, title: title)]
  }
}

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

/// Numbers whose separators are not those of the language, or can be read in two ways.
extension MistakeWords {
  /// `1,200`, `1.000` without a unit.
  func separated(
    _ literal: LiteralSyntax, _ code: String, _ text: String, _ span: Span
  ) -> Diagnostic {
    let number = SeparatedNumber(literal.numeral)
    let isPlain = literal.unit == nil && (number?.suffix ?? "").isEmpty
    let decimal = isPlain ? number?.decimal(0) : number?.shortDecimal
    return separated(literal, code, text, span, decimal: decimal) {
      isPlain
        ? "write whole numbers without separators, or with `_`: `10_000`"
        : "write decimals after a `.`, and nothing between thousands"
    }
  }

  /// `1,200 USD`, `1.200 USD`: more decimals than the currency has.
  func separated(
    _ literal: LiteralSyntax, of currency: String, _ text: String, _ span: Span
  ) -> Diagnostic {
    let decimals = Currencies.decimals(of: currency)
    let decimal = SeparatedNumber(literal.numeral)?.decimal(decimals)
    return separated(literal, "TG0009", text, span, decimal: decimal) {
      switch decimals {
      case 0: "an amount in \(currency) has no decimals"
      default: "an amount in \(currency) has at most \(decimals) decimals, after a `.`"
      }
    }
  }

  private func separated(
    _ literal: LiteralSyntax, _ code: String, _ text: String, _ span: Span, decimal: String?,
    rule: () -> String
  ) -> Diagnostic {
    let number = SeparatedNumber(literal.numeral)
    let readings = [number?.grouped, decimal].compactMap { $0 }
    let isDoubtful = readings.count == 2 && readings[0] != readings[1]
    let kind = code == "TG0009" ? "an amount of money" : "a number of the language"
    var diagnostic = Diagnostic(
      code: code,
      headline: isDoubtful
        ? "`\(text)` can be read in two ways" : "`\(text)` is not \(kind)",
      span: span, label: isDoubtful ? "\(readings[0]) or \(readings[1])?" : rule())
    if isDoubtful { diagnostic.help = [rule()] }
    let place = Span(span.start, span.start + literal.numeral.utf8.count)
    for (index, reading) in readings.enumerated() {
      let written = reading + (number?.suffix ?? "")
      var title = "write `\(written)`"
      if isDoubtful {
        let sign = number?.hasComma == true ? "`,`" : "`.`"
        title += ", if the \(sign) " + (index == 0 ? "separates thousands" : "begins the decimals")
      }
      diagnostic.edits.append(.init(place, written, safety: .unsafe, title: title))
    }
    return diagnostic
  }
}
