package import TollgateRuntime

extension Price {
  /// `25 CNY once`, `12 CNY per year`.
  package func words(_ language: Language) -> String {
    let amount = amount + " " + currency
    let text = PeriodText(language: language)
    let period = text.print(period)
    return text.words(
      "\(amount) \(period)", period == "一次性" ? "\(amount)，一次性" : "\(period) \(amount)")
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
    }
  }
}
