package import TollgateRuntime

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
