/// Uses that take or give, amounts of money, and amounts for each of something.
extension PageSentence {
  /// `practice gives 1 heart`, `gives 5 hearts`: a use only takes.
  func gives() -> Diagnostic? {
    guard let meter = match.pieces("k", pieces)?.sentence, !meter.isEmpty else { return nil }
    let verb = match.words.first ?? 0
    return finding(
      "`\(pieces[verb].text)` cannot be said of a use", at: pieces[verb].span,
      "a use takes from meters, and never gives",
      help: [
        "the app gives `\(meter)` itself: it refunds an earlier use, or raises their allowance",
        "what comes back with time is `refills 1 every 5h` below the meter",
      ])
  }

  /// `uses 1.25 premium`: an amount is whole.
  func fraction() -> Diagnostic? {
    guard let amount = amount(), !amount.number.isWhole, code == "TG0007",
      let whole = amount.number * amount.number.parts
    else { return nil }
    let place = words("q")[0].span
    let parts = amount.number.parts.text()
    let unit = words("k").first ?? words("q").dropFirst().first ?? words("x").first
    let meter = unit.flatMap { known.name(for: $0.text) } ?? unit?.text ?? "credits"
    return finding(
      "`\(words("q")[0].text)` is not a whole number", at: place, "a use takes a whole amount",
      help: [
        "count smaller parts: write `\(whole.text())` here, and \(parts) times as much in each "
          + "other amount and limit of `\(meter)`"
      ])
  }

  /// `phone at most 100 USD`, `100 USD with pro`: a meter counts no money.
  func money() -> Diagnostic? {
    guard let (number, currency, place) = money(from: 0), match.holes.first?.letter != "w",
      subject != nil || !words("k").isEmpty
    else { return nil }
    let meter = words("k").isEmpty ? subject ?? "" : said("k")
    guard !isBelowSetting, let amount = PlainNumber(number) else { return nil }
    var cents = amount
    for _ in 0..<Currencies.decimals(of: currency) {
      guard let ten = PlainNumber("10"), let more = cents * ten else { return nil }
      cents = more
    }
    guard cents.isWhole else { return nil }
    let isSmall = Currencies.decimals(of: currency) > 0
    return finding(
      "`\(text(place))` is money, and `\(meter)` is a number", at: place,
      "a meter counts no money",
      help: [
        isSmall
          ? "let `\(meter)` count the smallest part of it, such as cents: write `\(cents.text())`"
          : "let `\(meter)` count how many \(currency) it is: write `\(cents.text())`"
      ])
  }

  /// The first amount of money: its number, its currency and its place.
  private func money(from start: Int) -> (number: String, currency: String, span: Span)? {
    for index in pieces.indices.dropFirst(start) {
      let piece = pieces[index]
      if piece.isNumber, index + 1 < pieces.count, Currencies.contains(pieces[index + 1].text) {
        return (piece.text, pieces[index + 1].text, span(index..<index + 2))
      }
      if ["$", "€", "£"].contains(piece.text), index + 1 < pieces.count,
        pieces[index + 1].isNumber, let code = Parser.currency(of: piece.text)
      {
        return (pieces[index + 1].text, code, span(index..<index + 2))
      }
    }
    return nil
  }

  /// `phone at most budget`, `phone at most budget USD`: a limit of each person is a number fact.
  func ownLimit() -> Diagnostic? {
    guard let name = words("w").first, name.isPlainName, !name.isNew else { return nil }
    let currency = words("C").first?.text
    guard currency.map({ Currencies.contains($0) }) ?? true else { return nil }
    guard isNumberFact(name.text) || currency != nil && known.isFree(name.text) else { return nil }
    let last = words("C").last ?? name
    let place = name.span.joined(last.span)
    var count = "1"
    for _ in 0..<(currency.map { Currencies.decimals(of: $0) } ?? 0) { count += "0" }
    let amount = "\(count) for each of \(name.text)"
    if isNumberFact(name.text), currency == nil {
      return finding(
        "`\(name.text)` is a fact, and no amount", at: place, "an amount begins with a number",
        edits: edit(place, amount))
    }
    let declares = known.isFree(name.text) ? "`fact \(name.text) is a number`, and then " : ""
    return finding(
      "`\(text(place))` is no amount of a meter", at: place, "a meter counts no money",
      help: [
        "what each person chooses is a number fact, and money is counted in its smallest part: "
          + "write \(declares)`\(amount)`"
      ])
  }

  /// `1 GB for each of friends with pro, at most 16 GB`: such an amount has no cap.
  func ceiling() -> Diagnostic? {
    guard let each = amount("q"), let most = amount("Q") else { return nil }
    let name = said("w")
    let place = span(around: "Q", with: ["at", "most", "up", "to", "max", "maximum", ","])
    let start = pieces.first { $0.span.start >= place.start && $0.text != "," }?.span.start
    let words = Span(start ?? place.start, place.end)
    var help = "let the app report no more of `\(name)` than count"
    if each.unit == most.unit, let count = most.number.contained(each.number) {
      help = "let the app report at most \(count.text()) of `\(name)`, which is \(most.text)"
    }
    let isBought = !isNumberFact(name)
    if isBought { help = "leave it out: all that is bought counts, without a cap" }
    return finding(
      "`\(text(words))` cannot be said of an amount for each of something", at: words,
      "an amount for each of something has no cap", help: [help])
  }

  /// `15 TB and 5 TB for each of users`: amounts are not added up.
  func sum() -> Diagnostic? {
    guard let fixed = amount("q"), let each = amount("Q") else { return nil }
    let name = said("w")
    let meter = words("k").isEmpty ? subject ?? "" : said("k")
    let range = match.holes.filter { $0.letter == "q" || $0.letter == "Q" || $0.letter == "w" }
    let first = range.map { $0.range.lowerBound }.min() ?? 0
    let last = range.map { $0.range.upperBound }.max() ?? pieces.count
    let place = span(first..<last)
    var help = [
      "write the part for each: `\(each.text) for each of \(name)`"
    ]
    if isNumberFact(name), !words("r").isEmpty {
      help[0] =
        "write `\(each.text) for each of \(name) with \(said("r"))`, and below the product that "
        + "grants it `adds \(fixed.text) to \(meter)`"
    } else {
      help.append("a fixed part beside it cannot be said where `\(name)` are bought")
    }
    return finding(
      "`\(text(place).shortened())` is more than one amount", at: place,
      "amounts are not added up", help: help)
  }

  /// `unused does not roll over`: nothing does by itself.
  func carries() -> Diagnostic? {
    let place = span(pieces.indices)
    return finding(
      "`\(text(place).shortened())` is not needed here", at: place,
      "nothing rolls over by itself", help: ["leave the line out"])
  }

  /// `then …, at most 5 USD per month`: the window of the limit counts.
  func mostBeyond() -> Diagnostic? {
    guard case .rule(let rule) = above?.kind, case .comparison(let limit) = rule.subject,
      let per = match.holes.last(where: { $0.letter == "y" })?.range, per.lowerBound > 0
    else { return nil }
    let place = span(per.lowerBound - 1..<per.upperBound)
    let window = limit.window.map { text($0.span) }
    guard window == nil || window == said("y") else {
      return finding(
        "`\(text(place))` is another window than that of the limit", at: place,
        "what goes beyond a limit is counted in its window",
        help: ["write the most that it may be \(written(limit.window).trimmedAtStart())"])
    }
    return finding(
      "`\(text(place))` is not needed here", at: place,
      window == nil ? "the price says its period" : "the limit says its window",
      edits: without(place))
  }

  /// `then …, at most budget USD`: a limit of spending that each customer sets.
  func ownBeyond() -> Diagnostic? {
    guard let name = words("w").first, name.isPlainName else { return nil }
    let last = words("C").last ?? name
    let place = name.span.joined(last.span)
    return finding(
      "`\(text(place))` cannot be the most that somebody pays", at: place,
      "it is one amount for everybody",
      help: [
        "write the most for everybody: `at most 40 USD`; what a customer chooses is for the app to "
          + "keep to"
      ])
  }
}

/// Words that mean something anywhere in a line.
extension PageSentence {
  func anywhere() -> Diagnostic? { unitForMeter() ?? billingPeriod() ?? ago() }

  /// `uses 1 minute` of a meter `minutes`: the word is a unit of the language.
  private func unitForMeter() -> Diagnostic? {
    let isBelowUses = if case .uses = above?.kind { true } else { false }
    guard isBelowUses || pieces.contains(where: { $0.text == "uses" || $0.text == "use" }) else {
      return nil
    }
    var line = pieces
    var first: Int?
    for index in pieces.indices.dropLast() where pieces[index].text.isDigits {
      let word = pieces[index + 1]
      let isSaid = index + 2 < pieces.count && pieces[index + 2].text == "of"
      guard !isSaid, let unit = Self.unit(word.folded), word.folded.utf8.count > 3,
        let name = known.name(for: word.folded), known.isMeter(name),
        index == 0 || pieces[index - 1].folded != "each"
      else { continue }
      first = first ?? index
      // What the meter counts is written in its unit; of another one `2` alone is an amount.
      let isOwn = self.unit(ofMeter: name) == unit
      let short = isOwn ? Self.short(unit, isOne: pieces[index].text == "1") + " " : ""
      line[index + 1] = Piece(text: "\(short)of \(name)", span: word.span, isNew: true)
    }
    guard let first else { return nil }
    let word = pieces[first + 1]
    let name = known.name(for: word.folded) ?? word.text
    return finding(
      "`\(pieces[first].text) \(word.text)` is a time, and says no meter",
      at: pieces[first].span.joined(word.span), "`\(word.text)` is a unit here",
      edits: edit(
        span(pieces.indices), line.sentence,
        title: "write `\(pieces[first].text) \(line[first + 1].text)`: an amount of `\(name)`"))
  }

  /// A unit of time as it is written behind a number.
  private static func short(_ unit: String, isOne: Bool) -> String {
    switch unit {
    case "seconds": "s"
    case "minutes": "min"
    case "hours": "h"
    default: isOne ? "day" : "days"
    }
  }

  /// `per billing period`: months that begin with the subscription.
  private func billingPeriod() -> Diagnostic? {
    for index in pieces.indices.dropLast()
    where ["per", "each", "every", "a"].contains(pieces[index].folded) {
      var last = index + 1
      switch pieces[last].folded {
      case "billing", "subscription", "payment", "invoice", "renewal":
        guard last + 1 < pieces.count else { continue }
        last += 1
      default: break
      }
      switch pieces[last].folded {
      case "period", "cycle": break
      case "billing-period", "billing-cycle": break
      default: continue
      }
      let place = span(index..<last + 1)
      guard let meter = pieces.first(where: { known.isMeter($0.text) })?.text ?? subject else {
        return nil
      }
      return finding(
        "`\(text(place))` is not a window of the language", at: place,
        "a window is a length of time, such as `month`",
        help: [
          "write `per month`, and below `meter \(meter)` the line "
            + "`windows follow the subscription`: its months begin when the subscription does"
        ])
    }
    return nil
  }

  /// `when joined since 4 years ago`: a time is counted from a fact.
  private func ago() -> Diagnostic? {
    guard let place = pieces.firstIndex(where: { $0.folded == "ago" }), place > 4,
      pieces[place - 2].text.isDigits, let fact = fact(pieces[place - 4].text),
      case .date = fact.type
    else { return nil }
    let name = fact.declaration.name.text
    var isUntil: Bool
    switch pieces[place - 3].folded {
    case "since", "after", ">=", ">", "within": isUntil = true
    case "before", "<", "<=": isUntil = false
    default: return nil
    }
    let before = pieces[place - 5].folded
    if before == "unless" { isUntil.toggle() }
    let from = isUntil ? "until" : "from"
    let whole = span(place - 4..<place + 1)
    let length = "\(pieces[place - 2].text) \(pieces[place - 1].text)"
    let time = "\(from) \(length) after \(name)"
    let headline = "`\(text(span(place - 2..<place + 1)))` is not a date"
    let label = "a time is counted from a date that the app reports"
    let isLast = place + 1 == pieces.count
    // Beside a condition it is said with `and`, and of nothing that must not be.
    let others = Set(pieces[..<(place - 5)].map { $0.folded })
    let isAlone = others.isDisjoint(with: [from, "or", "unless", "not", "("])
    guard isLast, isAlone, ["and", "when", "unless"].contains(before) else {
      return finding(
        headline, at: span(place - 2..<place + 1), label,
        help: [
          "a time is no part of a condition: it stands behind it, as in "
            + "`until \(length) after \(name)`, and both must be true"
        ])
    }
    let start = pieces[place - 5].span.start
    let line = policy.source.text(Span(pieces[0].span.start, start)) + time
    return finding(
      headline, at: span(place - 2..<place + 1), label,
      edits: edit(Span(start, whole.end), time, title: "write `\(line)`"))
  }
}
