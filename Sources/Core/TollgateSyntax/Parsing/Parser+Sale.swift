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
    }
    if isAtEnd { ask(.word(.for)) }
    guard !isAtEnd, accept(.for) else { return .price(price) }
    return each(into: &price) ? .price(price) : .broken
  }

  /// `12 CNY or 1.99 USD`
  private mutating func amounts(into price: inout PriceSyntax) -> Bool {
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
  private mutating func period() -> PeriodSyntax? {
    if accept(.once) { return .once }
    guard accept(.per) else {
      failExpecting(.oneOf([.per, .once]))
      return nil
    }
    if current?.kind == .numeral { return literal(.duration, unit: .any).map { .perMany($0) } }
    return name(.window).map { .per($0) }
  }

  /// `each of seats, at least 5` after `for`.
  private mutating func each(into price: inout PriceSyntax) -> Bool {
    guard expect(.each), expect(.of), let meter = name(.meter) else { return false }
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
