/// English nouns in the plural, as policies name what they count.
package enum EnglishNoun {
  /// One of several: `bill` of `bills`, `category` of `categories`, `box` of `boxes`. A word that
  /// does not look like a plural stays.
  package static func singular(_ plural: String) -> String {
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
