import TollgateRuntime
import TollgateWords

// What goes beyond a limit for money, and what is left of it, in words.
extension Texts {
  /// How what is unused rolls over: `unused rolls over, at most 1,000`.
  func words(_ rollover: Rollover, ofMeter meter: MeterIndex?) -> String {
    let most: String
    switch rollover.most {
    case .all: return words("unused rolls over", "未用完的可结转")
    case .quantity(let quantity): most = self.quantity(quantity, ofMeter: meter)
    case .share(let share): most = words("\(share.percent) of the limit", "限额的 \(share.percent)")
    }
    let space = language == .chinese && most.first?.isASCII == true ? " " : ""
    return words(
      "unused rolls over, at most \(most)", "未用完的可结转，最多结转\(space)\(most)")
  }

  /// A quantity that is for each of something: `400 for each of seats`.
  func each(_ quantity: String, _ source: Ladder.Source?) -> String {
    guard let source, let graph else { return quantity }
    let name: String
    switch source {
    case .bought(let meter): name = self.name(ofMeter: meter)
    case .fact(let fact): name = label(graph[fact: fact].label) ?? graph[fact: fact].name
    }
    return words("\(quantity) for each of \(name)", "每个\(name) \(quantity)")
  }

  /// How much of a limit was carried, behind it: ` (40 of it carried)`.
  func carried(_ quota: Quota, ofMeter meter: MeterIndex) -> String {
    guard quota.carried > 0 else { return "" }
    let amount = quantity(quota.carried, ofMeter: meter, beside: quota.limit)
    return words(" (\(amount) of it carried)", "（含结转 \(amount)）")
  }

  /// The price beyond a limit, and how far it goes: `0.05 USD for each credit, at most 40 USD`.
  func words(_ overage: Overage, ofMeter meter: MeterIndex?) -> String {
    guard let first = overage.prices.first else { return "" }
    let price = first.words(
      language, counting: counted(first), or: Array(overage.prices.dropFirst()))
    let money = overage.mostMoney.map { AmountText.grouped(digits: $0) + " " + first.currency }
    return end(price, overage, money, ofMeter: meter)
  }

  /// A price beyond a limit, and how far it goes.
  ///
  /// - Parameter money: The most that is paid, in words; nil where it is told as an amount.
  fileprivate func end(
    _ price: String, _ overage: Overage, _ money: String?, ofMeter meter: MeterIndex?
  ) -> String {
    guard let most = overage.most else { return price }
    if let money { return words("\(price), at most \(money)", "\(price)，最多 \(money)") }
    let amount = quantity(most, ofMeter: meter)
    return words("\(price), at most \(amount) more", "\(price)，最多再用 \(amount)")
  }

  /// The cost of a use beyond a limit: `0.15 USD`, `0.04 USD per month`.
  func words(_ charge: Charge) -> String {
    Price(amount: charge.amount, currency: charge.currency, period: charge.period ?? .use)
      .words(language)
  }

  /// How far one may go beyond a limit, behind its other figures: `, then for money`,
  /// `, then for money up to 820`.
  func beyond(_ quota: Quota, ofMeter meter: MeterIndex) -> String {
    guard let beyond = quota.beyond else { return "" }
    guard let most = beyond.upTo else { return words(", then for money", "，超出后另付费") }
    let amount = quantity(most, ofMeter: meter, beside: quota.limit)
    return words(", then for money up to \(amount)", "，超出后另付费，最多到 \(amount)")
  }
}

extension Listings {
  /// The price beyond a limit as customers read it, in the currency that is shown, and how far it
  /// goes: `$0.05 for each credit, at most $40`.
  func words(_ overage: Overage, ofMeter meter: MeterIndex?) -> String {
    guard let first = overage.prices.first else { return "" }
    let price = overage.prices.first { $0.currency == currency } ?? first
    let text = PriceText(
      price, unknown: "", counting: texts.counted(price), locale: locale
    ).text
    // The money is in the first currency.
    let money = price == first ? overage.mostMoney : nil
    let most = money.map { CurrencyFormat(locale).print($0, first.currency) }
    return texts.end(text, overage, most, ofMeter: meter)
  }
}

extension Explanation {
  /// The cost of a use that goes beyond limits, one amount for each; nil if it costs nothing.
  private var costs: String? {
    let charges = details.blockers.compactMap { $0.charge }
    return charges.isEmpty ? nil : and(charges.map { texts.words($0) })
  }

  /// Why a decision warns that costs money: `it goes beyond the limit of 20 per month, for 0.15 USD`.
  var beyondLimit: String {
    guard let costs, let quota = decidingQuota, let limit = quota.limit else {
      return words(for: .overage)
    }
    let meter = decision.inquiry?.meter(of: quota)
    let amount = texts.counted(texts.quantity(limit, ofMeter: meter), per: meter)
    let window = window(quota.window)
    let chinese = "\(window)\(window.isEmpty ? "" : " ")\(amount)"
    return words(
      "it goes beyond the limit of \(amount)\(window), for \(costs)",
      "将超出限额：\(chinese)，需支付 \(costs)")
  }

  /// The same for customers: `This costs 0.15 USD: you have used your 20 credits per month.`
  func customerCosts(_ label: String) -> String {
    guard let costs, let quota = decidingQuota, let limit = quota.limit else {
      return words("\(label) costs extra now.", "现在使用\(label)需另付费。")
    }
    let meter = decision.inquiry?.meter(of: quota)
    let amount = texts.counted(texts.things(limit, ofMeter: meter), per: meter)
    let window = window(quota.window)
    return words(
      "This costs \(costs): it goes over your limit of \(amount)\(window).",
      "本次需支付 \(costs)：将超出上限（\(window)\(amount)）。")
  }
}

extension Describer {
  /// How what is unused of a limit rolls over, as a sentence.
  func sentences(_ rollover: Rollover?, ofMeter meter: MeterIndex?) -> [String] {
    guard let rollover else { return [] }
    let text = texts.words(rollover, ofMeter: meter)
    let requirement = reader.clause(rollover.requirement)
    guard requirement != .constant(true) else { return [phrases.sentence(text)] }
    let need = clauses.need(requirement, phrases)
    return [phrases.sentence(phrases.words("with \(need): \(text)", "需要\(need)：\(text)"))]
  }

  /// How a limit goes on for money, as a sentence.
  func sentences(_ overage: Overage?, ofMeter meter: MeterIndex?) -> [String] {
    guard let overage else { return [] }
    let price = texts.words(overage, ofMeter: meter)
    let requirement = reader.clause(overage.requirement)
    guard requirement != .constant(true) else {
      return [
        phrases.sentence(phrases.words("beyond it: \(price)", "超出后：\(price)"))
      ]
    }
    let need = clauses.need(requirement, phrases)
    return [
      phrases.sentence(
        phrases.words("beyond it, with \(need): \(price)", "超出后（需要\(need)）：\(price)"))
    ]
  }
}
