import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let missingTranslation = LintRule(
    DiagnosticPage(
      "TG0601", "a translation that is missing", level: .note,
      what: "Labels have no text for a locale in which other labels of the file have one.",
      why: "People read one screen in two languages: the first text replaces a "
        + "missing one.",
      avoid: "feature csv-export \"CSV export\" zh-Hans \"CSV 导出\"\nfeature help \"Help\"\n"
        + "csv-export requires pro\nhelp requires nothing\n",
      prefer: "feature csv-export \"CSV export\" zh-Hans \"CSV 导出\"\n"
        + "feature help \"Help\" zh-Hans \"帮助\"\ncsv-export requires pro\nhelp requires nothing\n",
      exceptions: "A text in the same language serves another region: `zh-Hans` serves `zh-CN`. "
        + "The two ways to write Chinese do not serve each other. All missing texts are one "
        + "finding, with the places."
    )
  ) { pass in
    let labels = pass.policy.labels
    let translations = Translations(of: labels)
    for index in labels.indices where !translations.missing[index].isEmpty {
      pass.report(sharing: [], about: [.label(index)]) { _, subjects in
        translations.diagnostic(about: subjects.labels, of: labels)
      }
    }
  }
}

/// Which labels have no text in a language in which others have one.
private struct Translations: Sendable {
  private var locales: [(tag: LanguageTag, text: String, labels: [Int])] = []
  /// The locales that each label lacks, in the order of their first use.
  private(set) var missing: [[String]] = []

  init(of labels: [CheckedLabel]) {
    let tags = labels.map { $0.label.texts.dropFirst().map { LanguageTag($0.locale) } }
    for (index, label) in labels.enumerated() {
      for (text, tag) in zip(label.label.texts.dropFirst(), tags[index]) {
        // One text serves all who read a language.
        if let known = locales.firstIndex(where: { $0.tag.serves(tag) }) {
          if locales[known].labels.last != index { locales[known].labels.append(index) }
        } else {
          locales.append((tag, text.locale, [index]))
        }
      }
    }
    missing = tags.map { tags in
      locales.filter { locale in !tags.contains { $0.serves(locale.tag) } }.map { $0.text }
    }
  }

  /// One finding about all labels that lack something, at the first of them.
  func diagnostic(about indices: [Int], of labels: [CheckedLabel]) -> Diagnostic {
    let page = LintRule.missingTranslation.page
    let lacking = locales.map { $0.text }.filter { text in
      indices.contains { missing[$0].contains(text) }
    }
    let list = words(lacking)
    let first = labels[indices[0]].label.texts.first?.text ?? ""
    let headline =
      indices.count == 1
      ? "“\(first)” has no text in \(list)"
      : "\(indices.count) of \(labels.count) labels have no text in \(list)"
    // Where few have one, they are named: perhaps they are what is too much.
    let few = locales.filter { lacking.contains($0.text) && $0.labels.count < indices.count }
    return Diagnostic(
      code: page.code, level: page.level, headline: headline, span: labels[indices[0]].span,
      label: indices.count == 1
        ? "other labels have one" : "no text in \(words(missing[indices[0]]))",
      related: few.compactMap { locale in
        let whole = locale.labels.first { missing[$0].isEmpty }
        return whole.map { .init(labels[$0].span, "has one in `\(locale.text)`") }
      } + indices.dropFirst().map { .init(labels[$0].span, "no text in \(words(missing[$0]))") },
      notes: few.map { "labels with a text in `\($0.text)`: \($0.labels.count)" },
      help: [
        indices.count == 1
          ? "add a text for \(list) after the label" : "add the missing texts after these labels"
      ])
  }

  private func words(_ locales: [String]) -> String {
    let names = locales.map { "`\($0)`" }
    let first = names.dropLast().joined(separator: ", ")
    return first.isEmpty ? names.joined() : "\(first) or \(names[names.count - 1])"
  }
}

extension [LintTopic] {
  /// The labels among them, ascending.
  fileprivate var labels: [Int] {
    var labels: [Int] = []
    for case .label(let label) in self { labels.append(label) }
    return labels.sorted()
  }
}

extension CheckedPolicy {
  /// Every label that a person may read.
  var labels: [CheckedLabel] {
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
    for setting in settings {
      add(setting.label)
      for choice in setting.choices { add(choice.label) }
    }
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
