/// The languages that Tollgate itself speaks.
package enum Language: Sendable, Hashable, CaseIterable {
  case english, chinese

  /// The one nearest to a BCP 47 tag: Simplified Chinese for `zh…`, else English.
  package init(_ locale: String) {
    let primary = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    self = primary == "zh" ? .chinese : .english
  }
}
