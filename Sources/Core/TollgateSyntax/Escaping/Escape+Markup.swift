extension Escape {
  /// A text in HTML or SVG, between tags or in an attribute. Line breaks and tabs are a space to
  /// every reader, so they become one.
  package static func markup(_ text: String) -> String {
    markup(text, apostrophe: .text("&#39;")) { _ in .text(" ") }
  }

  /// A text between the tags of an XML document. It keeps its lines.
  package static func xml(_ text: String) -> String {
    markup(text, apostrophe: .asItIs) { $0 == "\r" ? .text("&#13;") : .asItIs }
  }

  /// A text between double quotes in an XML document. It keeps its lines: as numbers, since a reader
  /// makes a space of a line break.
  package static func xmlAttribute(_ text: String) -> String {
    markup(text, apostrophe: .asItIs) { .text("&#\($0.value);") }
  }

  private static func markup(
    _ text: String, apostrophe: Written, blank: (Unicode.Scalar) -> Written
  ) -> String {
    rewrite(text) { scalar, isHazard, _ in
      switch scalar {
      case "&": return .text("&amp;")
      case "<": return .text("&lt;")
      case ">": return .text("&gt;")
      case "\"": return .text("&quot;")
      case "'": return apostrophe
      case "\t", "\n", "\r": return blank(scalar)
      case "\u{AD}": return .text("&#173;")
      default: return isHazard ? shown(scalar) : .asItIs
      }
    }
  }
}
