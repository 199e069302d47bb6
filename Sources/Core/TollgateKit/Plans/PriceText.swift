import TollgateCompiler
public import TollgateRuntime
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
    // What the store shows is what is paid.
    let price = storePrice == nil ? price : price.map { $0.asPaid }
    let reference = price.map {
      CurrencyFormat(locale).print($0.perMonth ?? $0.amount, $0.currency)
    }
    isKnown = storePrice != nil || reference != nil
    amount = storePrice ?? reference ?? unknown
    period = price.map { PriceText.words($0, counted, language) } ?? ""
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

  /// `per month`, `/月`, `per month for each seat, at least 5`, `/月（每个席位，至少 5 个）`,
  /// `per month, billed yearly`, `/月（按年付费）`
  private static func words(
    _ price: Price, _ counted: CountedThings?, _ language: Language
  ) -> String {
    let words = PeriodText(language: language)
    let isBilled = price.perMonth != nil
    let period = isBilled ? .months(1) : price.period
    var text = period == .use ? "" : words.print(period)
    if text.hasPrefix("每") { text = "/" + text.dropFirst().drop { $0 == " " } }
    var remarks: [String] = []
    if let counted {
      let least = counted.leastWords(language)
      remarks.append(words.words("for each \(counted.each)\(least)", "每\(counted.each)\(least)"))
    }
    if isBilled { remarks.append(words.billing(of: price)) }
    guard !remarks.isEmpty else { return text }
    if language == .chinese { return text + "（" + remarks.joined(separator: "，") + "）" }
    let gap = text.isEmpty ? "" : counted == nil ? ", " : " "
    return text + gap + remarks.joined(separator: ", ")
  }
}

extension Price {
  /// The same price as it is paid, rather than as it is written.
  fileprivate var asPaid: Price {
    var price = self
    price.perMonth = nil
    return price
  }
}

/// A lower price at the beginning of a subscription, for users to whom it is offered: a product has
/// it once for each of them.
///
/// ```swift
/// for listing in gate.paywall().products.map(\.listing) {
///   if let first = listing.introductory { show(first.text) }
/// }
/// ```
public struct IntroductoryPrice: Sendable, Hashable {
  /// The amount, its currency, and how often it is paid: `once` is ahead, for all of its time.
  public let price: Price
  /// For how many seconds it counts; `nil` if that is told in months.
  public let seconds: Int64?
  /// For how many months it counts; `nil` if that is no number of months.
  public let months: Int64?
  /// It in words: `$5 per month for the first 3 months`, `前 3 个月 ¥5/月`.
  public let text: String
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

/// Lists the products of a policy for one locale.
struct Listings: Bilingual {
  let graph: RuleGraph
  let texts: Texts
  let locale: String
  var language: Language { texts.language }
  /// The prices of the store, by name or store id.
  private let storePrices: [String: String]
  /// The currency of the prices, where a product has one in it.
  let currency: String?
  /// Tells who may buy a product; nil if every product is offered to everybody.
  private let sales: Describer?

  init(
    graph: RuleGraph, locale: String, currency: String? = nil, storePrices: [String: String] = [:],
    time: TimeText = .utc
  ) {
    self.graph = graph
    self.locale = locale
    self.currency = currency
    self.storePrices = storePrices
    texts = Texts(graph: graph, locale: locale, time: time)
    let isLimited = graph.parts.products.contains { $0.sale != nil }
    sales = isLimited ? Describer(graph, in: locale, time: time) : nil
  }

  /// A product as it is listed.
  ///
  /// - Parameter hasOffer: Whether its trial and its introductory price are offered; everybody is
  ///   offered them in a table of plans.
  func listing(_ index: Int32, hasOffer: Bool = true) -> ProductListing {
    var product = graph.parts.products[Int(index)]
    if !hasOffer { (product.trial, product.trialMonths, product.introduction) = (nil, 0, nil) }
    return ProductListing(
      name: product.name,
      label: texts.name(ofProduct: index),
      price: product.price(in: currency),
      prices: product.prices,
      isPriceOnRequest: product.isPriceOnRequest,
      priceText: priceText(of: product),
      soldAs: product.storeIDs.map { ProductListing.SoldAs(id: $0.id, store: $0.store) },
      benefits: product.benefits.compactMap { texts.label($0) },
      adds: amounts(of: product),
      trial: product.trial.map { $0 / 1000 },
      trialMonths: product.trialMonths > 0 ? product.trialMonths : nil,
      introductory: introductory(of: product),
      isRecommended: product.isRecommended,
      isForSale: product.isForSale,
      isSharedWithFamily: product.isSharedWithFamily,
      mostSharing: product.mostSharing > 0 ? product.mostSharing : nil,
      onlyWith: product.onlyWith.map { graph.parts.products[Int($0)].name },
      notWith: product.notWith.map { graph.parts.products[Int($0)].name },
      terms: terms(of: product)
    )
  }

  /// The amounts that it adds: `10 GB of storage`, `5 hearts until used up`, `30 days to History`.
  private func amounts(of product: Product) -> [String] {
    let packs = product.packs.map { pack in
      let things = texts.things(pack.amount, ofMeter: pack.meter)
      return words("\(things) until used up", "\(things)（用完为止）")
    }
    let values = product.settingAdds.map { addition in
      let (amount, name) = (texts.words(addition), texts.name(ofSetting: addition.setting))
      return words("\(amount) to \(name)", "\(name) \(amount)")
    }
    return product.adds.map { texts.words($0) } + packs + values
  }

  private func priceText(of product: Product) -> PriceText {
    let price = product.price(in: currency)
    return PriceText(
      price, unknown: texts.price(of: product), counting: price.flatMap(texts.counted),
      storePrice: storePrice(of: product), locale: locale)
  }

  private func introductory(of product: Product) -> IntroductoryPrice? {
    guard let introduction = product.introduction,
      let price = product.introductoryPrice(in: currency)
    else { return nil }
    let amount = PriceText(
      introduction.besideItsTime(price), unknown: "", counting: texts.counted(price), locale: locale
    ).text
    return IntroductoryPrice(
      price: price, seconds: introduction.length > 0 ? introduction.length / 1000 : nil,
      months: introduction.months > 0 ? introduction.months : nil,
      text: PeriodText(language: language).introduction(amount, introduction))
  }

  private func storePrice(of product: Product) -> String? {
    if let price = storePrices[product.name] { return price }
    return product.storeIDs.lazy.compactMap { storePrices[$0.id] }.first
  }

  private func terms(of product: Product) -> [String] {
    var terms: [String] = []
    if let length = texts.trial(of: product) {
      terms.append(words("free trial: \(length)", "免费试用 \(length)"))
    }
    if let text = introductory(of: product)?.text {
      terms.append(words("introductory price: \(text)", "新用户优惠：\(text)"))
    }
    if !product.onlyWith.isEmpty {
      let names = or(product.onlyWith.map(texts.name(ofProduct:)))
      terms.append(words("only with \(names)", "须搭配\(names)"))
    }
    if !product.notWith.isEmpty {
      let names = short(product.notWith)
      terms.append(words("not together with \(names)", "不可与\(names)同时持有"))
    }
    if product.mostSharing > 0 {
      let count = "\(product.mostSharing)"
      terms.append(words("shared with up to \(count) people", "最多 \(count) 人共享"))
    } else if product.isSharedWithFamily {
      terms.append(words("shared with family", "可家庭共享"))
    }
    if !product.isForSale { terms.append(words("not for sale", "不再销售")) }
    if let buyers = sales?.buyers(of: product) {
      terms.append(words("for sale only \(buyers)", "仅\(buyers)出售"))
    }
    return terms
  }

  /// The first few names, and how many more there are.
  private func short(_ products: [Int32]) -> String {
    let names = products.map(texts.name(ofProduct:))
    guard names.count > 4 else { return or(names) }
    let rest = "\(names.count - 3)"
    return words(
      "\(list(Array(names.prefix(3)))) and \(rest) more",
      "\(list(Array(names.prefix(3))))等 \(names.count) 种商品")
  }
}

/// A product as a page lists it, every text in one locale.
///
/// ```swift
/// for listing in gate.paywall().products.map(\.listing) {
///   show(listing.title, listing.priceText.text, listing.benefits)
///   if let days = listing.trial.map({ $0 / 86_400 }) { show("\(days) days free") }
/// }
/// ```
public struct ProductListing: Sendable, Hashable {
  /// Its name in the policy.
  public let name: String
  /// Its label, or its name.
  public let label: String
  /// The price for reference that the policy gives, if it does: the one in the currency that was
  /// asked for, else the first.
  public let price: Price?
  /// The prices in all currencies, the first one first.
  public let prices: [Price]
  /// Whether the price is negotiated.
  public let isPriceOnRequest: Bool
  /// The price as people read it: the store's where one was given, else the reference.
  public let priceText: PriceText
  /// Its ids in the stores.
  public let soldAs: [SoldAs]
  /// Its benefits in the policy's words.
  public let benefits: [String]
  /// The amounts that a purchase adds to limits and values, in words: `10 GB of storage`,
  /// `30 days to Page history`.
  public let adds: [String]
  /// How long an introductory free period is, in seconds, if there is one.
  public let trial: Int64?
  /// How long an introductory free period of whole months is, in months, if there is one.
  public let trialMonths: Int64?
  /// The lower price at the beginning, if there is one; it follows the free period.
  public let introductory: IntroductoryPrice?
  /// Whether it is the one to highlight.
  public let isRecommended: Bool
  /// Whether it is for sale at all. Some products are for sale to some users only: ``terms`` tell
  /// to whom.
  public let isForSale: Bool
  /// Whether a purchase counts for the family.
  public let isSharedWithFamily: Bool
  /// How many people may share a purchase; `nil` where the policy tells no number.
  public let mostSharing: Int64?
  /// The names of the products of which the user must have one, or buy it along; empty for none.
  public let onlyWith: [String]
  /// The names of the products that a user never has together with it.
  public let notWith: [String]
  /// The trial, the introductory price and the terms of the sale in words: `free trial: 7 days`, `only with Annual`.
  public let terms: [String]

  /// The label as a heading shows it: it begins with a capital, and a name without a label is
  /// read as words, `Csv export`.
  public var title: String { Heading.title(label, name: name) }

  /// The id of a product in a store.
  public struct SoldAs: Sendable, Hashable {
    /// The id in the store.
    public let id: String
    /// The store's name; empty where the policy names none.
    public let store: String
  }
}
