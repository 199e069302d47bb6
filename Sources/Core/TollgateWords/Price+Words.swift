package import TollgateRuntime

// One rule for how an amount of money is written: who reads the policy sees what the policy says,
// `30 USD`; customers see their language's form, `$30` (`PriceText` of TollgateKit). Periods, the
// things that are counted and the grouping of digits are one for both, and are here.

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
    for price in [self] + others {
      amounts.append(AmountText.grouped(digits: price.amount) + " " + price.currency)
    }
    let amount = text.or(amounts)
    guard let each else { return text.print(amount, period) }
    let things = counted ?? CountedThings(each, unit: .count, named: each.meter, language)
    let whole = period == .use ? amount : text.print(amount, period)
    return text.words(
      "\(whole) for each \(things.each)\(things.leastWords(language))",
      "每\(things.each)\(period == .use ? " " : "")\(whole)\(things.leastWords(language))")
  }
}

/// The things that a price counts, in words.
package struct CountedThings: Sendable {
  /// One of them: `seat`, `个席位`.
  package var each: String
  /// The least number that is paid for; nil where none is told.
  package var least: String?

  /// The things of a meter that is called so.
  package init(
    _ each: Price.Each, unit: Meter.Unit, named name: String, _ language: Language
  ) {
    let text = PeriodText(language: language)
    let one = AmountText.things(1, unit, named: name, language)
    self.each =
      unit == .count
      ? text.words(EnglishNoun.singular(name), "个\(name)") : text.words(one, " \(one)")
    least = each.atLeast.map {
      AmountText.print($0, unit, language) + (unit == .count ? text.words("", " 个") : "")
    }
  }

  /// `, at least 5`; empty where none is told.
  package func leastWords(_ language: Language) -> String {
    let text = PeriodText(language: language)
    return least.map { text.words(", at least \($0)", "，至少 \($0)") } ?? ""
  }
}

/// How often a price is paid, as people read it.
package struct PeriodText: Bilingual {
  package let language: Language

  package init(language: Language) { self.language = language }

  /// `once`, `per month`, `per 3 months`, `per 2 years`.
  package func print(_ period: Price.Period) -> String {
    guard language == .chinese else { return period.description }
    switch period {
    case .once: return "一次性"
    case .weeks(1): return "每周"
    case .weeks(let count): return "每 \(Int(count)) 周"
    case .months(1): return "每月"
    case .months(12): return "每年"
    case .months(let count) where count % 12 == 0: return "每 \(Int(count / 12)) 年"
    case .months(let count): return "每 \(Int(count)) 个月"
    case .use: return "按用量"
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
