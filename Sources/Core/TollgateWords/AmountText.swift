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
  /// `25 CNY once`, `12 CNY per year`, `8 USD per month for each seat, at least 5`,
  /// `10 USD per month billed yearly`. A price for use, or for a time that is told beside it, is
  /// the amount alone.
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
      let amount = price.perMonth ?? price.amount
      amounts.append(AmountText.grouped(digits: amount) + " " + price.currency)
    }
    let amount = text.or(amounts)
    let whole = period == .use ? amount : text.print(amount, self)
    guard let each else { return whole }
    let things = counted ?? CountedThings(each, unit: .count, named: each.meter, language)
    return text.words(
      "\(whole) for each \(things.each)\(things.leastWords(language))",
      "每\(things.each)\(period == .use ? " " : "")\(whole)\(things.leastWords(language))")
  }
}

/// The things that a price counts, in words.
package struct CountedThings: Sendable {
  /// One of them, or what is paid for at a time: `seat`, `个席位`, `GB of storage`.
  package var each: String
  /// The least number that is paid for; nil where none is told.
  package var least: String?

  /// The things of a meter that is called so.
  package init(
    _ each: Price.Each, unit: Meter.Unit, named name: String, _ language: Language
  ) {
    let text = PeriodText(language: language)
    let things = AmountText.things(each.of, unit, named: name, language)
    if unit == .count, each.of == 1 {
      self.each = text.words(EnglishNoun.singular(name), "个\(name)")
    } else {
      // `for each GB of storage`, but `for each 1 B`: a byte alone is rather a slip.
      let isOne = each.of > 1 && things.hasPrefix("1 ") && language == .english
      let one = isOne ? String(things.dropFirst(2)) : things
      self.each = text.words(CountedThings.unitInFull(one), " \(things)")
    }
    least = each.atLeast.map {
      AmountText.print($0, unit, language) + (unit == .count ? text.words("", " 个") : "")
    }
  }

  /// `hour of calls` for `h of calls`.
  private static func unitInFull(_ things: String) -> String {
    for (short, full) in [("h ", "hour "), ("min ", "minute ")] where things.hasPrefix(short) {
      return full + things.dropFirst(short.utf8.count)
    }
    return things
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
  fileprivate func print(_ amount: String, _ price: Price) -> String {
    guard price.perMonth == nil else {
      let billing = billing(of: price)
      return words(
        "\(amount) \(print(.months(1))) \(billing)", "\(print(.months(1))) \(amount)（\(billing)）")
    }
    let text = print(price.period)
    return words(
      "\(amount) \(text)", price.period == .once ? "\(amount)，\(text)" : "\(text) \(amount)")
  }

  /// How often a price per month is billed: `billed yearly`, `billed every 6 months`,
  /// `billed every 2 years`.
  package func billing(of price: Price) -> String {
    words(
      "billed \(price.billing)",
      price.monthsBilled == 12 ? "按年付费" : "\(print(.months(price.monthsBilled)))付费一次")
  }

  /// An introductory price with the time that it counts for:
  /// `5 USD per month for the first 3 months`, `10 USD for the first year`.
  ///
  /// - Parameter amount: The amount, with how often it is paid if that is not once, ahead.
  package func introduction(_ amount: String, _ introduction: Product.Introduction) -> String {
    let (months, length) = (introduction.months, introduction.length)
    let isEach = amount.hasPrefix("每")
    let chinese = isEach ? amount : " " + amount
    var first: (english: String, chinese: String)?
    if months == 1 || months == 12 {
      first = months == 1 ? ("first month", "首月") : ("first year", "首年")
    } else if months == 0, AmountText.isOneDay(length) {
      first = ("first day", "首日")
    } else if length == 604_800_000, introduction.prices.first?.period == .weeks(1) {
      first = ("first week", "首周")
    }
    if let first {
      return words("\(amount) for the \(first.english)", "\(first.chinese)\(chinese)")
    }
    let time =
      months > 0
      ? self.length(ofMonths: months)
      : weeks(of: introduction) ?? AmountText.duration(length, language)
    return words(
      "\(amount) for the first \(time)",
      introduction.isPaidOnce && !isEach ? "前 \(time)共\(chinese)" : "前 \(time)\(chinese)")
  }

  /// `4 weeks`, where it is paid by the week.
  private func weeks(of introduction: Product.Introduction) -> String? {
    guard case .weeks = introduction.prices.first?.period else { return nil }
    let count = "\(introduction.length / 604_800_000)"
    return words("\(count) weeks", "\(count) 周")
  }
}

extension Product {
  /// The introductory price in all currencies: `5 USD or 36 CNY per month for the first 3 months`.
  ///
  /// - Parameter counted: The things that the price counts.
  package func introductionWords(
    _ language: Language, counting counted: CountedThings? = nil, only currency: String? = nil
  ) -> String? {
    guard let introduction else { return nil }
    let prices = introduction.prices.filter { currency == nil || $0.currency == currency }
    let paid = prices.map { introduction.besideItsTime($0) }
    guard let first = paid.first else { return nil }
    let amount = first.words(language, counting: counted, or: Array(paid.dropFirst()))
    return PeriodText(language: language).introduction(amount, introduction)
  }
}

extension Product.Introduction {
  /// Whether one payment is for all of its time.
  fileprivate var isPaidOnce: Bool {
    switch prices.first?.period {
    case .once: true
    case .months(let count): count == months
    case .weeks(let count): length == count.saturatingMultiply(604_800_000)
    case .use, nil: false
    }
  }

  /// Its price where the time that it counts for stands beside it: what is paid once has no period
  /// of its own there, `60 USD for the first year`.
  package func besideItsTime(_ price: Price) -> Price {
    var price = price
    if isPaidOnce { price.period = .use }
    return price
  }
}
