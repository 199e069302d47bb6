package import TollgateCompiler
public import TollgateRuntime
package import TollgateSyntax
package import TollgateWords

/// The shape of a decision in JSON: a field is added, never changed.
package enum DecisionJSON {
  /// The schema that is written.
  package static let schema: Int64 = 1
  /// Most decisions are shorter, in bytes.
  fileprivate static let usualSize = 1_000
}

extension Decision {
  /// The decision in JSON, schema 1, on one line, or with each member on its own line.
  ///
  /// Every key is always there, in the same order; missing values are `null` or empty. Instants are
  /// UTC, amounts are in the meter's unit, and the period of a price is an ISO 8601 duration (`P1M`,
  /// `P1Y`), `null` for once, `use` for a price for use. `message` and the `text` of a reminder are texts of the policy with
  /// their placeholders filled, `null` if it has none.
  ///
  /// - Parameters:
  ///   - policy: The policy that decided.
  ///   - locale: A BCP 47 tag for the texts; empty for the policy's first ones.
  ///   - currency: The ISO 4217 code of the currency of the prices; a product with no price in this currency shows its first price.
  ///   - pretty: Whether each member is on its own line.
  public func json(
    policy: Policy, locale: String = "", currency: String? = nil, pretty: Bool = false
  ) -> String {
    writer(policy: policy, locale: locale, currency: currency, pretty: pretty).text
  }

  /// The same, written.
  package func writer(
    policy: Policy, locale: String = "", currency: String? = nil, pretty: Bool = false
  ) -> JSONWriter {
    var writer = JSONWriter(pretty: pretty, reserving: DecisionJSON.usualSize)
    write(to: &writer, policy: policy, locale: locale, currency: currency)
    return writer
  }

  /// Writes the decision as an object.
  package func write(
    to writer: inout JSONWriter, policy: Policy, locale: String = "", currency: String? = nil
  ) {
    let details = details
    let ways = details.waysIn
    let texts = Texts(graph: inquiry?.graph, locale: locale)
    writer.object { writer in
      writer.member("schema", number: DecisionJSON.schema)
      writer.member("policy", policy.name)
      writer.member("fingerprint", policy.fingerprint)
      writer.member("target", target)
      writer.member("outcome", outcome.rawValue)
      writer.member("reason", reason.rawValue)
      writer.member("flags", details.flags.map { $0.rawValue })
      writer.member("quota", details.quota) { $0.write(to: &$1) }
      writer.array("uses", uses) { $0.write(to: &$1) }
      writer.array("blockers", details.blockers) { blocker, writer in
        let message = texts.message(of: blocker, decision: self, ways: ways)
        blocker.write(to: &writer, message: message)
      }
      writer.array("waysIn", ways) { $0.write(in: currency, to: &$1) }
      writer.member("reminder", details.reminder) { reminder, writer in
        let text = texts.text(of: reminder, decision: self, ways: ways)
        reminder.write(to: &writer, text: text)
      }
      writer.member("prompt", details.prompt) { $0.write(to: &$1) }
      writer.member("validUntil", details.validUntil)
      writer.member("value", details.value) { $0.write(to: &$1) }
      writer.member("instead", details.instead)
    }
  }
}

extension Quota {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("meter", meter)
      writer.member("limit", number: limit)
      writer.member("undecided", isUndecided)
      writer.member("used", number: used)
      writer.member("requested", number: requested)
      writer.member("remaining", number: remaining)
      writer.member("over", number: over)
      writer.member("uses", number: uses)
      writer.member("carried", number: carried)
      writer.member("beyond", beyond) { beyond, writer in
        writer.object { $0.member("upTo", number: beyond.upTo) }
      }
      writer.member("unlimited", isUnlimited)
      writer.member("window", window.name)
      writer.member("resets", resets)
    }
  }
}

extension TakenAmount {
  /// Writes the amount as an object.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("meter", meter)
      writer.member("amount", number: amount)
    }
  }
}

extension Blocker {
  fileprivate func write(to writer: inout JSONWriter, message: String?) {
    writer.object { writer in
      writer.member("rule", rule)
      writer.member("file", file)
      writer.member("line", line)
      writer.member("reason", reason.rawValue)
      writer.member("needs", needs)
      writer.member("soft", isSoft)
      writer.member("message", message)
      writer.member("charge", charge) { $0.write(to: &$1) }
    }
  }
}

extension Charge {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("units", number: units)
      writer.member("of", number: of)
      writer.member("amount", amount)
      writer.member("currency", currency)
      writer.member("period", period?.duration)
    }
  }
}

extension WayIn {
  /// Writes the way as an object, with prices in a currency, else each product's first.
  package func write(in currency: String?, to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .refresh(let missing):
        writer.member("kind", "refresh")
        writer.key("missing")
        missing.write(to: &writer)
      case .fixPayment(let product):
        writer.member("kind", "fix-payment")
        writer.member("product", product)
      case .buy(let offers):
        writer.member("kind", "buy")
        writer.member("products", offers.map { $0.product })
        writer.array("prices", offers) { $0.writePrice(in: currency, to: &$1) }
        if isAfterTrial { writer.member("afterTrial", true) }
      case .trialEnds(let product, let end):
        writer.member("kind", "trial-ends")
        writer.member("product", product)
        writer.member("at", end)
      case .wait(let until):
        writer.member("kind", "wait")
        writer.member("until", until)
      case .reduce(let meter, let amount):
        writer.member("kind", "reduce")
        writer.member("meter", meter)
        writer.member("by", number: amount)
      }
    }
  }
}

extension MissingData {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("purchases", purchases)
      writer.member("facts", facts)
      writer.member("usage", usage)
      writer.member("allowances", allowances)
    }
  }
}

extension Offer {
  /// Writes its price in a currency, else its first; `null` for a price that only the store has.
  fileprivate func writePrice(in currency: String?, to writer: inout JSONWriter) {
    if let price = price(in: currency) {
      price.write(to: &writer)
    } else if isPriceOnRequest {
      writer.object { writer in
        for key in ["amount", "currency", "period"] { writer.member(key, String?.none) }
      }
    } else {
      writer.null()
    }
  }
}

extension Price {
  /// Writes the price as an object.
  func write(to writer: inout JSONWriter) {
    writer.object { writeMembers(to: &$0) }
  }

  /// Writes the members of the object.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("amount", amount)
    writer.member("currency", currency)
    writer.member("period", period.duration)
    if let perMonth { writer.member("perMonth", perMonth) }
    guard let each else { return }
    writer.member("each", each.meter)
    if each.of != 1 { writer.member("of", number: each.of) }
    if let least = each.atLeast { writer.member("atLeast", number: least) }
  }
}

extension Price.Period {
  /// The period as an ISO 8601 duration, or `use`; nil for once.
  package var duration: String? {
    switch self {
    case .once: nil
    case .weeks(let count): "P\(count)W"
    case .months(let count): count % 12 == 0 ? "P\(count / 12)Y" : "P\(count)M"
    case .use: "use"
    }
  }
}

extension DueReminder {
  fileprivate func write(to writer: inout JSONWriter, text: String?) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("at", number: at)
      writer.member("ends", ends)
      writer.member("level", isProminent ? "prominent" : "gentle")
      writer.member("text", text)
      writer.member("snoozedUntil", snoozedUntil)
    }
  }
}

extension Prompt {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("as", presentation)
      writer.member("dismissible", isDismissible)
      writer.member("snoozedUntil", snoozedUntil)
    }
  }
}

extension SettingState {
  /// Writes the value of a setting, what is possible, and what can be bought for a better one.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      value.writeValue(to: &writer)
      writer.member("unit", kind.unit)
      writer.member("unlimited", value.isUnlimited)
      writer.object("possible") { writer in
        possible.writeValue(to: &writer)
        writer.member("unlimited", possible.isUnlimited)
      }
      writer.array("better", better) { better, writer in
        writer.object { writer in
          better.value.writeValue(to: &writer)
          writer.member("unlimited", better.value.isUnlimited)
          writer.member("buy", better.products)
        }
      }
    }
  }
}

extension SettingValue {
  /// Writes a value with its unit.
  package func write(to writer: inout JSONWriter, unit: String?) {
    writer.object { writer in
      writeValue(to: &writer)
      writer.member("unit", unit)
      writer.member("unlimited", isUnlimited)
    }
  }

  /// Writes `value`: a number, the name of a choice, or `null` for unlimited.
  fileprivate func writeValue(to writer: inout JSONWriter) {
    if case .choice(let name, _) = self {
      writer.member("value", name)
    } else {
      writer.member("value", number: number)
    }
  }
}

extension Setting.Kind {
  /// The unit of a value; nil for a choice.
  package var unit: String? {
    switch self {
    case .count: "count"
    case .bytes: "bytes"
    case .seconds: "seconds"
    case .basisPoints: "basis-points"
    case .months: "months"
    case .choice: nil
    }
  }
}

extension ReachText.ParseError {
  /// The form that a text should have, and why it has not.
  package func words(_ text: String, _ language: Language) -> String {
    let isChinese = language == .chinese
    let shown = JSONText.quoted(text)
    switch self {
    case .noValues:
      return isChinese
        ? "对象没有可达到的值，实际为 \(shown)"
        : "this target takes no value: leave out --reaching, found \(shown)"
    case .choice(let names):
      let list = names.map { JSONText.quoted($0) }.joined(separator: isChinese ? "、" : ", ")
      return isChinese ? "应为以下之一：\(list)，实际为 \(shown)" : "expected one of \(list), found \(shown)"
    case .quantity(let kind, let mayBeUnlimited, let headline):
      let unlimited = mayBeUnlimited ? (isChinese ? "，或 \"unlimited\"" : ", or \"unlimited\"") : ""
      let why = headline.map { (isChinese ? "：" : ": ") + $0 } ?? ""
      let expected = ReachText.ParseError.example(of: kind, isChinese: isChinese) + unlimited
      return isChinese
        ? "应为\(expected)，实际为 \(shown)\(why)" : "expected \(expected), found \(shown)\(why)"
    }
  }

  private static func example(of kind: Setting.Kind, isChinese: Bool) -> String {
    switch kind {
    case .count: isChinese ? "整数，如 500" : "a whole number such as 500"
    case .bytes: isChinese ? "字节数或大小，如 5GB" : "a number of bytes or a size such as 5GB"
    case .seconds:
      isChinese
        ? "时长，如 2h，或以对象单位计的整数" : "a duration such as 2h, or a whole number in the target's own unit"
    case .basisPoints:
      isChinese
        ? "百分比，如 12.5%，或以万分之一计的整数" : "a percentage such as 12.5%, or its hundredths of a percent"
    case .choice: isChinese ? "选项之一" : "one of the choices"
    case .months: isChinese ? "月数，如 3 months" : "a number of months such as 3 months"
    }
  }
}

extension Policy {
  /// Writes everything that a user may and may not use, as `tollgate access` prints it.
  ///
  /// - Parameter goesOn: Is called after each target, and may take what was written; it says whether
  ///   to go on.
  package func writeAccess(
    for snapshot: PreparedSnapshot, at now: Instant, to writer: inout JSONWriter,
    _ goesOn: (inout JSONWriter) -> Bool = { _ in true }
  ) {
    writer.object { writer in
      writer.member("schema", number: DecisionJSON.schema)
      writer.member("policy", name)
      writer.member("fingerprint", fingerprint)
      writer.member("tier", tier(in: snapshot, at: now))
      writer.key("targets")
      writer.array { writer in
        for target in graph.targets {
          graph.decide(target, for: snapshot, at: now).write(to: &writer, policy: self)
          guard goesOn(&writer) else { break }
        }
      }
    }
  }
}
