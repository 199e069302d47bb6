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
    let months = syntax.billing.flatMap { self.months($0, of: syntax.period) }
    let period =
      syntax.billing == nil
      ? syntax.period.map { self.period($0) } ?? .use : months.map { .months($0) }
    let each = syntax.each.flatMap { self.each($0, syntax) }
    if syntax.quantity == nil { product.eachSpan = syntax.each?.span }
    var prices: [Price] = []
    var first: [String: Span] = [:]
    for amount in syntax.amounts {
      let decimals = syntax.period == nil ? Money.decimalsOfUse : nil
      guard let money = draft.money(amount, decimals: decimals) else { continue }
      if let earlier = first[money.currency] {
        draft.report(.clause(.currencyTwice(money.currency, earlier)), at: amount.span)
        continue
      }
      first[money.currency] = amount.span
      guard let period else { continue }
      var price = Price(
        amount: money.amount, currency: money.currency, period: period, each: each)
      if let months { price.bill(for: months) }
      prices.append(price)
    }
    let isWhole = prices.count == syntax.amounts.count && (each == nil) == (syntax.each == nil)
    guard isWhole else { return }
    product.price = prices[0]
    product.otherPrices = Array(prices.dropFirst())
  }

  /// `each of seats, at least 5`, `each GB of storage`
  private func each(_ meter: NameSyntax, _ syntax: PriceSyntax) -> Price.Each? {
    guard let entry = draft.resolve(meter, .meter) else { return nil }
    var each = Price.Each(meter: draft.policy.meters[Int(entry.index)].name.text)
    if let quantity = syntax.quantity {
      guard let quantity = positive(quantity, of: entry.index) else { return nil }
      each.of = quantity
    }
    if let least = syntax.atLeast {
      guard let quantity = positive(least, of: entry.index) else { return nil }
      each.atLeast = quantity
    }
    return each
  }

  private func positive(_ literal: LiteralSyntax, of meter: Int32) -> Int64? {
    guard let quantity = draft.quantity(literal, of: meter) else { return nil }
    if quantity > 0 { return quantity }
    draft.report(.literal(.zero(.count)), at: literal.span)
    return nil
  }

  /// `yearly`, `every 6 months`, `every 2 years`: for how many months a price per month is billed.
  private func months(_ billing: BillingSyntax, of period: PeriodSyntax?) -> Int64? {
    guard case .per(let name) = period, name.text == "month" else {
      draft.report(.price(.billedNotMonthly), at: billing.span)
      return nil
    }
    guard let every = billing.every else { return 12 }
    let unit = every.unit?.text ?? Numeral(every.numeral)?.suffix
    let least: Int64? = unit == "months" ? 2 : unit == "years" ? 24 : nil
    if let least, case .months(let count) = periods(every), least...1000 ~= count { return count }
    draft.report(.price(.billedMonths), at: every.span)
    return nil
  }

  /// `5 USD per month for 3 months`, `10 USD for 3 months`
  func read(
    introductory syntax: PriceSyntax, lasting: LiteralSyntax?, _ clause: ClauseSyntax,
    into product: inout CheckedProduct
  ) {
    // A price that could not be read has been reported.
    if product.price == nil, product.priceSpan != nil, !product.isPriceOnRequest { return }
    guard let usual = product.price, usual.period != .once, usual.period != .use,
      let priceSpan = product.priceSpan
    else {
      return draft.report(.price(.introductionAlone(price: product.priceSpan)), at: clause.span)
    }
    guard let introduction = introduction(syntax, lasting, of: usual, priceSpan) else { return }
    var prices: [Price] = []
    for (place, amount) in syntax.amounts.enumerated() {
      guard let money = draft.money(amount, decimals: nil) else { return }
      if let earlier = prices.firstIndex(where: { $0.currency == money.currency }) {
        let first = syntax.amounts[earlier].span
        return draft.report(.clause(.currencyTwice(money.currency, first)), at: amount.span)
      }
      guard ([usual] + product.otherPrices).contains(where: { $0.currency == money.currency })
      else {
        let fault = PriceMistake.introductionCurrency(money.currency, price: priceSpan)
        return draft.report(.price(fault), at: amount.span)
      }
      if place == 0, MoneyAmount(money.amount) == MoneyAmount("0") {
        let length = lasting.map { draft.source.text($0.span) } ?? syntax.period?.length(draft)
        let fault = PriceMistake.introductionFree(length ?? "", line: clause.span)
        return draft.report(.price(fault), at: amount.span)
      }
      prices.append(
        Price(
          amount: money.amount, currency: money.currency, period: introduction.prices[0].period,
          each: usual.each))
    }
    product.introduction = introduction
    product.introduction?.prices = prices
  }

  /// How an introductory price is paid, and for how long, with a price that has no amount yet.
  private func introduction(
    _ syntax: PriceSyntax, _ lasting: LiteralSyntax?, of usual: Price, _ priceSpan: Span
  ) -> Product.Introduction? {
    var paid = Price(amount: "", currency: "", period: .once)
    guard let period = syntax.period else {
      return lasting.flatMap { length($0) }.map {
        Product.Introduction(prices: [paid], length: $0.milliseconds, months: $0.months)
      }
    }
    if case .once = period {
      draft.report(.price(.introductionOnce), at: syntax.amounts[0].span)
      return nil
    }
    guard let part = self.period(period) else { return nil }
    guard usual.isPaid(inParts: part) else {
      draft.report(
        .price(.introductionPeriod(own: "\(usual.period)", price: priceSpan)),
        at: period.span ?? syntax.amounts[0].span)
      return nil
    }
    paid.period = part
    var one: (milliseconds: Int64, months: Int64) = (0, 0)
    switch part {
    case .weeks(let count): one.milliseconds = count.saturatingMultiply(604_800_000)
    case .months(let count): one.months = count
    case .once, .use: return nil
    }
    guard let lasting else {
      return Product.Introduction(prices: [paid], length: one.milliseconds, months: one.months)
    }
    guard let whole = length(lasting) else { return nil }
    let isWhole =
      one.months > 0
      ? whole.months > 0 && whole.months % one.months == 0
      : whole.milliseconds > 0 && whole.milliseconds % one.milliseconds == 0
    guard isWhole else {
      draft.report(.price(.introductionLength(period: "\(part)")), at: lasting.span)
      return nil
    }
    return Product.Introduction(prices: [paid], length: whole.milliseconds, months: whole.months)
  }

  /// `7 days`, `1 month`, `2 years`
  private func length(_ literal: LiteralSyntax) -> (milliseconds: Int64, months: Int64)? {
    let unit = literal.unit?.text ?? Numeral(literal.numeral)?.suffix ?? ""
    switch unit {
    case "month", "months", "year", "years":
      guard case .months(let count) = periods(literal) else { return nil }
      return (0, count)
    default: return draft.duration(literal).map { ($0, 0) }
    }
  }

  /// `7 days`, `1 month`, `2 years`
  func read(trial length: LiteralSyntax, into product: inout CheckedProduct) {
    guard let length = self.length(length) else { return }
    if length.months > 0 {
      product.trialMonths = length.months
    } else {
      product.trial = length.milliseconds
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

extension PeriodSyntax {
  /// The period behind `per`.
  fileprivate var span: Span? {
    switch self {
    case .once: nil
    case .per(let name): name.span
    case .perMany(let literal): literal.span
    }
  }

  /// One period, as a length of time is written.
  fileprivate func length(_ draft: Draft) -> String? {
    if case .per(let name) = self { return "1 \(name.text)" }
    return span.map { draft.source.text($0) }
  }
}

extension Price {
  /// Makes what one month costs the price of several.
  fileprivate mutating func bill(for months: Int64) {
    perMonth = amount
    let decimals = Currencies.decimals(of: currency)
    amount = MoneyAmount(amount).times(months).text(decimals: decimals)
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
