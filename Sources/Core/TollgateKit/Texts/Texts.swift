import TollgateCompiler
package import TollgateRuntime
package import TollgateWords

/// The texts of a policy for one locale: its labels, and its messages with the placeholders filled.
package struct Texts: Sendable, Bilingual {
  let graph: RuleGraph?
  /// The locale of the labels; empty for the first text of each.
  private let locale: String
  package let language: Language
  package let time: TimeText
  /// Whether things are called by their labels rather than by their names in the policy.
  let usesLabels: Bool

  /// The texts of a policy; without one, none.
  package init(
    graph: RuleGraph?, locale: String, time: TimeText = .utc, usesLabels: Bool = true
  ) {
    self.graph = graph
    self.time = time
    self.usesLabels = usesLabels
    language = Language(locale)
    self.locale = graph?.speaks(locale) == false ? "" : locale
  }

  /// The first step where the news of the purchases is too old.
  var refreshFirst: String {
    words(
      "Connect to the internet to refresh your purchases, and try again.",
      "请连接网络，刷新购买记录后重试。")
  }

  /// A label; `nil` if there is none.
  package func label(_ index: LabelIndex?) -> String? {
    localized(index)?.text
  }

  private func localized(_ index: LabelIndex?) -> Label.Localized? {
    guard let graph, usesLabels, let index else { return nil }
    return graph.parts.labels[Int(index)].localized(in: locale)
  }

  // MARK: Messages

  /// The message of a rule for the person whom it denies or warns; `nil` if it has none, and beside
  /// what is unknown: nobody knows whether it is true.
  ///
  /// - Parameter ways: The ways in of the decision.
  package func message(of blocker: Blocker, decision: Decision, ways: [WayIn]) -> String? {
    guard let graph, let inquiry = decision.inquiry, !blocker.reason.isUnknown,
      let text = localized(graph.parts.rules[Int(blocker.index)].message)
    else { return nil }
    let amounts = Amounts(of: inquiry, rule: blocker.index)
    return fill(text, amounts, decision) { ways }
  }

  /// The text of a reminder, with the amounts after the decision; `nil` if it has none.
  ///
  /// - Parameter ways: The ways in of the decision, if they are known already.
  package func text(
    of reminder: DueReminder,
    decision: Decision,
    ways: [WayIn]? = nil
  ) -> String? {
    guard let graph, let inquiry = decision.inquiry else { return nil }
    let rule = graph.parts.rules[Int(reminder.rule)]
    guard let text = localized(rule.reminders[reminder.reminder].label) else { return nil }
    var amounts = Amounts(of: inquiry, rule: reminder.rule)
    if let value = reminder.value { amounts = amounts.after(using: value) }
    amounts.ends = reminder.ends
    return fill(text, amounts, decision) { ways ?? decision.waysIn }
  }
}

// MARK: Names

extension Texts {
  /// The label of a product, by its name or the id it is sold as.
  package func label(ofProduct name: String) -> String? {
    product(named: name).flatMap { label($0.label) }
  }

  /// The label of an entitlement, or its name; `nil` if there is none of that name.
  func label(ofEntitlement name: String) -> String? {
    graph?.names.entitlements[name].map { self.name(ofEntitlement: $0) }
  }

  func meter(named name: String) -> Int32? {
    graph.flatMap { $0.names.meter(name, in: $0.parts) }
  }

  func product(named name: String) -> Product? {
    guard let graph, let index = graph.names.products[name] else { return nil }
    return graph.parts.products[Int(index)]
  }

  func name(ofEntitlement index: Int32) -> String {
    guard let entitlement = graph?.parts.entitlements[Int(index)] else { return "" }
    return label(entitlement.label) ?? entitlement.name
  }

  func name(ofMeter index: Int32) -> String {
    guard let meter = graph?.parts.meters[Int(index)] else { return "" }
    return label(meter.label) ?? meter.name
  }

  func name(ofFact index: Int32) -> String {
    guard let fact = graph?.parts.facts[Int(index)] else { return "" }
    return label(fact.label) ?? fact.name
  }

  func name(ofProduct index: Int32) -> String {
    guard let product = graph?.parts.products[Int(index)] else { return "" }
    return label(product.label) ?? product.name
  }

  // MARK: Amounts

  /// An amount in the unit of a meter, in the language of the locale; nil counts things.
  package func quantity(_ value: Int64, ofMeter meter: Int32?) -> String {
    AmountText.print(value, unit(ofMeter: meter), language)
  }

  /// The same beside another amount, in the unit of that one if it can be.
  func quantity(_ value: Int64, ofMeter meter: Int32?, beside other: Int64?) -> String {
    AmountText.print(value, beside: other, unit(ofMeter: meter), language)
  }

  /// So much of a meter, with its label: `1 bill`, `10 GB of storage`.
  package func things(_ value: Int64, ofMeter meter: Int32?) -> String {
    guard let meter else { return AmountText.grouped(value) }
    return AmountText.things(value, unit(ofMeter: meter), named: name(ofMeter: meter), language)
  }

  /// An amount of a meter with what its counters belong to: `3 per team`; others stay.
  func counted(_ amount: String, per meter: Int32?) -> String {
    guard let graph, let meter else { return amount }
    let owner = graph.parts.meters[Int(meter)].countedPer
    guard !owner.isEmpty else { return amount }
    return words("\(amount) per \(owner)", "\(amount)（按\(owner)计）")
  }

  /// When the days, weeks, months or years begin over which a meter is limited, as a sentence: `The
  /// month begins at 20:00 in Asia/Shanghai.`; nil for midnight.
  ///
  /// - Parameter others: What is told of a meter without a limit over any of them.
  func begin(ofMeter meter: MeterIndex, orElse others: [Window.Unit] = []) -> String? {
    guard let graph, let begin = graph.parts.meters[Int(meter)].begin else { return nil }
    let limited = graph.parts.rules.compactMap { rule in
      rule.limit.flatMap { $0.meter == meter ? $0.window.unit : nil }
    }
    let units = [Window.Unit.day, .week, .month, .year].filter(limited.contains)
    let told = units.isEmpty ? others : units
    return told.isEmpty ? nil : self.begin(begin, of: told)
  }

  func unit(ofMeter meter: Int32?) -> Meter.Unit {
    guard let graph, let meter else { return .count }
    return graph.parts.meters[Int(meter)].unit
  }
}

// MARK: Placeholders

extension Texts {
  /// Fills the placeholders of a text, in the language of the text itself. A sentence with a
  /// placeholder that has no value is left out; `nil` if none remains.
  private func fill(
    _ text: Label.Localized,
    _ amounts: Amounts,
    _ decision: Decision,
    ways: () -> [WayIn]
  ) -> String? {
    let language = text.language
    let unit = unit(ofMeter: amounts.meter)
    func amount(_ value: Int64?) -> String? {
      value.map { AmountText.print($0, beside: amounts.limit, unit, language) }
    }
    func target() -> String {
      guard let inquiry = decision.inquiry else { return decision.target }
      return label(inquiry.subject.label) ?? decision.target
    }
    // A text may name them hundreds of times.
    var products: String??
    func value(_ value: SettingValue?) -> String? {
      guard let value, let setting = amounts.setting else { return nil }
      return words(value, of: setting, language)
    }
    return Texts.sentences(of: text.text) { name in
      switch name {
      case "used": .some(amount(amounts.used))
      case "limit": .some(value(amounts.value) ?? amount(amounts.limit))
      case "remaining": .some(amount(amounts.remaining))
      case "requested": .some(value(amounts.reach) ?? amount(amounts.requested))
      case "target": .some(target())
      case "products": Texts.once(&products) { self.products(of: ways(), ConditionText(language)) }
      case "resets": .some(amounts.resets.map(time.dateAndTime))
      case "ends": .some(amounts.ends.map(time.dateAndTime))
      default: nil
      }
    }
  }

  /// The most bytes of a text whose placeholders are filled; a longer one ends in `…`.
  package static let mostFilled = 20_000

  private static func once(_ known: inout String??, _ value: () -> String?) -> String?? {
    if known == nil { known = .some(value().map(shortened)) }
    return known
  }

  /// A text of at most ``mostFilled`` bytes.
  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > mostFilled else { return text }
    var bytes = 0
    let kept = text.prefix { character in
      bytes += character.utf8.count
      return bytes <= mostFilled
    }
    return kept + "…"
  }

  /// The sentences of a text whose placeholders all have a value, filled; `nil` if none remains.
  ///
  /// - Parameter value: The value of a placeholder: `.some(nil)` if it has none now, `nil` for a
  ///   name that is not a placeholder.
  private static func sentences(
    of text: String, with value: (Substring) -> String??
  ) -> String? {
    if !text.utf8.contains(UInt8(ascii: "{")) { return shortened(text) }
    var result = ""
    var isShortened = false
    for sentence in split(text) {
      var isComplete = true
      if result.utf8.count > mostFilled { break }
      let filled = replacingPlaceholders(in: sentence, upTo: mostFilled) { name in
        guard let known = value(name) else { return nil }
        if known == nil { isComplete = false }
        return known ?? ""
      }
      if isComplete { result += filled } else { isShortened = true }
    }
    guard isShortened else { return shortened(result) }
    while result.last?.isWhitespace == true { result.removeLast() }
    return result.isEmpty ? nil : shortened(result)
  }

  /// A text after each sentence, with the spaces that follow it.
  private static func split(_ text: String) -> [String] {
    let scalars = text.unicodeScalars
    var sentences: [String] = []
    var (start, isOver, last) = (text.startIndex, false, Unicode.Scalar(0))
    for (place, scalar) in zip(scalars.indices, scalars) {
      let isSpace = scalar.properties.isWhitespace
      if isOver, !isSpace {
        sentences.append(String(text[start..<place]))
        (start, isOver) = (place, false)
      } else if isSpace, last == "." || last == "!" || last == "?" {
        isOver = true
      }
      if scalar == "。" || scalar == "！" || scalar == "？" { isOver = true }
      last = scalar
    }
    return start == text.endIndex ? sentences : sentences + [String(text[start...])]
  }

  /// Replaces each `{name}` that has a value; the rest stays as it is. It stops when the result has
  /// more than so many bytes.
  package static func replacingPlaceholders(
    in text: String,
    upTo limit: Int = .max,
    with value: (Substring) -> String?
  ) -> String {
    var result = ""
    var rest = text[...]
    // Braces are one byte each, and no part of another character.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")),
        let value = value(rest[rest.utf8.index(after: open)..<close])
      else {
        result.append(rest.removeFirst())
        continue
      }
      result += value
      rest = rest[rest.utf8.index(after: close)...]
      if result.utf8.count > limit { return result }
    }
    return result + rest
  }

  /// The products of the ways to buy: `Annual or Lifetime`, `年度订阅或终身买断`; `nil` if there are
  /// none.
  private func products(of ways: [WayIn], _ words: ConditionText) -> String? {
    let sets = ways.compactMap { way -> String? in
      guard case .buy(let offers) = way else { return nil }
      return words.and(offers.map { label(ofProduct: $0.product) ?? $0.product })
    }
    return sets.isEmpty ? nil : words.or(sets)
  }
}

extension Label.Localized {
  /// The language of the text. The first text has no tag: it is Chinese if it has a Chinese
  /// character.
  fileprivate var language: Language {
    guard locale.isEmpty else { return Language(locale) }
    let isChinese = text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    return isChinese ? .chinese : .english
  }
}

extension Texts {
  /// The price of a product in words: `12 CNY per year`, `price on request`.
  ///
  /// - Parameter currency: The currency to show, if the product has a price in it; else the first.
  func price(of product: Product, in currency: String? = nil) -> String {
    if let price = product.price(in: currency) { return words(price) }
    return product.isPriceOnRequest ? priceOnRequest : words("price in the store", "价格以商店为准")
  }

  /// The prices of a product in all currencies, in words: `59.99 USD or 388 CNY per year`. They are
  /// paid for the same period, and for each of the same meter.
  func prices(of product: Product) -> String {
    guard let first = product.prices.first else { return price(of: product) }
    return first.words(
      language, counting: counted(first), or: Array(product.prices.dropFirst()))
  }

  /// A price with the label of the meter that it counts.
  func words(_ price: Price) -> String { price.words(language, counting: counted(price)) }

  /// The introductory price of a product: `5 USD per month for the first 3 months`; `nil` if it has
  /// none.
  ///
  /// - Parameter currency: The one currency to show; `nil` for all.
  func introduction(of product: Product, only currency: String? = nil) -> String? {
    product.introductionWords(
      language, counting: product.price.flatMap { counted($0) }, only: currency)
  }

  var priceOnRequest: String { words("price on request", "价格面议") }

  /// The things that a price counts, if it is one for each of them.
  func counted(_ price: Price) -> CountedThings? {
    guard let each = price.each, let meter = meter(named: each.meter) else { return nil }
    return CountedThings(each, unit: unit(ofMeter: meter), named: name(ofMeter: meter), language)
  }

  /// The free period of a product: `7 days`, `1 month`; `nil` if it has none.
  func trial(of product: Product) -> String? {
    if product.trialMonths > 0 {
      return PeriodText(language: language).length(ofMonths: product.trialMonths)
    }
    return product.trial.map { duration($0) }
  }
}

extension Texts {
  /// `449 of 500 per day used, 51 left`, `500 of 30 used, 470 over`, and how the counter falls next.
  package func words(_ quota: Quota, ofMeter meter: Int32, in inquiry: Inquiry?) -> String {
    // Used and left are told in the unit of the limit, so that people can compare them.
    func amount(_ value: Int64?) -> String {
      value.map { quantity($0, ofMeter: meter, beside: quota.limit) }
        ?? words("an unknown amount", "未知")
    }
    let window = window(quota.window)
    if quota.used == nil, quota.limit == nil, !quota.isUnlimited, !quota.isUndecided {
      return words("usage\(window) and limit unknown", "\(window)用量和上限未知")
    }
    if quota.used == nil, let limit = quota.limit {
      let most = counted(amount(limit), per: meter) + carried(quota, ofMeter: meter)
      return words("limit \(most)\(window), usage unknown", "\(window)上限 \(most)，用量未知")
    }
    let used = amount(quota.used)
    if quota.isUnlimited || quota.isUndecided {
      let usage =
        quota.used == nil
        ? words("usage\(window) unknown", "\(window)用量未知")
        : words("\(used)\(window) used", "\(window)已用 \(used)")
      return usage
        + (quota.isUnlimited
          ? words(", unlimited", "，不限量")
          : words(", the free amount is not decided yet", "，免费额度尚未确定"))
    }
    guard quota.limit != nil else {
      return words("\(used)\(window) used, the limit is unknown", "\(window)已用 \(used)，上限未知")
        + fall(of: quota, ofMeter: meter, in: inquiry)
    }
    let limit = counted(amount(quota.limit), per: meter)
    let carried = carried(quota, ofMeter: meter)
    let rest: String
    if let over = quota.over, over > 0 {
      rest = words("\(amount(over)) over", "超出 \(amount(over))")
    } else {
      let left = quota.remaining == 0 ? words("none", "0") : amount(quota.remaining)
      rest = words("\(left) left", "剩余 \(left)")
    }
    return words(
      "\(used) of \(limit)\(window)\(carried) used, \(rest)",
      "\(window)已用 \(used)，上限 \(limit)\(carried)，\(rest)")
      + beyond(quota, ofMeter: meter) + fall(of: quota, ofMeter: meter, in: inquiry)
  }

  /// `, resets at …`; of a counter that falls by a step, `, falls to 12 at …`.
  private func fall(of quota: Quota, ofMeter meter: Int32, in inquiry: Inquiry?) -> String {
    guard let resets = quota.resets else { return "" }
    let instant = time.exact(resets)
    let input = inquiry?.prepared.input
    guard let used = input?.used(meter, quota.window, at: resets.milliseconds), used > 0 else {
      return words(", resets at \(instant)", "，\(instant) 重新计数")
    }
    let amount = quantity(used, ofMeter: meter)
    return words(", falls to \(amount) at \(instant)", "，\(instant) 降至 \(amount)")
  }
}

extension Texts {
  /// A value of a setting as people read it: `30 days`, `12.5%`, the label of a choice.
  package func words(_ value: SettingValue, of setting: SettingIndex) -> String {
    words(value, of: setting, language)
  }

  /// The same in the language of a text.
  func words(_ value: SettingValue, of setting: SettingIndex, _ language: Language) -> String {
    switch value {
    case .count(let number): return AmountText.grouped(number)
    case .bytes(let number): return AmountText.print(number, .bytes, language)
    case .seconds(let number): return AmountText.print(number, .seconds, language)
    case .basisPoints(let number): return number.percent
    case .months(let number): return PeriodText(language: language).length(ofMonths: number)
    case .choice(let name, let place): return self.name(ofChoice: place, of: setting) ?? name
    case .unlimited: return language == .chinese ? "不限" : "unlimited"
    }
  }

  /// The label of a setting, or its name.
  func name(ofSetting setting: SettingIndex) -> String {
    guard let graph else { return "" }
    let target = graph.parts.targets[Int(graph.target(ofSetting: setting).index)]
    return label(target.label) ?? target.name
  }

  /// The amount that a product adds to the value of a setting.
  func words(_ addition: Product.Addition) -> String {
    let things = things(addition.amount, ofMeter: addition.meter)
    return addition.window.map { over(things, $0) } ?? things
  }

  func words(_ addition: Product.SettingAddition) -> String {
    guard let graph else { return "" }
    let setting = addition.setting
    return words(graph.value(.quantity(addition.amount), of: setting), of: setting)
  }

  private func name(ofChoice place: Int, of setting: SettingIndex) -> String? {
    guard let choices = graph?.parts.settings[Int(setting)].choices else { return nil }
    return label(choices[place].label) ?? choices[place].name
  }

  /// The value of a setting, and the one that is possible if that is another.
  package func words(_ state: SettingState, of setting: SettingIndex) -> String {
    let value = words(state.value, of: setting)
    guard state.possible != state.value else { return value }
    let possible = words(state.possible, of: setting)
    return words("\(value), perhaps \(possible)", "\(value)，可能为 \(possible)")
  }
}

/// The amounts that a text about a rule may name: those of the rule's own limit and its window,
/// which need not be the tightest.
struct Amounts {
  /// The meter they are amounts of; nil for none.
  var meter: Int32?
  var used: Int64?
  var limit: Int64?
  var remaining: Int64?
  var requested: Int64?
  var resets: Instant?
  /// When what a reminder is about ends.
  var ends: Instant?
  /// The setting whose own rule it is, its value, and the value that is asked for.
  var setting: SettingIndex?
  var value: SettingValue?
  var reach: SettingValue?

  /// The amounts now; a rule without a limit has none.
  init(of inquiry: Inquiry, rule: Int32) {
    guard let limit = inquiry.graph[rule: rule].limit else { return }
    if case .setting(let setting) = limit.kind {
      self.setting = setting
      var evaluation = inquiry.evaluation()
      value = inquiry.graph.value(evaluation.value(of: setting), of: setting)
      switch inquiry.ask.growth {
      case .adding: break
      case .reaching(let value): reach = inquiry.graph.value(.quantity(value), of: setting)
      case .reachingUnlimited: reach = .unlimited
      }
      return
    }
    let quota = inquiry.quota(of: limit)
    meter = limit.meter
    used = quota.used
    self.limit = quota.limit
    remaining = quota.remaining
    requested = quota.requested
    resets = quota.resets
  }

  /// The amounts once so much is used.
  func after(using value: Int64) -> Amounts {
    var amounts = self
    amounts.used = value
    amounts.remaining = limit.map { max(0, $0.saturatingAdd(-value)) }
    return amounts
  }
}

// A locale is a BCP 47 tag. A text serves a locale if it has its very tag, a shorter one, or one
// of the same language (in the same script for Chinese); the first text serves all others.
extension Policy {
  /// Whether a label or message of the policy is written in the language of a tag.
  package func hasLabels(in locale: String) -> Bool {
    let wanted = LanguageTag(locale)
    return graph.parts.labels.contains { label in
      label.texts.contains { text in
        let tag = LanguageTag(text.locale)
        return !text.locale.isEmpty && tag.parts.first == wanted.parts.first
          && tag.chineseScript == wanted.chineseScript
      }
    }
  }

  /// The policy's own label in a locale, or its name.
  public func label(in locale: String) -> String {
    Texts(graph: graph, locale: locale).label(graph.parts.label) ?? name
  }

  /// The label of a feature, a member of a series, a meter or a group; its name where it has none,
  /// or where the policy does not know it.
  public func label(ofTarget name: String, in locale: String) -> String {
    let texts = Texts(graph: graph, locale: locale)
    if let target = graph.names.targets[name] {
      return texts.label(graph.parts.targets[Int(target)].label) ?? name
    }
    guard let group = graph.names.groups[name] else { return name }
    return texts.label(graph.parts.groups[Int(group)].label) ?? name
  }

  /// The label of a product, by its name or an id it is sold as; its name where it has none, and
  /// what was asked for where the policy does not know it.
  public func label(ofProduct name: String, in locale: String) -> String {
    guard let index = graph.names.products[name] else { return name }
    let product = graph.parts.products[Int(index)]
    return Texts(graph: graph, locale: locale).label(product.label) ?? product.name
  }

  /// The label of a tier or another entitlement; its name where it has none, or where the policy
  /// does not know it.
  public func label(ofEntitlement name: String, in locale: String) -> String {
    guard let index = graph.names.entitlements[name] else { return name }
    let label = graph.parts.entitlements[Int(index)].label
    return Texts(graph: graph, locale: locale).label(label) ?? name
  }
}

extension RuleGraph {
  /// Whether people who read a locale are told everything in it. Tollgate's own words are English or
  /// Chinese, and a label may stand beside them; in another language a policy has all of its labels,
  /// or none is shown: nobody reads two languages at once.
  func speaks(_ locale: String) -> Bool {
    let wanted = LanguageTag(locale)
    guard let language = wanted.parts.first, language != "en", language != "zh" else { return true }
    for label in parts.labels {
      guard label.texts.dropFirst().contains(where: { LanguageTag($0.locale).serves(wanted) })
      else { return false }
    }
    return true
  }
}
