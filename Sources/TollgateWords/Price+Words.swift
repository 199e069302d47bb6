package import TollgateRuntime

extension Price {
  /// `25 CNY once`, `12 CNY per year`, `8 USD per month for each seat, at least 5`.
  ///
  /// - Parameters:
  ///   - counted: The things that a price for each of them counts.
  ///   - others: The same price in other currencies.
  package func words(
    _ language: Language, counting counted: CountedThings? = nil, or others: [Price] = []
  ) -> String {
    let text = PeriodText(language: language)
    var amounts: [String] = []
    for price in [self] + others { amounts.append(price.amount + " " + price.currency) }
    let amount = text.or(amounts)
    guard let each else { return text.print(amount, period) }
    let things = counted ?? CountedThings(each: each.meter, least: each.atLeast.map { "\($0)" })
    let whole = period == .use ? amount : text.print(amount, period)
    let least = things.least.map { text.words(", at least \($0)", "，至少 \($0)") } ?? ""
    return text.words(
      "\(whole) for each \(things.each)\(least)",
      "每\(things.each)\(period == .use ? " " : "")\(whole)\(least)")
  }
}

/// The things that a price counts, in words.
package struct CountedThings: Sendable {
  /// One of them: `seat`, `个席位`.
  package var each: String
  /// The least number that is paid for; nil where none is told.
  package var least: String?

  package init(each: String, least: String?) {
    self.each = each
    self.least = least
  }
}

/// How often a price is paid, as people read it.
package struct PeriodText: Bilingual {
  package let language: Language

  package init(language: Language) { self.language = language }

  /// `once`, `per month`, `every 3 months`.
  package func print(_ period: Price.Period) -> String {
    switch period {
    case .once: words("once", "一次性")
    case .weeks(1): words("per week", "每周")
    case .weeks(let count): words("every \(count) weeks", "每 \(Int(count)) 周")
    case .months(1): words("per month", "每月")
    case .months(12): words("per year", "每年")
    case .months(let count) where count % 12 == 0:
      words("every \(count / 12) years", "每 \(Int(count / 12)) 年")
    case .months(let count): words("every \(count) months", "每 \(Int(count)) 个月")
    case .use: words("for use", "按用量")
    }
  }

  /// `1 month`, `2 years`.
  package func length(ofMonths count: Int64) -> String {
    let isYears = count % 12 == 0
    let number = Int(clamping: isYears ? count / 12 : count)
    let unit = (isYears ? "year" : "month") + (number == 1 ? "" : "s")
    return words("\(number) \(unit)", isYears ? "\(number) 年" : "\(number) 个月")
  }

  /// An amount of money with how often it is paid.
  fileprivate func print(_ amount: String, _ period: Price.Period) -> String {
    let text = print(period)
    return words("\(amount) \(text)", period == .once ? "\(amount)，\(text)" : "\(text) \(amount)")
  }
}
