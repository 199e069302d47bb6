import TollgateRuntime

/// Tells a policy back. It decides what is told and in which order; the words are those of its
/// ``Phrases``.
struct Describer {
  let graph: RuleGraph
  let texts: Texts
  let language: Language
  let phrases: any Phrases
  let reader: ClauseReader
  /// The products in the order in which they are told.
  let sortedProducts: [Int32]

  init(_ graph: RuleGraph, in locale: String) {
    self.graph = graph
    texts = Texts(graph: graph, locale: locale)
    language = Language(locale)
    phrases = language == .chinese ? ChinesePhrases() : EnglishPhrases()
    reader = ClauseReader(graph: graph)
    sortedProducts = Describer.sort(graph.parts.products, reader)
  }

  var description: PolicyDescription {
    let policy = texts.label(graph.parts.label) ?? graph.name
    return PolicyDescription(
      policy: graph.name, language: language == .chinese ? "zh-Hans" : "en",
      title: phrases.title(policy),
      sections: PolicyDescription.Topic.allCases.map(section).filter { !$0.entries.isEmpty })
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
  func title(_ name: String, _ label: LabelIndex) -> String {
    guard let label = texts.label(label), label != name else { return name }
    // `Pro (pro)` says nothing twice.
    if label.lowercased() == name.lowercased() { return label }
    return phrases.labelled(label, name)
  }

  func name(ofEntitlement index: Int32) -> String {
    let entitlement = graph.parts.entitlements[Int(index)]
    return texts.label(entitlement.label) ?? entitlement.name
  }

  func name(ofMeter index: Int32) -> String {
    let meter = graph.parts.meters[Int(index)]
    return texts.label(meter.label) ?? meter.name
  }

  func name(ofFact index: Int32) -> String {
    let fact = graph.parts.facts[Int(index)]
    return texts.label(fact.label) ?? fact.name
  }

  func name(ofProduct index: Int32) -> String {
    let product = graph.parts.products[Int(index)]
    return texts.label(product.label) ?? product.name
  }
}

// MARK: Values

extension Describer {
  func duration(_ milliseconds: Int64) -> String {
    QuantityText.print(milliseconds / 1000, .seconds, language)
  }

  func amount(_ value: Int64, ofMeter meter: Int32) -> String {
    texts.quantity(value, ofMeter: meter)
  }

  /// The name of a choice; a graph may name one that there is none of.
  func choice(_ value: Int64, of fact: Fact) -> String {
    let index = Int(clamping: value)
    return fact.choices.indices.contains(index) ? fact.choices[index] : "\(value)"
  }

  /// A day, with the time where that is not midnight.
  func moment(_ milliseconds: Int64) -> String {
    Texts.dateOrTime(Instant(milliseconds: milliseconds))
  }

  /// `25`, `12.5`: hundredths of a percent as a percentage.
  func percent(_ hundredths: Int64) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0
      ? "\(whole).\(rest / 10)" : "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
