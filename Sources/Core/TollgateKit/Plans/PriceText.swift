import TollgateCompiler
import TollgateRuntime
import TollgateWords

/// A price as customers read it: an amount in their language's form, and how often it is paid. Who
/// reads the policy sees what the policy says instead: `30 USD per month`.
///
/// ```swift
/// let price = listing.priceText
/// show(price.isKnown ? price.text : "See the App Store")
/// ```
public struct PriceText: Sendable, Hashable {
  /// `¥10`, `₺59,99`; or that the store has the price.
  public let amount: String
  /// `per month`, `once`, `/月`; empty if it is not known.
  public let period: String
  /// Both together: `₺59,99 per week`, `¥10/月`.
  public let text: String

  /// Whether the amount is known here; otherwise only the store knows it.
  public let isKnown: Bool

  /// A price in a locale. The amount is exact; its decimal sign and the place of the currency's
  /// sign are those of the locale's language, other words are English or Chinese.
  ///
  /// - Parameters:
  ///   - unknown: The text where neither the policy nor the store has a price.
  ///   - counted: The things that a price for each of them counts.
  ///   - storePrice: The price that the store shows, which goes before the policy's own.
  init(
    _ price: Price?, unknown: String, counting counted: CountedThings? = nil,
    storePrice: String? = nil, locale: String
  ) {
    let language = Language(locale)
    let reference = price.map { CurrencyFormat(locale).print($0.amount, $0.currency) }
    isKnown = storePrice != nil || reference != nil
    amount = storePrice ?? reference ?? unknown
    period = price.map { PriceText.words($0.period, counted, language) } ?? ""
    let isAttached = period.hasPrefix("/") || period.hasPrefix("（")
    let gap = period.isEmpty || isAttached ? "" : " "
    text = amount + gap + period
  }

  /// The price of the plan that everybody has.
  private init(free language: Language) {
    amount = language == .chinese ? "免费" : "Free"
    period = ""
    text = amount
    isKnown = true
  }

  /// The price of the plan that everybody has: `Free`, `免费`.
  public static func free(in locale: String) -> PriceText {
    PriceText(free: Language(locale))
  }

  /// `per month`, `/月`, `per month for each seat, at least 5`, `/月（每个席位，至少 5 个）`
  private static func words(
    _ period: Price.Period, _ counted: CountedThings?, _ language: Language
  ) -> String {
    let words = PeriodText(language: language)
    var text = period == .use ? "" : words.print(period)
    if text.hasPrefix("每") { text = "/" + text.dropFirst().drop { $0 == " " } }
    guard let counted else { return text }
    let least = counted.leastWords(language)
    return text + (text.isEmpty ? "" : words.words(" ", ""))
      + words.words("for each \(counted.each)\(least)", "（每\(counted.each)\(least)）")
  }
}

/// How a language writes amounts of money. It is the same on every platform, and no digit passes
/// through a floating-point number.
struct CurrencyFormat {
  private let language: String
  private let isChinese: Bool

  init(_ locale: String) {
    let tag = LanguageTag(locale)
    language = tag.parts.first.map(String.init) ?? ""
    isChinese = language == "zh"
  }

  /// `59.99` and `TRY` as `₺59,99` in Turkish.
  func print(_ amount: String, _ currency: String) -> String {
    let parts = amount.split(separator: ".", maxSplits: 1)
    let separator = hasDecimalComma ? (groupsWithSpace ? "\u{A0}" : ".") : ","
    var number = AmountText.grouped(digits: String(parts.first ?? "0"), by: separator)
    if parts.count == 2 { number += (hasDecimalComma ? "," : ".") + parts[1] }
    guard let sign = sign(of: currency), isFamiliar(sign) else {
      return number + "\u{A0}" + currency
    }
    return isSignLast ? number + "\u{A0}" + sign : sign + number
  }

  /// Signs with the letters of a country, such as `CN¥` and `CA$`, are English and Chinese usage;
  /// other languages write the code.
  private func isFamiliar(_ sign: String) -> Bool {
    isChinese || ["", "en"].contains(language) || sign == "R$" || sign.first?.isLetter == false
  }

  private func sign(of currency: String) -> String? {
    switch currency {
    case "CNY": isChinese ? "¥" : "CN¥"
    case "JPY": isChinese ? "JP¥" : "¥"
    case "USD": "$"
    case "EUR": "€"
    case "GBP": "£"
    case "TRY": "₺"
    case "KRW": "₩"
    case "INR": "₹"
    case "ILS": "₪"
    case "VND": "₫"
    case "PHP": "₱"
    case "UAH": "₴"
    case "NGN": "₦"
    case "BRL": "R$"
    case "CAD": "CA$"
    case "AUD": "A$"
    case "NZD": "NZ$"
    case "HKD": "HK$"
    case "TWD": "NT$"
    case "MXN": "MX$"
    default: nil
    }
  }

  private var hasDecimalComma: Bool {
    [
      "bg", "ca", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it",
      "lt", "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr",
      "uk", "vi",
    ].contains(language)
  }

  private var groupsWithSpace: Bool {
    [
      "bg", "cs", "et", "fi", "fr", "hu", "lt", "lv", "nb", "nn", "no", "pl", "ru", "sk", "sv",
      "uk",
    ]
    .contains(language)
  }

  /// Of the languages with a decimal comma, these write the sign in front.
  private var isSignLast: Bool {
    hasDecimalComma && !["id", "nl", "tr", "pt"].contains(language)
  }
}
