package import TollgateRuntime

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

/// The form of a locale's tag, as BCP 47 has it: `tr`, `zh-Hans`, `pt-BR`.
enum LocaleTag {
  /// Two or three letters, then parts of two to eight letters or digits.
  static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, language.count == 2 || language.count == 3 else {
      return false
    }
    guard language.allSatisfy({ $0.isLetter }) else { return false }
    return parts.dropFirst().allSatisfy { part in
      part.count >= 2 && part.count <= 8
        && part.allSatisfy { $0.isLetter || $0.decimalDigit != nil }
    }
  }

  /// The tag with hyphens for `_` and no capitals: two tags that agree in this are one locale.
  static func folded(_ tag: String) -> String {
    let bytes = tag.utf8.map { byte in
      byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte.isLetter ? byte | 0x20 : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Label {
  /// The text for a locale, the first of these that there is:
  ///
  /// 1. the one with this very tag, whatever its capitals;
  /// 2. one with a shorter tag: for `zh-Hans-CN` `zh-Hans`, then `zh`;
  /// 3. one of the same language, in order of the source; for Chinese, one in the same script:
  ///    `zh`, `zh-CN` and `zh-SG` are `zh-Hans`, and `zh-TW`, `zh-HK` and `zh-MO` are `zh-Hant`;
  /// 4. the first text, which serves everybody.
  ///
  /// One Chinese script never replaces the other, not even as a shorter tag.
  package func localized(in locale: String) -> Localized {
    // A verified graph has no label without a text.
    let first = texts.first ?? Localized(locale: "", text: "")
    guard texts.count > 1, !locale.isEmpty else { return first }
    let wanted = LanguageTag(locale)
    let others = texts.dropFirst().map { (tag: LanguageTag($0.locale), text: $0) }
    let fitting = others.filter { $0.tag.chineseScript == wanted.chineseScript }
    for prefix in wanted.prefixes {
      if let found = fitting.first(where: { $0.tag.parts[...] == prefix }) { return found.text }
    }
    return fitting.first { $0.tag.parts.first == wanted.parts.first }?.text ?? first
  }
}
