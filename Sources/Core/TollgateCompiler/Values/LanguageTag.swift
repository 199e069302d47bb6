/// A BCP 47 tag taken apart, for finding the best of several translations.
package struct LanguageTag: Hashable, Sendable {
  /// Its parts in lower case: `zh`, `hant`, `hk`. An underscore parts them as a hyphen does.
  package let parts: [Substring]

  package init(_ tag: String) {
    parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
  }

  /// The tag with fewer and fewer parts, itself first: `zh-hans-cn`, `zh-hans`, `zh`.
  package var prefixes: [ArraySlice<Substring>] {
    (0..<parts.count).map { parts.dropLast($0) }
  }

  /// The script of Chinese; nil for another language.
  package var chineseScript: Script? {
    guard parts.first == "zh" else { return nil }
    let rest = parts.dropFirst()
    if rest.contains("hant") { return .traditional }
    if rest.contains("hans") { return .simplified }
    let isTraditional = rest.contains { $0 == "tw" || $0 == "hk" || $0 == "mo" }
    return isTraditional ? .traditional : .simplified
  }

  /// Whether a text in it serves who reads the other: one language, and of Chinese one script.
  package func serves(_ other: LanguageTag) -> Bool {
    parts.first == other.parts.first && chineseScript == other.chineseScript
  }

  package enum Script: Sendable {
    case simplified, traditional
  }
}
