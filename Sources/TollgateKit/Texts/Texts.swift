import TollgateCompiler
package import TollgateRuntime

/// The texts of a policy for one locale: its labels, and its messages with the placeholders filled.
package struct Texts: Sendable {
  private let graph: RuleGraph?
  private let locale: String

  /// The texts of a policy; without one, none.
  package init(graph: RuleGraph?, locale: String) {
    self.graph = graph
    self.locale = locale
  }

  /// A label; nothing where there is none.
  package func label(_ index: LabelIndex) -> String? {
    localized(index)?.text
  }

  /// The label of a product, by its name or the id it is sold as.
  package func label(ofProduct name: String) -> String? {
    guard let graph, let index = graph.names.products[name] else { return nil }
    return label(graph.parts.products[Int(index)].label)
  }

  /// An amount in the unit of a meter, in the language of the locale; -1 counts things.
  package func quantity(_ value: Int64, ofMeter meter: Int32) -> String {
    QuantityText.print(value, unit(ofMeter: meter), Language(locale))
  }

  /// What the person reads when this rule denies or warns; nothing where the rule says nothing.
  ///
  /// - Parameter ways: The ways in of the decision.
  package func message(of blocker: Blocker, decision: Decision, ways: [WayIn]) -> String? {
    guard let graph, let inquiry = decision.inquiry,
      let text = localized(graph.parts.rules[Int(blocker.index)].message)
    else { return nil }
    let amounts = Amounts(of: inquiry, rule: blocker.index)
    return fill(text, amounts, decision) { ways }
  }

  /// What a reminder says; nothing where it says nothing. Amounts are those that stand after the
  /// decision.
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

  private func localized(_ index: LabelIndex) -> Label.Localized? {
    guard let graph, index >= 0 else { return nil }
    return graph.parts.labels[Int(index)].localized(in: locale)
  }

  private func unit(ofMeter meter: Int32) -> Meter.Unit {
    guard let graph, meter >= 0 else { return .count }
    return graph.parts.meters[Int(meter)].unit
  }
}

// MARK: Placeholders

extension Texts {
  /// Fills the placeholders of a text; what is not known is `?`. Words around the values are in
  /// the language of the text itself, whoever reads it.
  private func fill(
    _ text: Label.Localized,
    _ amounts: Amounts,
    _ decision: Decision,
    ways: () -> [WayIn]
  ) -> String {
    let language = text.language
    let unit = unit(ofMeter: amounts.meter)
    func amount(_ value: Int64?) -> String {
      value.map { QuantityText.print($0, unit, language) } ?? "?"
    }
    return Texts.replacingPlaceholders(in: text.text) { name in
      switch name {
      case "used": amount(amounts.used)
      case "limit": amount(amounts.limit)
      case "remaining": amount(amounts.remaining)
      case "requested": amount(amounts.requested)
      case "target": label(decision.inquiry?.subject.label ?? -1) ?? decision.target
      case "products": products(of: ways(), language)
      case "resets": amounts.resets.map(Texts.dateAndTime) ?? "?"
      default: nil
      }
    }
  }

  /// Replaces each `{name}` that stands for something; the rest stays as it is.
  package static func replacingPlaceholders(
    in text: String,
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
    }
    return result + rest
  }

  /// The products of the ways to buy: `Annual or Lifetime`, `年度订阅或终身买断`.
  private func products(of ways: [WayIn], _ language: Language) -> String {
    let sets = ways.compactMap { way -> String? in
      guard case .buy(let offers) = way else { return nil }
      return offers.map { label(ofProduct: $0.product) ?? $0.product }
        .joined(separator: language == .chinese ? "和" : " and ")
    }
    return sets.isEmpty ? "?" : sets.joined(separator: language == .chinese ? "或" : " or ")
  }

  /// `2026-02-21 00:00 UTC`, with seconds only where there are some.
  fileprivate static func dateAndTime(_ instant: Instant) -> String {
    let text = InstantText.print(instant).dropLast()
    let time = text.hasSuffix(":00") ? text.dropLast(3) : text
    return String(time.map { $0 == "T" ? " " : $0 }) + " UTC"
  }
}

extension Texts {
  /// `2026-03-01` for midnight UTC, else `2026-02-21 08:00 UTC`.
  static func dateOrTime(_ instant: Instant) -> String {
    let text = dateAndTime(instant)
    return text.hasSuffix(" 00:00 UTC") ? String(text.dropLast(" 00:00 UTC".count)) : text
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
