import TollgateCompiler
import TollgateRuntime

extension RuleGraph {
  /// Whether people who read a locale are told everything in it. Tollgate's own words are English or
  /// Chinese, and a label may stand beside them; in another language a policy has all of its labels,
  /// or none is shown: nobody reads two languages at once.
  func speaks(_ locale: String) -> Bool {
    let wanted = LanguageTag(locale)
    guard let language = wanted.parts.first, language != "en", language != "zh" else { return true }
    for label in parts.labels {
      guard label.texts.dropFirst().contains(where: { LanguageTag($0.locale).serves(wanted) })
      else { return false }
    }
    return true
  }
}
