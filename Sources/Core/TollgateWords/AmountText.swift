package import TollgateRuntime

/// Amounts as people read them. They are exact: no digit is rounded away.
package enum AmountText {
  /// An amount in a meter's unit: `1,500`, `10 GB`, `1 h 30 min`.
  package static func print(_ value: Int64, _ unit: Meter.Unit, _ language: Language) -> String {
    switch unit {
    case .count: grouped(value)
    case .bytes: bytes(value)
    case .seconds: seconds(value, language)
    case .minutes: grouped(value) + (language == .chinese ? " 分钟" : " min")
    case .hours: grouped(value) + (language == .chinese ? " 小时" : " h")
    case .days: wholeDays(value, language)
    }
  }

  /// With a comma between the thousands: `2,000`.
  package static func grouped(_ value: Int64) -> String { grouped(digits: "\(value)") }

  /// The same for digits as they are written, up to their decimals: `3,000`, `-1,234.50`. It is the
  /// only place that groups digits.
  package static func grouped(digits: String, by sign: String = ",") -> String {
    let whole = digits.utf8.prefix { $0 != UInt8(ascii: ".") }.count
    var text = ""
    for (place, digit) in digits.enumerated() {
      let isAfterDigit = place > 0 && !(place == 1 && text == "-")
      if place < whole, isAfterDigit, (whole - place) % 3 == 0 { text += sign }
      text.append(digit)
    }
    return text
  }

  /// A length of time in milliseconds: `7 days`, `1 min 30 s`, `1500 ms`.
  package static func duration(_ milliseconds: Int64, _ language: Language) -> String {
    if milliseconds % 1000 == 0 { return seconds(milliseconds / 1000, language) }
    return "\(milliseconds)" + (language == .chinese ? " 毫秒" : " ms")
  }

  /// Whether a length of time is one day, which a sentence says without its number: `every day`.
  package static func isOneDay(_ milliseconds: Int64) -> Bool { milliseconds == 86_400_000 }

  /// So much of something with a name: `1 bill`, `500 bills`, `10 GB of storage`.
  package static func things(
    _ value: Int64, _ unit: Meter.Unit, named name: String, _ language: Language
  ) -> String {
    let amount = print(value, unit, language)
    switch (language, unit) {
    case (.chinese, .count): return (ChineseText("\(amount) 个\(name)")).text
    case (.chinese, _): return (ChineseText("\(amount)的\(name)")).text
    case (.english, .count):
      return amount + " " + (value == 1 ? EnglishNoun.singular(name) : name)
    case (.english, _): return amount + " of " + name
    }
  }

  private static let sizes: [(name: String, bytes: Int64)] = [
    ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
    ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
  ]

  /// In the unit that needs the fewest digits, at most one of them after the point; of two, the
  /// decimal one: `10 GB`, `1.5 GB`, `5 GiB`, `1023 B`.
  private static func bytes(_ value: Int64) -> String {
    var shortest = "\(value)"
    var unit = "B"
    for (name, size) in sizes {
      guard let number = number(value, in: size), number.utf8.count < shortest.utf8.count else {
        continue
      }
      shortest = number
      unit = name
    }
    return grouped(digits: shortest) + " " + unit
  }

  /// An amount beside another one that people compare it with, in the unit of that one if it takes
  /// at most three decimals there: `9.501 GB` beside `10 GB`.
  package static func print(
    _ value: Int64, beside other: Int64?, _ unit: Meter.Unit, _ language: Language
  ) -> String {
    let own = print(value, unit, language)
    guard unit == .bytes, let other, value > 0 else { return own }
    let text = bytes(other)
    guard let (name, size) = sizes.first(where: { text.hasSuffix(" " + $0.name) }) else {
      return own
    }
    let (whole, rest) = value.quotientAndRemainder(dividingBy: size)
    guard size % 1000 == 0, rest % (size / 1000) == 0 else { return own }
    var decimals = "\(1000 + rest / (size / 1000))".dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return grouped(whole) + (decimals.isEmpty ? "" : "." + decimals) + " " + name
  }

  /// So many of a unit; `nil` if that is less than one, or needs a second decimal.
  private static func number(_ value: Int64, in size: Int64) -> String? {
    let (whole, rest) = value.quotientAndRemainder(dividingBy: size)
    guard whole > 0 else { return nil }
    if rest == 0 { return "\(whole)" }
    let (tenths, isInexact) = (rest * 10).quotientAndRemainder(dividingBy: size)
    return isInexact == 0 ? "\(whole).\(tenths)" : nil
  }

  /// Whole days, else hours, minutes and seconds: `7 days`, `25 h`, `1 h 30 min`.
  private static func seconds(_ value: Int64, _ language: Language) -> String {
    let isChinese = language == .chinese
    let (days, rest) = value.quotientAndRemainder(dividingBy: 86_400)
    if days > 0, rest == 0 { return wholeDays(days, language) }
    guard value > 0 else { return "\(value)" + (isChinese ? " 秒" : " s") }
    let parts = [
      (value / 3600, isChinese ? " 小时" : " h"), (value / 60 % 60, isChinese ? " 分钟" : " min"),
      (value % 60, isChinese ? " 秒" : " s"),
    ]
    var words: [String] = []
    for (count, name) in parts where count > 0 { words.append("\(count)" + name) }
    return words.joined(separator: " ")
  }

  /// `1 day`, `7 days`; `7 天`.
  private static func wholeDays(_ count: Int64, _ language: Language) -> String {
    grouped(count) + (language == .chinese ? " 天" : count == 1 ? " day" : " days")
  }
}

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
