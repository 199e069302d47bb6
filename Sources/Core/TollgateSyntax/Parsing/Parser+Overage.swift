// What goes beyond a limit, for money, and what is left of it: clauses of the limit.
extension Parser {
  /// `0.05 USD for each credit with pro, at most 40 USD` after `then`.
  mutating func overage() -> ClauseSyntax.Kind {
    var overage = OverageSyntax()
    guard !failPriceHabit(), amounts(into: &overage.price) else { return .broken }
    if isAtEnd { ask(.word(.per)) }
    if current?.word == .per {
      guard !failPerUnit(), let period = period() else { return .broken }
      overage.price.period = period
    }
    guard expect(.for), expect(.each), each(into: &overage) else { return .broken }
    if accept(.with) { overage.requirement = expression(.requirement) }
    guard !failed, most(into: &overage) else { return .broken }
    return .overage(overage)
  }

  /// Reports `per credit`. Says whether it did.
  private mutating func failPerUnit() -> Bool {
    guard let next = peek(), next.kind == .name, next.word == nil else { return false }
    let unit = source.text(next.span)
    if unit == "week" || unit == "month" || unit == "year" { return false }
    guard EditDistance.nearest(to: unit, among: ["week", "month", "year"]) == nil else {
      return false
    }
    fail(.worded(.perUnit(place.joined(next.span), unit: unit)))
    return true
  }

  /// `credit`, `GB`, `1_000`, `10 GB` after `each`. Says whether it could be read.
  private mutating func each(into overage: inout OverageSyntax) -> Bool {
    if current?.word == .of, peek() != nil {
      report(.worded(.extraWord("of", place)))
      advance()
    }
    guard current?.kind == .numeral else {
      guard let unit = name(.unitBeyond) else { return false }
      overage.unit = unit
      return !failed
    }
    guard let quantity = literal(.quantity, unit: .known) else { return false }
    overage.price.quantity = quantity
    if isPlainName {
      // `for each 1_000 credits`
      report(.worded(.extraWord(source.text(place), place)))
      advance()
    }
    return true
  }

  /// `, at most 40 USD`, `, at most 800 more`, if it is said. Says whether it could be read.
  private mutating func most(into overage: inout OverageSyntax) -> Bool {
    if current?.word == .at, peek()?.word == .most {
      report(.missingComma(before: found(), place, at: span(at: index - 1).end))
    } else {
      guard accept(.comma) else { return true }
    }
    guard expect(.at), expect(.most) else { return false }
    guard var most = literal(.mostBeyond, unit: .any) else { return false }
    if isAtEnd, let unit = most.unit, isKnownUnit(unit.span) { ask(.moreOrCurrency) }
    if most.unit?.text == "more", most.unit?.isQuoted == false {
      most.unit = nil
      overage.most = .more(most)
    } else if isPlainName, source.text(place) == "more" {
      if let unit = most.unit, !isKnownUnit(unit.span) {
        // `at most 800 credits more`
        report(.worded(.extraWord(unit.text, unit.span)))
        most.unit = nil
      }
      advance()
      overage.most = .more(most)
    } else if most.unit == nil, most.numeral.utf8.last?.isASCIIDigit == true {
      failExpecting(.moreOrCurrency)
      return false
    } else {
      overage.most = .money(most)
    }
    return true
  }

  /// `rolls over with pro, at most 1_000 carried` after `unused`.
  mutating func rollover() -> ClauseSyntax.Kind {
    guard expect(.rolls), expect(.over) else { return .broken }
    var rollover = RolloverSyntax()
    if accept(.with) { rollover.requirement = expression(.requirement) }
    guard !failed else { return .broken }
    if current?.word == .at, peek()?.word == .most {
      report(.missingComma(before: found(), place, at: span(at: index - 1).end))
    } else {
      guard accept(.comma) else { return .rollover(rollover) }
    }
    guard expect(.at), expect(.most), var most = literal(.mostCarried, unit: .any) else {
      return .broken
    }
    if let unit = most.unit, !isKnownUnit(unit.span) {
      most.unit = nil
      if isAtEnd, let word = nearest([.carried], to: unit.span) {
        report(.misspelt(unit.text, word, unit.span))
        rollover.most = most
        return .rollover(rollover)
      }
      // `at most 100 credits carried`
      report(.worded(.extraWord(unit.text, unit.span)))
    }
    rollover.most = most
    return expect(.carried) ? .rollover(rollover) : .broken
  }
}
