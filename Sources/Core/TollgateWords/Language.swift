import TollgateRuntime

/// The languages that Tollgate itself speaks.
package enum Language: Sendable, Hashable, CaseIterable {
  case english, chinese

  /// The one nearest to a BCP 47 tag: Simplified Chinese for `zh…`, else English.
  package init(_ locale: String) {
    let tag = Array(locale.utf8)
    let primary = tag.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    // This bit makes a letter of ASCII small.
    self = primary.map { $0 | 0x20 } == Array("zh".utf8) ? .chinese : .english
  }
}

/// A type that speaks English or Simplified Chinese. Every text in two languages is written with
/// ``words(_:_:)``.
package protocol Bilingual {
  var language: Language { get }
}

extension Bilingual {
  /// The text in the language that is spoken.
  package func words(
    _ english: @autoclosure () -> String, _ chinese: @autoclosure () -> ChineseText
  ) -> String {
    language == .chinese ? chinese().text : english()
  }

  // MARK: Lists

  /// `a`, `a and b`, `a, b and c`.
  package func and(_ items: [String]) -> String { join(items, words(" and ", "和")) }

  /// `a`, `a or b`, `a, b or c`.
  package func or(_ items: [String]) -> String { join(items, words(" or ", "或")) }

  /// Conditions that must be true together.
  package func both(_ items: [String]) -> String { join(items, words(" and ", "且")) }

  /// `a, b, c`
  package func list(_ items: [String]) -> String { items.joined(separator: words(", ", "、")) }

  private func join(_ items: [String], _ word: String) -> String {
    guard let last = items.last, items.count > 1 else { return list(items) }
    let first = list(Array(items.dropLast()))
    return words("\(first)\(word)\(last)", "\(first)\(word)\(last)")
  }

  /// Sets of names: `advanced or full`, `basic and account`.
  package func list(of sets: [[String]]) -> String {
    or(sets.map { $0.count > 2 && sets.count > 1 ? "(\(and($0)))" : and($0) })
  }

  // MARK: Names

  /// A label with the name in the policy: `Advanced pack (advanced)`.
  package func labelled(_ label: String, _ name: String) -> String {
    words("\(label) (\(name))", "\(label)（\(name)）")
  }

  // MARK: Values

  /// Hundredths of a percent: `25%`, `12.5%`, `0.25%`.
  package func percent(_ hundredths: Int64) -> String { hundredths.percent }

  /// A length of time in milliseconds: `1 day`, `7 days`, `1 min 30 s`.
  package func duration(_ milliseconds: Int64) -> String {
    AmountText.duration(milliseconds, language)
  }
}
