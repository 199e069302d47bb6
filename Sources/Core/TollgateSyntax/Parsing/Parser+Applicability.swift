extension Parser {
  /// Each part of a sentence may be written once. Remembers where each is, and reports a second.
  struct Once {
    private var seen: [(word: Word, span: Span)] = []

    /// Where `word` stood before.
    mutating func first(_ word: Word, _ span: Span) -> Span? {
      for earlier in seen where earlier.word == word { return earlier.span }
      seen.append((word, span))
      return nil
    }
  }

  /// Reports the word at the cursor if its part has been there before; true if it is the first.
  mutating func isFirst(_ word: Word, _ once: inout Once) -> Bool {
    guard let first = once.first(word, place) else { return true }
    report(.twice(source.text(place).shortened(), place, first: first))
    return false
  }

  /// Reads a part, and keeps it if it is the first of its kind.
  ///
  /// - Parameter skipsWord: Whether the word at the cursor only says which part it is.
  mutating func keep<Part>(
    _ word: Word, _ once: inout Once, in kept: inout Part?, skipsWord: Bool = true,
    _ read: (inout Parser) -> Part?
  ) {
    let isFirst = isFirst(word, &once)
    if skipsWord { advance() }
    let part = read(&self)
    if isFirst { kept = part }
  }

  /// `from I`, `until I`, `when C` and `unless C` in any order, each once; a second one is
  /// reported, read and left out.
  mutating func applicability() -> ApplicabilitySyntax {
    var applies = ApplicabilitySyntax()
    var once = Once()
    while mayGoOn, applicabilityPart(&applies, &once) {}
    return applies
  }

  /// One part; false if none begins here. It takes a word whenever it says true.
  mutating func applicabilityPart(
    _ applies: inout ApplicabilitySyntax,
    _ once: inout Once
  ) -> Bool {
    skipCommaBeforePart()
    if at(.from) {
      keep(.from, &once, in: &applies.from) { $0.moment() }
    } else if at(.until) {
      keep(.until, &once, in: &applies.until) { $0.moment() }
    } else if at(.when) {
      keep(.when, &once, in: &applies.when) { $0.expression(.condition) }
    } else if at(.unless) {
      keep(.unless, &once, in: &applies.unless) { $0.expression(.condition) }
    } else {
      return false
    }
    return true
  }

  private mutating func skipCommaBeforePart() {
    guard current?.kind == .comma, let word = peek()?.word else { return }
    switch word {
    case .from, .until, .when, .unless:
      report(.commaBefore("`\(word.rawValue)`", place))
      advance()
    default: break
    }
  }
}
