/// Prices, offers and purchases as pages say them.
extension PageSentence {
  /// `…, at most 250`, `…, 1 to 99`, `…, at least 5, at most 75`: a price says only the least
  /// number.
  func mostSold() -> Diagnostic? {
    guard let most = amount(), let meter = match.pieces("w", pieces)?.last?.text else { return nil }
    let least = amount("Q")
    let beside: Set = [
      "at", "most", "up", "to", "max", "maximum", "of", "from", "between", "-", "–", "until",
      "..",
    ]
    var place = span(around: "q", with: beside)
    let joints = ["to", "-", "–", "until", ".."]
    let isRange = least != nil && pieces.contains { joints.contains($0.text) }
    if isRange, !pieces.contains(where: { $0.folded == "least" }) {
      place = span(around: "Q", with: ["from", "between"]).joined(place)
    }
    let end = match.holes.last { $0.letter == "w" }?.range.upperBound ?? pieces.count
    let price = text(span(0..<end))
    var help: [String] = []
    if let least, least.number != PlainNumber("1") {
      help.append("write `\(price), at least \(least.number.text())`")
    } else {
      help.append("write `\(price)`")
    }
    help.append(
      "a rule of its own says the most: `\(meter) > \(most.number.text()) is not allowed` for all "
        + "plans, or `for sale when \(meter) <= \(most.number.text())` below this product")
    return finding(
      "`\(text(place))` cannot be said of a price", at: place,
      "a price says only how many are bought at least", help: help)
  }

  /// `price on request for each of members`: nothing is counted where the price is open.
  func onRequest() -> Diagnostic? {
    let typed = match.pieces("w", pieces)?.last?.text ?? "seats"
    let name = known.name(for: typed) ?? typed
    let count = Self.one(of: name) + "-count"
    let first = (match.words.first { $0 > 2 } ?? 3)
    return finding(
      "a price on request is for no number of `\(name)`", at: span(first..<pieces.count),
      "how many are sold is agreed, too",
      help: [
        "write `price on request`",
        "how many there are is then a fact that the app reports: `fact \(count) is a number`, and "
          + "each step names it, such as `10 for each of \(count) with \(granted)`",
      ])
  }

  /// `introductory price 50% off for 3 months`: a price is an amount.
  func share() -> Diagnostic? {
    let written = words("q")
    guard let first = written.first,
      first.text.utf8.last == 0x25 || written.count == 2 && written[1].text == "%",
      let share = PlainNumber(String(first.text.prefix { $0.isNumber || $0 == "." })),
      let hundred = PlainNumber("100"), let left = hundred - share
    else { return nil }
    let place = span(around: "q", with: ["off", "discount", "less", "cheaper", "rebate"])
    let rest = words("x").drop { ["for", "the", "first", "during"].contains($0.folded) }.prefix(2)
    let isOne = rest.first.map { !$0.isNumber } ?? false
    let length = isOne ? "1 " + (rest.first?.text ?? "") : Array(rest).sentence
    let time = rest.isEmpty ? "" : " for " + length
    let own = price(among: beside)
    var help = "write the amount itself, such as `introductory price 5 USD per month\(time)`"
    if let own, let amounts = reduced(own, to: left) {
      var period = ""
      switch own.period {
      case .per(let name): period = " per \(name.text)"
      case .perMany(let literal): period = " per \(text(literal.span))"
      case .once, nil: return nil
      }
      help = "write the amount itself: `introductory price \(amounts.text)\(period)\(time)`"
      if !amounts.isExact { help += ", rounded" }
    }
    return finding(
      "`\(text(place))` is a share, and no amount", at: place, "the language does not calculate",
      help: [help])
  }

  /// The rest of each amount of a price.
  private func reduced(
    _ price: PriceSyntax, to left: PlainNumber
  ) -> (text: String, isExact: Bool)? {
    var texts: [String] = []
    var isExact = true
    for amount in price.amounts {
      guard let plain = PlainAmount(amount), let percent = PlainNumber("0.01"),
        let product = plain.number * left, let exact = product * percent
      else { return nil }
      let decimals = Currencies.decimals(of: plain.unit)
      let (number, isWhole) = exact.rounded(to: decimals)
      isExact = isExact && isWhole
      texts.append("\(number.text(decimals: decimals)) \(plain.unit)")
    }
    return texts.isEmpty ? nil : (texts.joined(separator: " or "), isExact)
  }

  /// `introductory price … until 2025-02-01`: an offer with an end is a product of its own.
  func offerUntil() -> Diagnostic? {
    guard let date = words("i").first, date.isNumber, words("i").count == 1,
      let word = match.words.last
    else { return nil }
    let place = pieces[word].span.joined(date.span)
    let kept = pieces[word].folded == "from" ? "from" : "until"
    return finding(
      "`\(text(place))` cannot be said of an introductory price", at: place,
      "each customer is offered it once, whenever they come",
      help: [
        "an offer for some days is a product of its own, with this price as its `price` and "
          + "`for sale \(kept) \(date.text)`"
      ])
  }

  /// `for sale in us, ca`: where somebody is, is a fact.
  func saleIn() -> Diagnostic? {
    var names: [String] = []
    for piece in words("x") {
      if [",", "and", "or", "&"].contains(piece.folded) { continue }
      guard piece.isPlainName, known.kind(of: piece.text) == nil else { return nil }
      names.append(piece.text)
    }
    guard let first = names.first, let place = match.words.first(where: { $0 > 1 }) else {
      return nil
    }
    let facts = Set(names.map { known.choices[$0] ?? "" })
    let whole = span(place..<pieces.count)
    if facts.count == 1, let fact = facts.first, !fact.isEmpty {
      let condition =
        names.count == 1
        ? "\(fact) is \(first)" : "\(fact) is one of \(names.joined(separator: ", "))"
      return finding(
        "`\(text(whole))` names values, and not their fact", at: whole,
        "these are values of `\(fact)`",
        edits: edit(span(pieces.indices), "for sale when \(condition)"))
    }
    let isPlace = pieces.contains { $0.folded == "in" }
    guard isPlace, names.count > 1 else { return nil }
    let list = names.joined(separator: ", ")
    let declared = fact("country") == nil ? "`fact country is \(list) or anything else`" : nil
    return finding(
      "`\(text(whole))` names values, and not their fact", at: whole,
      "where somebody is, is a fact that the app reports",
      help: [
        "write " + (declared ?? "`\(list)` into the values of `country`")
          + ", and below the product `for sale when country is one of \(list)`"
      ])
  }

  /// `trial 14 days for new customers`: who is offered a trial.
  func trialFor() -> Diagnostic? {
    guard let last = words("q").last,
      let start = pieces.firstIndex(where: { $0.span == last.span }), start + 1 < pieces.count
    else { return nil }
    let place = span(start + 1..<pieces.count)
    let said = words("x").map { $0.folded }
    let isOnce =
      said.isEmpty || match.words.contains { ["once", "only"].contains(pieces[$0].folded) }
      || said.contains { ["new", "first", "first-time", "once", "never"].contains($0) }
    if isOnce {
      return finding(
        "`\(text(place).shortened())` is not needed here", at: place,
        "each customer is offered a trial once", edits: without(place))
    }
    let who = OtherFact.all(in: words("x"), at: 0, known).first { $0.count == words("x").count }
    guard let condition = who?.condition else { return nil }
    return finding(
      "`\(text(place).shortened())` cannot be said of a trial", at: place,
      "a trial is offered to all who may buy the product",
      help: [
        "a trial for some of them is a product of its own, with `for sale when \(condition)`"
      ])
  }

  /// `expires after 12 months`, `valid for 12 months` below what is bought once.
  func expires() -> Diagnostic? {
    let pack = beside.lazy.compactMap { clause -> String? in
      if case .addsPack(_, let meter) = clause.kind { meter.text } else { nil }
    }.first
    let own = price(among: beside)
    let isOnce = if case .once = own?.period { true } else { false }
    guard pack != nil || isOnce else { return nil }
    let place = span(pieces.indices)
    let help =
      pack.map {
        "leave the line out: the app keeps what is left of `\($0)`, and takes it away when the "
          + "time is over"
      } ?? "leave the line out: the store or the app reports when each purchase ends"
    return finding(
      "`\(text(place).shortened())` cannot be said of what is bought once", at: place,
      "the policy has no length of such a purchase", help: [help])
  }

  /// `price 36 USD for 3 months`, `price 36 USD once for 3 months`: a purchase that ends by itself.
  func ends() -> Diagnostic? {
    guard let length = amount("Q"),
      ["week", "month", "year"].contains(Self.one(of: length.unit)) || Self.unit(length.unit) != nil
    else { return nil }
    let money = "price \(said("q")) \(said("C"))"
    let last = words("Q").last ?? pieces[0]
    let isOnce = pieces.contains { $0.folded == "once" }
    let first = match.words.last ?? 0
    let place = pieces[first].span.joined(last.span)
    var help: [String] = []
    if !isOnce, ["week", "month", "year"].contains(Self.one(of: length.unit)) {
      let period =
        length.number == PlainNumber("1") ? Self.one(of: length.unit) : said("Q")
      help.append("if it renews, write `\(money) per \(period)`")
    }
    help.append(
      "if it ends by itself, write `\(money) once`: the store or the app reports when it ends")
    return finding(
      "`\(text(place))` cannot be said of a price", at: place,
      "a price renews, or is paid once and does not end", help: help)
  }

  /// `price 7 INR per day`: a pass is bought once.
  func pass() -> Diagnostic? {
    guard code == "TG0101", let unit = pieces.last, pieces.count > 2 else { return nil }
    let money = text(span(0..<pieces.count - 2))
    var one = finding(
      "there is no period called `\(unit.text)`", at: unit.span,
      "a price renews each week, month or year",
      help: [
        "a pass for a \(unit.text) is bought once: write `\(money) once`, and let the store or "
          + "the app report when it ends"
      ])
    one.code = code
    return one
  }

  /// `refund within 3 days`: what is given back.
  func refund() -> Diagnostic? {
    let place = span(pieces.indices)
    return finding(
      "`\(text(place).shortened())` is not for a policy to say", at: place,
      "the store or the app decides what is paid back",
      help: [
        "leave the line out: a purchase that was paid back is reported as `refunded`, and then "
          + "gives nothing"
      ])
  }
}
