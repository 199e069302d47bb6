import TollgateSyntax

/// Texts as XML may hold them.
enum XML {
  /// The text between tags.
  static func text(_ text: String) -> String { Escape.xml(text) }

  /// The text between double quotes.
  static func attribute(_ text: String) -> String { Escape.xmlAttribute(text) }
}
