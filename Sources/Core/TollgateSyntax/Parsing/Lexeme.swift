/// A token that means something to the parser: blanks are left out, and signs that look like
/// those of the language have been given their meaning (a finding has said so).
struct Lexeme: Sendable {
  var kind: Token.Kind
  /// The word it spells, unless it is in backquotes.
  var word: Word?
  /// Its token. Two lexemes may share one: `!=` is read as `is not`.
  var token: Int
  /// Its place.
  var span: Span

  /// The same after `count` tokens before it are forgotten.
  func forgetting(_ count: Int) -> Lexeme {
    Lexeme(kind: kind, word: word, token: token - count, span: span)
  }
}
