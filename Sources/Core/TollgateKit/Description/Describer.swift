import TollgateRuntime
import TollgateWords

/// Tells a policy back. It decides what is told and in which order; the words are those of its
/// ``Phrases``.
struct Describer {
  let graph: RuleGraph
  let texts: Texts
  let language: Language
  let phrases: Phrases
  let clauses: ClauseWords
  let reader: ClauseReader
  /// The products in the order in which they are told.
  let sortedProducts: [Int32]
  let patience: Patience
  /// The name that the entries are about; nil for all of them. Entries that cost little may be there
  /// all the same.
  let only: String?

  init(
    _ graph: RuleGraph, in locale: String, _ patience: Patience = Patience(), only: String? = nil,
    time: TimeText = .utc
  ) {
    self.patience = patience
    self.only = only
    self.graph = graph
    texts = Texts(graph: graph, locale: locale, time: time)
    language = Language(locale)
    phrases = Phrases(language: language)
    reader = ClauseReader(graph: graph)
    clauses = ClauseWords(reader, texts)
    sortedProducts = Describer.sort(graph.parts.products, reader)
  }

  var description: PolicyDescription {
    let policy = texts.label(graph.parts.label) ?? graph.name
    return PolicyDescription(
      policy: graph.name, language: language == .chinese ? "zh-Hans" : "en",
      title: phrases.title(policy),
      sections: PolicyDescription.Topic.allCases.map(section).filter { !$0.entries.isEmpty })
  }

  /// Whether an entry about these names is told, and there is time for it.
  func isTold(_ names: [String]) -> Bool {
    if let only, !names.contains(only) { return false }
    return patience.isLeft
  }

  private func section(_ topic: PolicyDescription.Topic) -> PolicyDescription.Section {
    var notes: [String] = []
    let entries: [PolicyDescription.Entry]
    switch topic {
    case .access:
      entries = accessEntries
      notes = phrases.accessNotes(hasLimits: graph.parts.rules.contains { $0.limit != nil })
    case .plans: entries = planEntries
    case .gifts: entries = giftEntries
    case .trust: entries = trustEntries
    case .facts: entries = factEntries
    case .rollouts: entries = rolloutEntries
    case .groups: entries = groupEntries
    }
    return PolicyDescription.Section(
      topic: topic, title: phrases.heading(topic), notes: notes, entries: entries)
  }
}

// MARK: Names

extension Describer {
  /// The name in the policy, with its label where that says more.
  func title(_ name: String, _ label: LabelIndex?) -> String {
    guard let label = texts.label(label), label != name else { return name }
    // `Pro (pro)` says nothing twice.
    if label.lowercased() == name.lowercased() { return label }
    return phrases.labelled(label, name)
  }
}

// MARK: Values

extension Describer {
  func amount(_ value: Int64, ofMeter meter: MeterIndex?) -> String {
    texts.quantity(value, ofMeter: meter)
  }
}
