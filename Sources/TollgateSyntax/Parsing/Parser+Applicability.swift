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

  /// `from I`, `until I`, `when C` and `unless C` in any order, each once; a second one is
  /// reported, read and left out.
  mutating func applicability(_ applies: inout ApplicabilitySyntax) {
    var once = Once()
    while mayGoOn, applicabilityPart(&applies, &once) {}
  }

  /// One part; false if none begins here. It takes a word whenever it says true.
  mutating func applicabilityPart(
    _ applies: inout ApplicabilitySyntax,
    _ once: inout Once
  ) -> Bool {
    skipCommaBeforePart()
    if at(.from) {
      let isFirst = isFirst(.from, &once)
      advance()
      let moment = moment()
      if isFirst { applies.from = moment }
    } else if at(.until) {
      let isFirst = isFirst(.until, &once)
      advance()
      let moment = moment()
      if isFirst { applies.until = moment }
    } else if at(.when) {
      let isFirst = isFirst(.when, &once)
      advance()
      let condition = expression(.condition)
      if isFirst { applies.when = condition }
    } else if at(.unless) {
      let isFirst = isFirst(.unless, &once)
      advance()
      let condition = expression(.condition)
      if isFirst { applies.unless = condition }
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
