import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let missingTranslation = LintRule(
    DiagnosticPage(
      "TG0601", "a translation that is missing", level: .note,
      what: "A label has no text for a locale in which other labels of the file have one.",
      why: "People read one screen in two languages: the first text replaces a "
        + "missing one.",
      avoid: "feature csv-export \"CSV export\" zh-Hans \"CSV 导出\"\nfeature help \"Help\"\n"
        + "csv-export requires pro\nhelp requires nothing\n",
      prefer: "feature csv-export \"CSV export\" zh-Hans \"CSV 导出\"\n"
        + "feature help \"Help\" zh-Hans \"帮助\"\ncsv-export requires pro\nhelp requires nothing\n",
      exceptions: "A text in the same language serves another region: `zh-Hans` serves `zh-CN`. "
        + "The two ways to write Chinese do not serve each other."
    )
  ) { pass in
    let labels = pass.policy.labels
    var locales: [(tag: LanguageTag, text: String)] = []
    for label in labels {
      for text in label.label.texts.dropFirst() {
        let tag = LanguageTag(text.locale)
        // One text serves all who read a language.
        if !locales.contains(where: { $0.tag.serves(tag) }) { locales.append((tag, text.locale)) }
      }
    }
    guard !locales.isEmpty else { return }
    for label in labels {
      let tags = label.label.texts.dropFirst().map { LanguageTag($0.locale) }
      var missing: [String] = []
      for locale in locales where !tags.contains(where: { $0.serves(locale.tag) }) {
        missing.append("`\(locale.text)`")
      }
      guard !missing.isEmpty else { continue }
      let list = missing.joined(separator: ", ")
      let first = label.label.texts.first?.text ?? ""
      pass.report(
        "“\(first)” has no text in \(list)", at: label.span, "other labels have one",
        help: ["add a text for \(list) after the label"])
    }
  }
}

extension CheckedPolicy {
  /// Every label that a person may read.
  fileprivate var labels: [CheckedLabel] {
    var labels: [CheckedLabel] = []
    func add(_ label: CheckedLabel?, _ benefits: [CheckedLabel] = []) {
      if let label { labels.append(label) }
      labels += benefits
    }
    add(label)
    for entitlement in entitlements { add(entitlement.label, entitlement.benefits) }
    for product in products { add(product.label, product.benefits) }
    for meter in meters { add(meter.label) }
    for feature in features { add(feature.label, feature.benefits) }
    for group in groups { add(group.label) }
    for fact in facts { add(fact.label) }
    for rollout in rollouts { add(rollout.label) }
    for rule in rules {
      add(rule.message)
      for reminder in rule.reminders { add(reminder.label) }
    }
    return labels
  }
}
