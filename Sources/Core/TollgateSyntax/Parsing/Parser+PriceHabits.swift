/// Prices as price lists write them.
extension Parser {
  /// Reports a price in another form, such as `$8/month`, with the form of the language. Says
  /// whether it did.
  mutating func failPriceHabit() -> Bool {
    guard let current else { return false }
    if current.kind == .name, current.word != .on {
      let text = source.text(place)
      let isCode = Self.currency(of: text) != nil || Self.isCurrencyCode(text)
      guard isCode, peek()?.kind == .numeral else {
        guard current.word == nil else { return false }
        fail(.worded(.priceWord(source.text(place).shortened(), place)))
        return true
      }
    }
    var form = PriceForm()
    for place in index..<end { form.take(reader.lexemes[place], source) }
    guard let fault = form.fault, !form.isUnclear else { return false }
    let meant = form.meant
    // Where it is not clear, only a sign is certainly wrong.
    guard !meant.isEmpty || source.text(fault) == "/" || source.bytes[fault.start] == 0x24 else {
      return false
    }
    let line = place.joined(span(at: end - 1))
    fail(
      .worded(
        .priceForm("`\(source.text(fault).shortened())`", fault, meant: meant, line: line)))
    return true
  }

  /// Reports `billed annually`, `billed monthly`, `billed every quarter`. Says whether it did.
  mutating func failBillingHabit() -> Bool {
    guard let current, current.kind == .name, source.text(place) != "yearly" else { return false }
    let first = source.text(place)
    var span = place
    var words = first
    if first == "every" || first == "each" || first == "per" || first == "a", let next = peek() {
      guard next.kind == .name else { return false }
      span = place.joined(next.span)
      words = source.text(next.span)
    }
    let meant: String
    switch words {
    case "year", "annually", "annual", "yearly": meant = "yearly"
    case "quarter", "quarterly": meant = "every 3 months"
    case "month", "monthly": meant = ""
    default: return false
    }
    fail(
      .worded(.billingWord(source.text(span), span, meant: meant, from: self.span(at: index - 1))))
    return true
  }

  /// Reports `for the first 3 months`, `for the first year` and `for each of seats`. Says whether
  /// it did.
  mutating func failIntroductionHabit() -> Bool {
    if current?.word == .each, index > 0 {
      let meter = span(at: index - 1).joined(span(at: min(index + 2, end - 1)))
      fail(.worded(.introductionEach(source.text(meter), meter)))
      return true
    }
    guard isPlainName, source.text(place) == "the" || source.text(place) == "first" else {
      return false
    }
    var last = index
    while last + 1 < end, reader.lexemes[last + 1].kind == .name { last += 1 }
    if last + 1 < end {
      let span = place.joined(span(at: last))
      fail(.worded(.extraWord(source.text(span), span)))
    } else {
      let span = place.joined(span(at: last))
      let unit = source.text(self.span(at: last))
      fail(.worded(.firstPeriod(source.text(span), span, unit: unit)))
    }
    return true
  }

  /// The code of a currency by its sign or its name; nil for any other text.
  static func currency(of text: String) -> String? {
    switch text.lowercased() {
    case "$", "usd", "dollar", "dollars": "USD"
    case "€", "eur", "euro", "euros": "EUR"
    case "£", "gbp", "pounds": "GBP"
    case "cny", "rmb", "yuan", "元", "¥", "￥": "CNY"
    default: nil
    }
  }

  /// Whether a text has the form of a currency code.
  static func isCurrencyCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
  }
}

/// The parts of a price, however it is written.
private struct PriceForm {
  /// Amounts with their currencies; the last one may lack either.
  private var amounts: [(amount: String?, currency: String?)] = [(nil, nil)]
  private var period: String?
  private var each: String?
  /// The first piece that the language writes otherwise.
  private(set) var fault: Span?
  /// Whether it says more than can be told.
  private(set) var isUnclear = false
  private var isAfterPer = false
  private var isAfterComma = false

  /// The price in the form of the language, in each way in which its amounts can be read; none if
  /// it is not clear.
  var meant: [String] {
    guard !isUnclear, let period else { return [] }
    var wholes = [""]
    for (amount, currency) in amounts {
      guard let amount, let currency else { return [] }
      wholes = wholes.flatMap { before in
        SeparatedNumber.amounts(amount, in: currency).map {
          before + (before.isEmpty ? "" : " or ") + "\($0) \(currency)"
        }
      }
    }
    // Two amounts that can be read in two ways each are four prices: nobody chooses among them.
    guard wholes.count <= 2 else { return [] }
    return wholes.map { "\($0) \(period)" + (each.map { " for each of \($0)" } ?? "") }
  }

  mutating func take(_ lexeme: Lexeme, _ source: Source) {
    let text = source.text(lexeme.span)
    switch lexeme.kind {
    case .numeral: takeNumber(text)
    case .comma:
      blame(lexeme.span)
      isAfterComma = true
      return
    case .name where lexeme.word == .and:
      blame(lexeme.span)
      isAfterComma = true
      return
    case .name, .unknown: takeWord(text, lexeme)
    default: isUnclear = true
    }
    isAfterComma = false
  }

  private var last: Int { amounts.count - 1 }

  private mutating func takeNumber(_ text: String) {
    // `per 6 months`
    if isAfterPer { return isUnclear = true }
    let (amount, currency) = amounts[last]
    if amount != nil, currency != nil, period == nil || isAfterComma {
      amounts.append((text, nil))
    } else if amount != nil {
      isUnclear = true
    } else {
      amounts[last].amount = text
    }
  }

  private mutating func takeWord(_ text: String, _ lexeme: Lexeme) {
    if let code = Parser.currency(of: text) {
      if lexeme.kind == .unknown || amounts[last].amount == nil { blame(lexeme.span) }
      return setCurrency(code)
    }
    switch text {
    case "/", "a", "an", "each", "every":
      blame(lexeme.span)
      isAfterPer = true
    case "per": isAfterPer = true
    case "or": break
    case "once": setPeriod("once")
    case "monthly", "weekly", "yearly":
      blame(lexeme.span)
      setPeriod("per " + text.dropLast(2))
    case "annually":
      blame(lexeme.span)
      setPeriod("per year")
    case "week", "month", "year":
      if !isAfterPer { blame(lexeme.span) }
      setPeriod("per " + text)
    case "mo", "yr":
      blame(lexeme.span)
      setPeriod(text == "mo" ? "per month" : "per year")
    default: takeOther(text, lexeme)
    }
  }

  /// A thing that the price is for each of, or a currency that is written first.
  private mutating func takeOther(_ text: String, _ lexeme: Lexeme) {
    if Parser.isCurrencyCode(text), amounts[last].currency == nil {
      if amounts[last].amount == nil { blame(lexeme.span) }
      setCurrency(text)
    } else if isAfterPer, each == nil, lexeme.word == nil {
      blame(lexeme.span)
      each = text.hasSuffix("s") ? text : text + "s"
      isAfterPer = false
    } else {
      isUnclear = true
    }
  }

  private mutating func setCurrency(_ code: String) {
    if amounts[last].currency != nil { isUnclear = true }
    amounts[last].currency = code
  }

  /// All amounts have one period.
  private mutating func setPeriod(_ words: String) {
    if let period, period != words { isUnclear = true }
    period = words
    isAfterPer = false
  }

  private mutating func blame(_ span: Span) { fault = fault ?? span }
}
