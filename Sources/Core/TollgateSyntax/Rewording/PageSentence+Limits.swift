/// Steps and limits as pages say them.
extension PageSentence {
  /// The thing that a line below the one of everybody says: a limit, or a value.
  private var thing: String { isBelowSetting ? "value" : "limit" }

  /// `10 more with pro`: a step is the whole limit.
  func more() -> Diagnostic? {
    guard let amount = amount(), subject != nil else { return nil }
    let beside: Set = [
      "more", "extra", "additional", "another", "+", "plus", "on", "top",
    ]
    let place = span(around: "q", with: beside)
    let who = words("r").isEmpty ? said("e") : said("r")
    var help = "write the whole \(thing) in the step, and not what comes on top"
    if let base, base.unit == amount.unit, let sum = base.number + amount.number {
      help =
        "write the whole \(thing): `\(base.with(sum)) with \(who)` is \(amount.text) more than "
        + "the \(base.text) of everybody"
    }
    return finding(
      "`\(text(place).shortened())` is not the whole \(thing)", at: place,
      "a step is the whole \(thing), and adds nothing", help: [help])
  }

  /// `5 times as many with pro`, `5x with pro`, `double with pro`: the language does not calculate.
  func times() -> Diagnostic? {
    guard let (factor, isHalf) = factor, let subject, let who = match.pieces("r", pieces)?.first
    else { return nil }
    let end = pieces.firstIndex { $0.span == who.span } ?? pieces.count
    let place = span(0..<max(1, end - 1))
    var help = "write the number itself: a step is the whole \(thing)"
    let other = said("x").isEmpty ? nil : words("x").first { known.isEntitlement($0.text) }
    if let from = other.map({ step(of: $0.text) }) ?? base.map({ $0 }) {
      let product = isHalf ? from.number.contained(factor) : from.number * factor
      let whose = other.map { "`\($0.text)`" } ?? "everybody"
      let part = isHalf ? "half of" : "\(factor.text()) times"
      if let product, product.isWhole || !from.unit.isEmpty {
        help =
          "write the number: `\(from.with(product)) with \(said("r"))` is \(part) the "
          + "\(from.text) of \(whose)"
      }
    }
    return finding(
      "`\(text(place).shortened())` is a calculation, and no \(thing) of `\(subject)`",
      at: place, "the language does not calculate", help: [help])
  }

  /// How many times; whether it is that part of it.
  private var factor: (PlainNumber, isPart: Bool)? {
    for word in pieces.prefix(while: { $0.folded != "with" }) {
      switch word.folded {
      case "double", "twice": return PlainNumber("2").map { ($0, false) }
      case "half": return PlainNumber("2").map { ($0, true) }
      case "triple", "thrice": return PlainNumber("3").map { ($0, false) }
      case "quadruple": return PlainNumber("4").map { ($0, false) }
      default: continue
      }
    }
    guard let amount = amount() else { return nil }
    let isSaid = pieces.contains { ["times", "x", "×", "fold"].contains($0.folded) }
    let isSign = ["x", "×", "times", "fold"].contains(amount.unit.lowercased())
    return isSign || isSaid && amount.unit.isEmpty ? (amount.number, false) : nil
  }

  /// The amount of the step that requires a name alone.
  private func step(of name: String) -> PlainAmount? {
    for step in steps {
      if case .name(let required) = step.requirement, required.text == name,
        case .literal(let value) = step.value
      {
        return PlainAmount(value)
      }
    }
    return nil
  }

  /// `seats at least 5 with pro`: the least number is what is sold.
  func least() -> Diagnostic? {
    guard let amount = amount() else { return nil }
    var meter = said("k")
    if meter.isEmpty {
      // `at least 5 seats`, of a meter that nobody has declared by this name.
      guard KnownNames.isPerson(said("u")) else { return nil }
      meter = price(among: beside)?.each?.text ?? known.name(for: said("u")) ?? said("u")
    }
    let who = words("e").isEmpty ? said("g") : said("e")
    let product = known.products.first { !who.isEmpty && known.granted[$0] == who } ?? product
    let own = product.flatMap { price(of: $0) }.flatMap { written($0) }
    let place = span(around: "q", with: ["at", "least", "minimum", "min", "of", "is", ":", "from"])
    guard amount.unit.isEmpty || known.name(for: amount.unit) != nil else {
      let step = who.isEmpty ? amount.text : "\(amount.text) with \(who)"
      return finding(
        "`\(text(place))` is no limit of `\(meter)`", at: place,
        "a limit is the most that somebody may use",
        help: ["write the most that they have: `\(step)` below `\(meter) at most …`"])
    }
    let sold = "price \(own ?? "8 USD per month") for each of \(meter)"
    var help = [
      "the product says the least number that is bought: "
        + "`\(sold), at least \(amount.number.text())`"
    ]
    if !who.isEmpty, !KnownNames.isPerson(meter) {
      help.append(
        "if `\(who)` is needed from there on, write "
          + "`\(meter) >= \(amount.number.text()) requires \(who)`")
    }
    return finding(
      "`\(text(place))` is no limit of `\(meter)`", at: place,
      "a limit is the most that somebody may use", help: help)
  }

  /// `reminder at 15 min before the limit`: a reminder says what is used by then.
  func lead() -> Diagnostic? {
    guard case .rule(let rule) = above?.kind, case .comparison(let limit) = rule.subject else {
      return nil
    }
    var left = amount()
    if left == nil, let number = words("Q").first, let unit = words("u").first {
      // `10 left` alone is an amount of the meter, and has an offer of its own.
      guard Self.isTime(unit.folded) || Self.isSize(unit.folded) else { return nil }
      left = PlainAmount([number, unit])
    }
    guard let left else { return nil }
    let start = match.holes.first { $0.letter == "q" || $0.letter == "Q" }?.range.lowerBound ?? 0
    let end = words("x").first.flatMap { first in pieces.firstIndex { $0.span == first.span } }
    let place = span(start..<(end ?? pieces.count))
    let rest = words("x").isEmpty ? "" : " " + text(span((end ?? 0)..<pieces.count))
    var help = ["write what is used by then, or a share of the limit: `reminder at 90%\(rest)`"]
    var edits: [Diagnostic.Edit] = []
    if case .literal(let literal) = limit.quantity, let most = PlainAmount(literal),
      let used = used(left, before: most, of: limit.meter.text)
    {
      let line = "reminder at \(used)\(rest)"
      help = []
      if steps.isEmpty {
        edits = edit(span(pieces.indices), line)
      } else {
        help = [
          "write what is used by then: `\(line)`, of the \(most.text) of everybody",
          "a share fits every step: `reminder at 90%\(rest)`",
        ]
      }
    }
    return finding(
      "`\(text(place).shortened())` is counted from the wrong end", at: place,
      "a reminder says how much is used", help: help, edits: edits)
  }

  /// The amount that is used when so much is left.
  private func used(_ left: PlainAmount, before most: PlainAmount, of meter: String) -> String? {
    let unit = self.unit(ofMeter: meter)
    if left.unit == most.unit || left.unit == meter || known.name(for: left.unit) == meter {
      return (most.number - left.number).map { most.with($0) }
    }
    // `60` of a meter in minutes is `60 min`.
    let isOwn = most.unit.isEmpty && unit != nil && unit == Self.unit(left.unit)
    return isOwn ? (most.number - left.number).map { left.with($0) } : nil
  }

  /// The word that a meter is declared with, for a unit of time.
  static func unit(_ word: String) -> String? {
    switch word.lowercased() {
    case "s", "sec", "secs", "second", "seconds": "seconds"
    case "m", "min", "mins", "minute", "minutes": "minutes"
    case "h", "hour", "hours": "hours"
    case "d", "day", "days": "days"
    default: nil
    }
  }

  private static func isTime(_ word: String) -> Bool {
    unit(word) != nil || word == "week" || word == "weeks"
  }

  private static func isSize(_ word: String) -> Bool {
    switch word {
    case "b", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "byte", "bytes": true
    default: false
    }
  }

  /// `custom with enterprise`, `on request with enterprise`, `allowance with enterprise`: what is
  /// agreed with each customer is no step.
  func agreed() -> Diagnostic? {
    guard let subject, let who = match.pieces("r", pieces)?.first else { return nil }
    let end = pieces.firstIndex { $0.span == who.span } ?? pieces.count
    let place = span(0..<max(1, end - 1))
    let words = text(place).shortened()
    let headline =
      words == "allowance"
      ? "a step cannot be `allowance`" : "`\(words)` is not a \(thing) of `\(subject)`"
    let label = "a step is the same for all who meet it"
    guard let limit = ladder else {
      let least = base.map { $0.text } ?? "30 days"
      return finding(
        headline, at: place, label,
        help: [
          "what is agreed with one customer is an allowance that the server reports; it is added "
            + "to a step such as `\(least) with \(said("r"))`"
        ])
    }
    let free = steps.filter { if case .unlimited = $0.value { true } else { false } }
      .map { text($0.requirement.span) }
    let effect = free.isEmpty ? "is not allowed" : "requires \(free.joined(separator: " or "))"
    let most = (greatest?.text ?? "250") + written(limit.window)
    let rule = "\(subject) > allowance otherwise \(most) \(effect)"
    var help = [
      "what is agreed with one customer is an allowance that the server reports: write "
        + "`unlimited with \(said("r"))` here, and as a rule of its own `\(rule)`"
    ]
    if greatest == nil { help.append("write the greatest limit of the others for `250`") }
    return finding(headline, at: place, label, help: help)
  }

  /// The greatest limit that somebody has by its steps: who has no number of their own may have as
  /// much, since less would take it away from others. Nil where the amounts cannot be compared.
  private var greatest: PlainAmount? {
    guard var most = base else { return nil }
    for step in steps {
      switch step.value {
      case .literal(let literal):
        guard let amount = PlainAmount(literal), let (one, other) = most.sizes(beside: amount),
          let isLess = one.isLess(than: other)
        else { return nil }
        if isLess { most = amount }
      case .unlimited: break
      default: return nil
      }
    }
    return most
  }

  /// `80 per 3 hours with pro` below a limit with another window.
  func ownWindow() -> Diagnostic? {
    guard let limit = ladder, let amount = amount() else { return nil }
    let own = words("w").isEmpty ? words("Q") : words("w")
    guard let first = own.first, let last = own.last,
      let per = pieces.firstIndex(where: { $0.folded == "per" })
    else { return nil }
    let window = " per " + text(first.span.joined(last.span))
    let place = pieces[per].span.joined(last.span)
    let headline = "a step has no window of its own"
    if window == written(limit.window) {
      return finding(
        headline, at: place, "the window of the first line counts for all steps",
        help: ["write `\(amount.text) with \(said("r"))`"])
    }
    guard Self.seconds(own) != nil else { return nil }
    var help =
      "write `unlimited with \(said("r"))` here, and a ladder of its own: "
      + "`\(limit.meter.text) at most \(amount.text)\(window)`"
    if mayBind(amount, own, others: limit) {
      help += ", and below it `unlimited with not \(said("r"))`"
    }
    return finding(headline, at: place, "the window is that of the first line", help: [help])
  }

  /// Whether a limit for everybody would also stop those who have only the one above.
  private func mayBind(
    _ amount: PlainAmount, _ window: [Piece], others limit: ComparisonSyntax
  ) -> Bool {
    guard let base, base.unit == amount.unit, let isMore = base.number.isLess(than: amount.number),
      isMore, let length = Self.seconds(window)
    else { return true }
    guard let other = limit.window else { return false }
    // Two windows of one length may share a part of the other one.
    guard let twice = base.number + base.number, amount.number.isLess(than: twice) == false else {
      return true
    }
    return Self.seconds(text(other.span)) ?? 0 < length
  }

  private static func seconds(_ window: [Piece]) -> Int64? { seconds(window.sentence) }

  /// How long a window is, about.
  private static func seconds(_ window: String) -> Int64? {
    let parts = window.split(separator: " ")
    guard let word = parts.last, parts.count <= 2,
      let count = parts.count == 1 ? 1 : Int64(parts[0])
    else { return nil }
    let known = MeasureUnit(String(word))
    let months = MeasureUnit.months(of: String(word))
    guard let unit = months.map({ $0 * 2_592_000 }) ?? known?.scale, known?.isTime ?? true else {
      return nil
    }
    return count < 10_000 ? count * unit : nil
  }
}
