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
    let amounts = Amounts(of: inquiry, rule: reminder.rule).after(using: reminder.value)
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
    var sentences: [String] = []
    var sentence = ""
    var isOver = false
    for character in text {
      if isOver, !character.isWhitespace {
        sentences.append(sentence)
        (sentence, isOver) = ("", false)
      } else if character.isWhitespace, let last = sentence.last, ".!?".contains(last) {
        isOver = true
      }
      sentence.append(character)
      if "。！？".contains(character) { isOver = true }
    }
    return sentence.isEmpty ? sentences : sentences + [sentence]
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
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let value = value(rest[rest.index(after: open)..<close])
      else {
        result.append(rest.removeFirst())
        continue
      }
      result += value
      rest = rest[rest.index(after: close)...]
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
