package import TollgateRuntime

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

  /// How long after something: `7 days`, `3 months`, `1 year`.
  package func lapse(_ lapse: Lapse) -> String {
    switch lapse {
    case .milliseconds(let milliseconds): duration(milliseconds)
    case .months(let months): PeriodText(language: language).length(ofMonths: months)
    }
  }
}

/// A Chinese text, with a space between a Chinese character and a Latin letter or a digit, also
/// where a value begins or ends: `"使用\(label)"` is `使用 CSV 导出`.
package struct ChineseText: ExpressibleByStringInterpolation, Sendable {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { append(literal) }

    package mutating func appendInterpolation(_ value: String) { append(value) }

    package mutating func appendInterpolation(_ value: Substring) { append(String(value)) }

    package mutating func appendInterpolation(_ number: Int) { append("\(number)") }

    private mutating func append(_ part: String) {
      if let last = text.unicodeScalars.last, let first = part.unicodeScalars.first,
        ChineseText.isHan(last) && ChineseText.isLatin(first)
          || ChineseText.isLatin(last) && ChineseText.isHan(first)
      {
        text += " "
      }
      text += part
    }
  }

  fileprivate static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    (0x3400...0x9FFF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }

  fileprivate static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "%": true
    default: false
    }
  }
}

/// English nouns in the plural, as policies name what they count.
package enum EnglishNoun {
  /// One of several: `bill` of `bills`, `category` of `categories`, `box` of `boxes`, `person` of
  /// `people`. Of several words the last one counts; one that does not look like a plural stays.
  package static func singular(_ plural: String) -> String {
    let last = plural.utf8.lastIndex { $0 == 0x20 || $0 == 0x2D || $0 == 0x5F }
    let start = last.map { plural.utf8.index(after: $0) } ?? plural.startIndex
    let word = String(plural[start...])
    let small = word.lowercased()
    for (one, several) in irregular where small == several {
      // The first letter stays as it is: `Person` of `People`.
      let isCapital = word.first != small.first
      return plural[..<start] + (isCapital ? one.prefix(1).uppercased() + one.dropFirst() : one)
    }
    return regular(plural)
  }

  private static let irregular: [(one: String, several: String)] = [
    ("person", "people"), ("child", "children"), ("grandchild", "grandchildren"), ("man", "men"),
    ("woman", "women"), ("foot", "feet"), ("tooth", "teeth"), ("goose", "geese"),
    ("mouse", "mice"), ("life", "lives"), ("knife", "knives"), ("wife", "wives"),
    ("half", "halves"), ("shelf", "shelves"), ("leaf", "leaves"), ("wolf", "wolves"),
    ("loaf", "loaves"), ("criterion", "criteria"), ("phenomenon", "phenomena"),
    ("index", "indices"), ("vertex", "vertices"), ("matrix", "matrices"),
    ("appendix", "appendices"), ("analysis", "analyses"), ("basis", "bases"),
    ("crisis", "crises"), ("axis", "axes"), ("hypothesis", "hypotheses"),
    ("bus", "buses"), ("bonus", "bonuses"), ("status", "statuses"), ("campus", "campuses"),
    ("virus", "viruses"), ("alias", "aliases"), ("canvas", "canvases"), ("quiz", "quizzes"),
    ("potato", "potatoes"), ("tomato", "tomatoes"), ("hero", "heroes"), ("echo", "echoes"),
  ]

  private static func regular(_ plural: String) -> String {
    func ends(_ ending: String) -> Bool { plural.hasSuffix(ending) }
    func without(_ count: Int) -> String { String(plural.dropLast(count)) }
    if !ends("s") || ends("ss") || ends("us") || ends("is") || ends("series") || ends("news") {
      return plural
    }
    if ends("movies") || ends("cookies") || ends("selfies") { return without(1) }
    if ends("ies"), plural.utf8.count > 4 { return without(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where ends(ending) { return without(2) }
    return plural.utf8.count > 2 ? without(1) : plural
  }

  /// `a` or `an`, by the first letter of a word.
  package static func article(for word: String) -> String {
    switch word.utf8.first.map({ $0 | 0x20 }) {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      "an"
    default: "a"
    }
  }
}
