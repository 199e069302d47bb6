import TollgateSyntax

/// A name of a policy that cannot be one of Swift.
struct NameFault: Error {
  /// The name in the policy.
  let name: String
  /// The error, in words.
  let words: String
  /// The remedy.
  let help: String

  /// Two names that become one.
  static func twice(_ name: String, _ other: String, _ swift: SwiftName) -> NameFault {
    NameFault(
      name: name, words: "`\(other)` and `\(name)` are both `\(swift.text)` in Swift",
      help: "rename one of them in the policy")
  }

  /// A name that the generated type has for something of its own.
  static func taken(_ name: String, _ swift: SwiftName, by type: String) -> NameFault {
    NameFault(
      name: name,
      words: "`\(name)` is `\(swift.text)` in Swift, and `\(type)` already uses that name",
      help: "rename it in the policy")
  }

  /// A name that Swift does not allow, also in backquotes.
  static func forbidden(_ name: String) -> NameFault {
    NameFault(
      name: name, words: "`\(name)` cannot be the name of a member in Swift",
      help: "rename it in the policy")
  }

  /// A name with a character that Swift's names never have.
  static func unreadable(_ name: String) -> NameFault {
    NameFault(
      name: name, words: "`\(name)` has a character that no name of Swift may have",
      help: "rename it in the policy")
  }

  /// Where the name is first written in a policy; the beginning of the text if it is a member of a
  /// range.
  func span(in source: Source) -> Span {
    for token in Lexer.tokens(of: source) {
      let text = source.text(token.span)
      if text == name || text == "`\(name)`" { return token.span }
    }
    return Span(0, 0)
  }
}
