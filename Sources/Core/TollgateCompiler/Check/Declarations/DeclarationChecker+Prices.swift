import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// `12 CNY or 1.99 USD per year`, `8 USD per month for each of seats, at least 5`, `on request`
  func read(_ syntax: PriceSyntax, _ clause: ClauseSyntax, into product: inout CheckedProduct) {
    product.priceSpan = clause.span
    guard !syntax.amounts.isEmpty else {
      product.isPriceOnRequest = true
      return
    }
    let period = syntax.period.map { self.period($0) } ?? .use
    let each = syntax.each.flatMap { self.each($0, syntax.atLeast) }
    var prices: [Price] = []
    var first: [String: Span] = [:]
    for amount in syntax.amounts {
      guard let money = draft.money(amount, isForUse: syntax.period == nil) else { continue }
      if let earlier = first[money.currency] {
        draft.report(.clause(.currencyTwice(money.currency, earlier)), at: amount.span)
        continue
      }
      first[money.currency] = amount.span
      guard let period else { continue }
      prices.append(
        Price(amount: money.amount, currency: money.currency, period: period, each: each))
    }
    let isWhole = prices.count == syntax.amounts.count && (each == nil) == (syntax.each == nil)
    guard isWhole else { return }
    product.price = prices[0]
    product.otherPrices = Array(prices.dropFirst())
  }

  /// `each of seats, at least 5`
  private func each(_ meter: NameSyntax, _ least: LiteralSyntax?) -> Price.Each? {
    guard let entry = draft.resolve(meter, .meter) else { return nil }
    let name = draft.policy.meters[Int(entry.index)].name.text
    guard let least else { return Price.Each(meter: name) }
    guard let quantity = draft.quantity(least, of: entry.index) else { return nil }
    if quantity > 0 { return Price.Each(meter: name, atLeast: quantity) }
    draft.report(.literal(.zero(.count)), at: least.span)
    return nil
  }

  /// `7 days`, `1 month`, `2 years`
  func read(trial length: LiteralSyntax, into product: inout CheckedProduct) {
    let unit = length.unit?.text ?? Numeral(length.numeral)?.suffix ?? ""
    switch unit {
    case "month", "months", "year", "years":
      guard case .months(let count) = periods(length) else { return }
      product.trialMonths = count
    default: product.trial = draft.duration(length)
    }
  }

  /// `for sale with pro from 2026-03-01 when platform is ios`
  func read(_ syntax: SaleSyntax, _ clause: ClauseSyntax, into product: inout CheckedProduct) {
    let requirement = syntax.requirement.flatMap { draft.expressions.requirement($0) }
    guard let applies = draft.expressions.applicability(syntax.applies),
      (requirement == nil) == (syntax.requirement == nil)
    else { return }
    product.sale = CheckedProduct.Sale(
      isWithout: syntax.isWithout, requirement: requirement, applies: applies,
      text: draft.source.text(clause.span).withoutComments, span: clause.span)
  }

  func period(_ period: PeriodSyntax) -> Price.Period? {
    switch period {
    case .once: return .once
    case .per(let name):
      guard let word = draft.word(name, .period) else { return nil }
      return word == "week" ? .weeks(1) : .months(word == "year" ? 12 : 1)
    case .perMany(let literal): return periods(literal)
    }
  }

  /// `6 months`, `2 weeks`, `2 years`
  private func periods(_ literal: LiteralSyntax) -> Price.Period? {
    let numeral = Numeral(literal.numeral)
    let unit = literal.unit?.text ?? numeral?.suffix ?? ""
    guard let numeral else {
      draft.report(.literal(.expected(.period)), at: literal.span)
      return nil
    }
    let isYears = unit == "year" || unit == "years"
    let isWeeks = unit == "week" || unit == "weeks"
    guard isYears || isWeeks || unit == "month" || unit == "months" else {
      let fault: LiteralMistake = unit.isEmpty ? .expected(.period) : .unknownUnit(unit, .period)
      draft.report(.literal(fault), at: literal.unit?.span ?? literal.span)
      return nil
    }
    do throws(Numeral.ParseError) {
      let count = try numeral.times(isYears ? 12 : 1)
      if count > 0 { return isWeeks ? .weeks(count) : .months(count) }
      draft.report(.literal(.zero(.count)), at: literal.span)
    } catch {
      draft.report(.literal(error == .notWhole ? .notWhole(.plain) : .tooLarge), at: literal.span)
    }
    return nil
  }
}

extension String {
  /// A sentence in one line: its comments are left out, and its white space is evened out.
  fileprivate var withoutComments: String {
    var words: [Substring] = []
    for line in split(omittingEmptySubsequences: true, whereSeparator: { $0.isNewline }) {
      let code = line.prefix { $0 != "#" }
      words += code.split(whereSeparator: { $0.isWhitespace })
    }
    return words.joined(separator: " ")
  }
}
