import TollgateSyntax

/// Pieces of HTML that are XML as well.
enum HTMLText {
  /// An element with a text in it.
  static func element(_ name: String, _ text: String, _ attributes: String = "") -> String {
    "<\(name)\(attributes.isEmpty ? "" : " " + attributes)>\(Escape.markup(text))</\(name)>"
  }

  /// The tag for `lang`: `en` for what is no tag.
  static func language(_ locale: String) -> String {
    let tag = locale.map { $0 == "_" ? "-" : $0 }
    let isTag =
      tag.first?.isLetter == true
      && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isTag ? String(tag) : "en"
  }

  /// The direction in which a language is written.
  static func direction(_ locale: String) -> String {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) {
      return ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"].contains(script)
        ? "rtl" : "ltr"
    }
    let languages = [
      "ar", "arc", "ckb", "dv", "fa", "he", "iw", "khw", "ks", "nqo", "ps", "sd", "syr", "ug",
      "ur", "yi",
    ]
    return languages.contains(parts.first ?? "") ? "rtl" : "ltr"
  }
}
