import TollgateRuntime
package import TollgateSyntax

extension Draft {
  /// A label, its locales checked.
  func label(_ syntax: LabelSyntax?) -> CheckedLabel? {
    guard let syntax else { return nil }
    var texts = [Label.Localized(locale: "", text: syntax.text.value)]
    var known: [String: Span] = [:]
    for (locale, text) in syntax.translations {
      guard LocaleTag.isWellFormed(locale.text) else {
        report(.label(.locale(locale.text)), at: locale.span)
        continue
      }
      if let first = known[LocaleTag.folded(locale.text)] {
        report(.label(.localeTwice(locale.text, first)), at: locale.span)
        continue
      }
      known[LocaleTag.folded(locale.text)] = locale.span
      texts.append(Label.Localized(locale: locale.text, text: text.value))
    }
    return CheckedLabel(label: Label(texts), span: syntax.span)
  }

  /// A label with placeholders in braces.
  func message(_ syntax: LabelSyntax?) -> CheckedLabel? {
    guard let syntax else { return nil }
    checkPlaceholders(in: syntax.text.span)
    for translation in syntax.translations { checkPlaceholders(in: translation.text.span) }
    return label(syntax)
  }

  private func checkPlaceholders(in span: Span) {
    for placeholder in source.placeholders(in: span)
    where !Draft.placeholders.contains(placeholder.name) {
      report(.label(.placeholder(placeholder.name)), at: placeholder.span)
    }
  }

  static let placeholders = [
    "used", "limit", "remaining", "requested", "target", "products", "resets", "ends",
  ]

  /// The placeholder that another word stands for; nil for none.
  static func placeholder(for word: String) -> String? {
    switch word.lowercased() {
    case "count", "usage", "current", "total", "value", "number", "n", "x", "used-count", "have",
      "已用", "使用量", "当前", "数量", "used_count":
      "used"
    case "max", "maximum", "quota", "cap", "allowed", "allowance", "most", "上限", "限额", "限制", "最多",
      "总数":
      "limit"
    case "left", "rest", "available", "remain", "free", "剩余", "剩下", "余额", "可用", "还剩":
      "remaining"
    case "amount", "adding", "added", "wanted", "new", "asked", "quantity", "请求": "requested"
    case "name", "feature", "meter", "item", "thing", "what", "名称", "功能", "项目": "target"
    case "plan", "plans", "tier", "upgrade", "buy", "price", "offer", "产品", "套餐", "升级": "products"
    case "date", "reset", "when", "time", "until", "renews", "next", "day", "日期", "重置", "时间":
      "resets"
    case "end", "expires", "expiry", "expiration", "ends-at", "ends_at", "到期", "结束": "ends"
    default: nil
    }
  }

  /// One of the language's fixed words.
  func word(_ name: NameSyntax, _ list: WordList) -> String? {
    if list.words.contains(name.text) { return name.text }
    report(.name(.unknownWord(name.text, list)), at: name.span)
    return nil
  }
}

extension Source {
  /// The placeholders in braces of texts as they are written: neither braces nor names are ever
  /// escaped.
  package func placeholders(in span: Span) -> [(name: String, span: Span)] {
    var found: [(name: String, span: Span)] = []
    var open: Int?
    for offset in span.start..<min(span.end, bytes.count) {
      if bytes[offset] == UInt8(ascii: "{") {
        open = offset
      } else if bytes[offset] == UInt8(ascii: "}"), let start = open {
        open = nil
        found.append((text(Span(start + 1, offset)), Span(start, offset + 1)))
      }
    }
    return found
  }
}
