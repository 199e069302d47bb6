import TollgateSyntax

extension MistakeWords {
  func clause(_ fault: ClauseMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .misplaced(let clause, let statement):
      return Diagnostic(
        code: "TG0019", headline: "`\(clause.words)` does not belong under \(statement.words)",
        span: span,
        label: "does not belong here",
        help: ["move it below \(clause.home.map { $0.words }.joined(separator: " or "))"])
    case .twice(let clause, let first):
      return twice("`\(clause.words)` is written twice under one statement", "TG0018", first, span)
    case .statementTwice(let statement, let first):
      return twice("\(statement.words) is written twice in one policy", "TG0020", first, span)
    case .storeTwice(let store, let first):
      let headline =
        store.isEmpty
        ? "a product has two ids without a store" : "a product has two ids for `\(store)`"
      return twice(headline, "TG0018", first, span)
    case .storeIDEmpty:
      return Diagnostic(
        code: "TG0001", headline: "the id of a product in a store is empty", span: span,
        label: "no purchase has this id",
        help: ["write the id that the store has, such as `\"com.app.pro.annual\"`"])
    case .meterTwice(let meter, let first):
      return twice("a product adds to `\(meter)` twice", "TG0018", first, span)
    case .windowOfSetting(let setting):
      return Diagnostic(
        code: "TG0108", headline: "`\(setting)` is a setting, and a setting has no windows",
        span: span, label: "is not counted", help: ["leave `per` and the window out"])
    case .currencyTwice(let currency, let first):
      return twice("a product has two prices in \(currency)", "TG0018", first, span)
    case .saleAgainstNoSale(let first):
      return Diagnostic(
        code: "TG0043", headline: "a product is both `for sale` and `not for sale`", span: span,
        label: "says the opposite of the other line",
        related: [.init(first, "the other line")], help: ["leave one of the two lines out"])
    case .givenTwice(let name, let first):
      return twice("`\(name)` is given twice", "TG0018", first, span)
    default: return reminderOrEffect(fault, span)
    }
  }

  private func twice(
    _ headline: String, _ code: String, _ first: Span, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: code, headline: headline, span: span, label: "the second time",
      related: [.init(first, "first here")], help: ["remove one of the two"])
  }

  private func reminderOrEffect(_ fault: ClauseMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .reminderWithoutLimit:
      return Diagnostic(
        code: "TG0019", headline: "a reminder needs a limit, and its rule has none", span: span,
        label: "its rule has no limit",
        help: ["move it below a rule such as `bills > 500 requires pro`"])
    case .reminderWithoutQuantity:
      return Diagnostic(
        code: "TG0019", headline: "a reminder needs a limit that is decided",
        span: span, label: "the limit of the rule is `undecided`",
        help: ["decide the limit first, or leave the reminder out"])
    case .reminderWithoutEnd:
      return Diagnostic(
        code: "TG0019", headline: "a reminder of an end needs a requirement, and its rule has none",
        span: span, label: "nobody has this for a time",
        help: ["move it below a rule such as `certificate requires pro`, or below a setting"])
    case .benefitOfSeveral:
      return Diagnostic(
        code: "TG0019", headline: "a benefit belongs to one name, and here are several", span: span,
        label: "whose benefit is it?", help: ["declare the name that it belongs to in its own line"]
      )
    case .offOnLimit(let isAre):
      let text = isAre ? "are not allowed" : "is not allowed"
      return Diagnostic(
        code: "TG0024", headline: "`\(written(span))` is written after a limit", span: span,
        label: "only a feature can be off",
        edits: [.init(span, text, safety: .safe, title: "write `\(text)`")])
    case .notAllowedOnFeature(let isAre):
      let text = isAre ? "are off" : "is off"
      return Diagnostic(
        code: "TG0024", headline: "`\(written(span))` is written after a feature", span: span,
        label: "only a limit can be `not allowed`",
        edits: [.init(span, text, safety: .safe, title: "write `\(text)`")])
    case .needsMeter(let part):
      return Diagnostic(
        code: "TG0019", headline: "`\(part)` is written about something that is not a meter",
        span: span,
        label: "only a meter has a quantity")
    case .stepWithoutLadder(let statement):
      return Diagnostic(
        code: "TG0019", headline: "a step does not belong under \(statement.words)", span: span,
        label: "a step belongs below a ladder or a setting",
        help: ["move it below a line such as `guests at most 10` or `setting history is 7 days`"])
    case .reminderOnAllowance:
      return Diagnostic(
        code: "TG0019", headline: "a reminder at a quantity needs a limit that is a quantity",
        span: span, label: "the limit of the rule is `allowance`",
        help: ["write a percentage, such as `reminder at 90%`"])
    case .reachesSeveral:
      return Diagnostic(
        code: "TG0019", headline: "`\(written(span))` is not the same value for all of them",
        span: span, label: "means something else for each of them",
        help: ["ask about each of them in a line of its own"])
    case .outcomeAfterIs(let words):
      return Diagnostic(
        code: "TG0019", headline: "`is` is written before an outcome", span: span,
        label: "only the value of a setting follows `is`",
        edits: [.init(words, " ", safety: .safe, title: "remove `is`")])
    case .valueOfSeveral:
      return Diagnostic(
        code: "TG0019", headline: "a value is expected of something that is not one setting",
        span: span, label: "name one setting here",
        help: ["ask about each setting in a line of its own"])
    case .untilOfFact(let name):
      return Diagnostic(
        code: "TG0019", headline: "`\(name)` is a fact, and a fact does not end", span: span,
        label: "only an entitlement or a product can end")
    default:
      return Diagnostic(code: "TG0019", headline: "this does not belong here", span: span)
    }
  }

  mutating func label(_ fault: LabelMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .placeholder(let name):
      return placeholder(name, span)
    case .locale(let tag):
      let folded = String(tag.map { $0 == "_" ? "-" : $0 })
      let isMended = folded != tag && LocaleTag.isWellFormed(folded)
      return Diagnostic(
        code: "TG0021", headline: "`\(tag)` is not a language tag", span: span,
        label: "write a tag such as `tr`, `zh-Hans` or `pt-BR`",
        edits: isMended
          ? [.init(span, folded, safety: .safe, title: "write `\(folded)`")]
          : commaBefore(span).map { [$0] } ?? [])
    case .localeTwice(let tag, let first):
      return Diagnostic(
        code: "TG0021", headline: "the language `\(tag)` is written twice in one label", span: span,
        label: "the second time", related: [.init(first, "first here")])
    }
  }

  /// In a list of declarations the word behind a text is rather the next name.
  private func commaBefore(_ span: Span) -> Diagnostic.Edit? {
    let line = source.text(source.lineSpan(at: span.start)).split(separator: " ")
    guard let first = line.first,
      ["features", "meters", "entitlements"].contains(where: { $0 == first })
    else { return nil }
    var end = span.start
    while end > 0, source.bytes[end - 1] == 0x20 { end -= 1 }
    return .init(Span(end, end), ",", safety: .unsafe, title: "write `,` before it")
  }

  private mutating func placeholder(_ name: String, _ span: Span) -> Diagnostic {
    let meant = Draft.placeholder(for: name)
    let names =
      Draft.placeholders.filter { $0 == meant } + Draft.placeholders.filter { $0 != meant }
    var diagnostic = Diagnostic(
      code: "TG0602", headline: "there is no placeholder `{\(name)}`", span: span,
      label: "people will see the braces",
      notes: ["placeholders: \(names.map { "{\($0)}" }.joined(separator: ", "))"])
    let inner = Span(span.start + 1, span.end - 1)
    if let meant {
      diagnostic.edits = [.init(inner, meant, safety: .unsafe, title: "write `\(meant)`")]
    } else {
      suggest(name, Draft.placeholders, "placeholder", inner, &diagnostic)
    }
    return diagnostic
  }
}
