/// A token: a kind and a place. Joined in order, the tokens of a file are the file.
package struct Token: Sendable, Hashable {
  package var kind: Kind
  package var span: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }

  package enum Kind: UInt8, Sendable {
    case whitespace, newline, comment
    case name, quotedName, numeral, text
    case comma, openParenthesis, closeParenthesis, range
    case less, lessOrEqual, more, moreOrEqual
    /// Bytes that no token begins with; the parser says what to do about them.
    case unknown

    /// White space and comments, which carry no meaning; a line's end may.
    package var isBlank: Bool { self == .whitespace || self == .comment }
  }
}
