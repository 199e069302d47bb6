/// Pieces of HTML that are XML as well.
enum HTMLText {
  /// A text that is only a text, in an element or an attribute. Characters that XML
  /// forbids become U+FFFD.
  static func escape(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      case "\t", "\n": result.append(" ")
      case _ where isForbidden(scalar): result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
  }

  /// The words that customers read for a thing: its label, or its name as words (`Csv export`).
  static func readable(_ label: String, name: String) -> String {
    guard label == name else { return label }
    let words = name.split { $0 == "-" || $0 == "_" }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// An element with a text in it.
  static func element(_ name: String, _ text: String, _ attributes: String = "") -> String {
    "<\(name)\(attributes.isEmpty ? "" : " " + attributes)>\(escape(text))</\(name)>"
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
