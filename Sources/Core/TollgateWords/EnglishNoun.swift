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
