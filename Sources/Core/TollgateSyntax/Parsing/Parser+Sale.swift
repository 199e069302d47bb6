extension Parser {
  /// A price after its first word.
  mutating func price() -> ClauseSyntax.Kind {
    var price = PriceSyntax()
    if accept(.on) { return expect(.request) ? .price(price) : .broken }
    guard !failPriceHabit(), amounts(into: &price) else { return .broken }
    if isAtEnd { ask(.word(.for)) }
    let isAsking = asked != nil && peek() == nil
    let isUse = current?.word == .for && (isAsking || peek()?.word == .each)
    if !isUse {
      guard let period = period() else { return .broken }
      price.period = period
      guard billing(of: period, into: &price) else { return .broken }
    }
    if isAtEnd { ask(.word(.for)) }
    guard !isAtEnd, accept(.for) else { return .price(price) }
    return each(into: &price) ? .price(price) : .broken
  }

  /// `12 CNY or 1.99 USD`
  mutating func amounts(into price: inout PriceSyntax) -> Bool {
    repeat {
      guard price.amounts.count < Limits.listItems else {
        fail(.listTooLong(place))
        return false
      }
      guard let amount = literal(.money, unit: .any) else { return false }
      if isAtEnd, amount.unit == nil, amount.numeral.utf8.last?.isASCIIDigit == true {
        failExpecting(.currency)
        return false
      }
      price.amounts.append(amount)
    } while accept(.or)
    return true
  }

  /// `per year`, `per 6 months`, `once`
  mutating func period() -> PeriodSyntax? {
    if accept(.once) { return .once }
    guard accept(.per) else {
      failExpecting(.oneOf([.per, .once]))
      return nil
    }
    if current?.kind == .numeral { return literal(.duration, unit: .any).map { .perMany($0) } }
    return name(.window).map { .per($0) }
  }

  /// `billed yearly`, `billed every 6 months`, if it is said. Only a price per month is asked
  /// about; the compiler says so of another one.
  private mutating func billing(of period: PeriodSyntax, into price: inout PriceSyntax) -> Bool {
    if current?.kind == .comma, peek()?.word == .billed {
      report(.commaBefore("`billed`", place))
      advance()
    }
    var isMonthly = false
    if case .per(let name) = period { isMonthly = name.text == "month" }
    guard isMonthly || current?.word == .billed else { return true }
    let start = index
    guard accept(.billed) else { return true }
    if failBillingHabit() { return false }
    if isPlainName, source.text(place) == "yearly" {
      advance()
      price.billing = BillingSyntax(span: span(from: start))
      return true
    }
    if isAtEnd { ask(.word(.every)) }
    guard current?.word == .every else {
      failExpecting(.billing)
      return false
    }
    advance()
    guard let every = literal(.duration, unit: .any) else { return false }
    price.billing = BillingSyntax(every: every, span: span(from: start))
    return true
  }

  /// `price 5 USD per month for 3 months`, `price 10 USD for 3 months` after `introductory`.
  mutating func introductoryPrice() -> ClauseSyntax.Kind {
    var price = PriceSyntax()
    guard !failPriceHabit(), amounts(into: &price) else { return .broken }
    if isAtEnd { ask(.word(.for)) }
    if current?.word != .for {
      guard let period = period() else { return .broken }
      price.period = period
      if isAtEnd { ask(.word(.for)) }
      guard !isAtEnd, accept(.for) else { return .introductoryPrice(price, lasting: nil) }
    } else {
      advance()
    }
    if failIntroductionHabit() { return .broken }
    return literal(.duration, unit: .any).map { .introductoryPrice(price, lasting: $0) } ?? .broken
  }

  /// `of seats`, `GB of storage`, `1_000 of api-calls` after `each`. Says whether it could be read.
  private mutating func quantity(into price: inout PriceSyntax) -> Bool {
    if isAtEnd { ask(.unitOfEach) }
    if current?.kind == .numeral {
      guard let quantity = literal(.quantity, unit: .any) else { return false }
      if isAtEnd { ask(.word(.of)) }
      if let unit = quantity.unit, isAtEnd || current?.word == .at || current?.kind == .comma {
        // `for each 10 seats`
        fail(.missingWord(.of, before: "`\(unit.text)`", unit.span))
        return false
      }
      price.quantity = quantity
    } else if isPlainName, peek()?.word == .of {
      // Other units may be written out as well.
      let word = source.text(place)
      let unit = NameSyntax(word == "byte" ? "B" : word, span: place)
      price.quantity = LiteralSyntax(numeral: "1", unit: unit, span: place)
      advance()
    } else if isPlainName, peek() == nil, isKnownUnit(place) {
      // `for each GB`: the meter is missing.
      advance()
    }
    return expect(.of)
  }

  /// `each of seats, at least 5` after `for`.
  private mutating func each(into price: inout PriceSyntax) -> Bool {
    guard expect(.each), quantity(into: &price), let meter = name(.meter) else { return false }
    price.each = meter
    let isBehindComma = accept(.comma)
    if isAtEnd, isBehindComma { ask(.word(.at)) }
    guard !isAtEnd, accept(.at) else { return !failed }
    guard expect(.least), let least = literal(.quantity, unit: .any) else { return false }
    price.atLeast = least
    return true
  }

  /// `sale with pro from 2026-03-01 when platform is ios` after `for`.
  mutating func sale() -> ClauseSyntax.Kind {
    guard expect(.sale) else { return .broken }
    var sale = SaleSyntax()
    var once = Once()
    while mayGoOn {
      if at(.with) || at(.without) {
        saleRequirement(&sale, &once)
      } else if failSaleHabit() || !applicabilityPart(&sale.applies, &once) {
        break
      }
    }
    return .forSale(sale)
  }

  /// `with pro` or `without pro`, of which one stands.
  private mutating func saleRequirement(_ sale: inout SaleSyntax, _ once: inout Once) {
    let isWithout = current?.word == .without
    let word = place
    let first = once.first(.with, word)
    advance()
    let requirement = expression(.requirement)
    guard let first else {
      (sale.isWithout, sale.requirement) = (isWithout, requirement)
      return
    }
    guard let earlier = sale.requirement, sale.isWithout != isWithout, !failed else {
      return report(.twice(source.text(word), word, first: first))
    }
    let (held, lacked) = isWithout ? (earlier, requirement) : (requirement, earlier)
    let meant = "with \(operand(held, of: .and)) and not \(operand(lacked, of: .not))"
    let line = first.joined(span(at: index - 1))
    let isWhole = earlier.span.end + 1 == word.start
    report(
      .worded(.withAndWithout(source.text(word), word, first, line: isWhole ? line : nil, meant)))
  }

  /// A requirement as a part of another one, in parentheses where it would be read otherwise.
  private func operand(_ requirement: ExpressionSyntax, of join: Word) -> String {
    let text = source.text(requirement.span)
    switch requirement {
    case .name, .not, .paid: return text
    case .all where join == .and: return text
    default: return "(\(text))"
    }
  }

  /// Reports `for sale to plus`, `for sale if student`. Says whether it did.
  private mutating func failSaleHabit() -> Bool {
    guard let current, current.kind == .name else { return false }
    let word = source.text(place)
    switch word {
    case "to", "requires", "require", "for":
      fail(.worded(.saleWord(word, place, meant: "with")))
    case "only": fail(.worded(.extraWord(word, place)))
    case "if": fail(.worded(.saleWord(word, place, meant: "when")))
    default: return false
    }
    return true
  }
}
