/// Texts as XML may hold them.
enum XML {
  /// The text between tags.
  static func text(_ text: String) -> String { escaped(text, isAttribute: false) }

  /// The text between double quotes.
  static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: escaped += "&amp;"
      case 0x3C: escaped += "&lt;"
      case 0x3E: escaped += "&gt;"
      case 0x22: escaped += "&quot;"
      case 0x09, 0x0A, 0x0D:
        // In an attribute a reader would make a space of it.
        if isAttribute || scalar.value == 0x0D {
          escaped += "&#\(scalar.value);"
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      // XML 1.0 has no way to write some of these, and a terminal would obey others.
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
