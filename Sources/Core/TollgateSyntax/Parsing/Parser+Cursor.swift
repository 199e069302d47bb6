extension Parser {
  var isAtEnd: Bool { index >= end }

  /// The lexeme after the next one.
  func peek() -> Lexeme? {
    index + 1 < end ? reader.lexemes[index + 1] : nil
  }

  func span(at index: Int) -> Span { reader.lexemes[index].span }

  /// The place of the next lexeme; at the end of the line the place after it.
  var place: Span {
    if let current { return current.span }
    guard index > 0 else { return Span(0, 0) }
    let behind = span(at: index - 1).end
    return Span(behind, behind)
  }

  /// From `start` to the last lexeme that was read.
  func span(from start: Int) -> Span {
    guard start < index else { return place }
    return span(at: start).joined(span(at: index - 1))
  }

  mutating func advance() {
    move(to: min(index + 1, end))
  }

  mutating func forgetMissed() {
    missed.forget()
    missedComma = false
  }

  /// Whether `word` comes next; if not, it is remembered as what might have.
  mutating func at(_ word: Word) -> Bool {
    if let current, current.word == word { return true }
    missed.append(word)
    if current == nil, asked != nil { ask(.word(word)) }
    return false
  }

  mutating func accept(_ word: Word) -> Bool {
    guard at(word) else { return false }
    advance()
    return true
  }

  mutating func accept(_ kind: Token.Kind) -> Bool {
    guard current?.kind == kind else {
      if kind == .comma {
        missedComma = true
        if current == nil, asked != nil { ask(.commaOrEnd) }
      }
      return false
    }
    advance()
    return true
  }

  /// Takes `word`, or reports that it is missing.
  mutating func expect(_ word: Word) -> Bool {
    if accept(word) { return true }
    if let current, current.kind == .name, current.word == nil,
      let near = nearest([word], to: place)
    {
      report(.misspelt(source.text(place), near, place))
      advance()
      return true
    }
    if isMissing(word) {
      report(.missingWord(word, before: found(), place))
      return true
    }
    failExpecting(.word(word))
    return false
  }

  /// Whether a small word is missing: the next words fit after it.
  private func isMissing(_ word: Word) -> Bool {
    guard let current, current.word == nil else { return false }
    switch word {
    case .for, .at: return current.kind == .numeral
    case .as: return current.kind == .text
    case .is, .to, .after, .by: return current.kind == .name || current.kind == .quotedName
    default: return false
    }
  }

  // MARK: Reports

  mutating func report(_ problem: Problem) {
    if !isDamaged { reporter.report(problem) }
  }

  /// Takes back what was said about single characters at a place: their sentence says more.
  mutating func takeBackReport(at span: Span) { reader.takeBackReport(at: span) }

  /// Reports a problem and leaves the line, unless the line has been left already.
  mutating func fail(_ problem: Problem) {
    if !failed { report(problem) }
    failed = true
    move(to: end)
  }

  mutating func failExpecting(_ thing: Expectation) {
    if current == nil, asked != nil { ask(thing) }
    if current?.kind == .closeParenthesis, thing != .closing {
      return fail(.parenthesisStray(place))
    }
    var behind = behind()
    // The list itself says which words may follow.
    if case .rest = thing { behind = nil }
    fail(
      .expected(
        thing,
        behind: behind,
        found: found(),
        place,
        near: near(thing),
        isEnd: isAtEnd
      )
    )
  }

  /// The rest of the line must be empty.
  mutating func finish() {
    guard !failed, !isAtEnd else { return }
    if let current, index == end - 1, current.kind == .unknown, isOrnament(place) {
      return fail(.ornament(source.text(place), place))
    }
    failExpecting(.rest(missed.words, comma: missedComma))
  }

  /// A full stop or a semicolon, as other languages end a sentence.
  private func isOrnament(_ span: Span) -> Bool {
    guard case .ornament = Lookalike.meaning(source.text(span)) else { return false }
    return true
  }

  /// The next lexeme in words.
  func found() -> String {
    guard let current else { return "the end of the line" }
    let text = source.text(place)
    switch current.kind {
    case .text: return "a text"
    case .quotedName: return "the name \(text)"
    default: return "`\(text.shortened())`"
    }
  }

  /// The lexeme that was read last, if it helps to find the place.
  private func behind() -> String? {
    guard line > 0, index > reader.lines[line - 1].range.lowerBound else { return nil }
    let last = reader.lexemes[index - 1]
    switch last.kind {
    case .comma, .more, .moreOrEqual, .less, .lessOrEqual, .range, .openParenthesis:
      return "`\(source.text(span(at: index - 1)))`"
    default: return last.word.map { "`\($0.rawValue)`" }
    }
  }

  private func near(_ thing: Expectation) -> String? {
    if thing == .tierSign || thing == .choiceSign, current?.kind == .comma { return " <" }
    if thing == .choiceSign, current?.word == .or || current?.word == .and { return "<" }
    switch thing {
    case .rest(let words, _), .oneOf(let words):
      if let join = otherJoin(words) { return join.rawValue }
    default: break
    }
    guard let current, current.kind == .name, current.word == nil else { return nil }
    switch thing {
    case .smallerOrEnd: return nearest([.smaller], to: place)?.rawValue
    case .factType: return nearest([.date, .version, .number], to: place)?.rawValue
    case .word(let word): return nearest([word], to: place)?.rawValue
    case .rest(let words, _), .oneOf(let words):
      return nearest(words, to: place)?.rawValue
    default: return nil
    }
  }

  /// `and` where `or` was written in a list that has only `and`, and the other way round.
  private func otherJoin(_ words: [Word]) -> Word? {
    guard let found = current?.word, found == .and || found == .or else { return nil }
    let other: Word = found == .and ? .or : .and
    return words.contains(other) && !words.contains(found) ? other : nil
  }

  /// The word that a name was probably meant to be.
  func nearest(_ words: [Word], to span: Span) -> Word? {
    // No word is longer; so a longer name is not made a string.
    guard span.end - span.start <= 24 else { return nil }
    let candidates = words.filter { $0 != .a }.map { $0.rawValue }
    guard let near = EditDistance.nearest(to: source.text(span), among: candidates) else {
      return nil
    }
    return Word(rawValue: near)
  }
}

extension String {
  /// At most 40 characters of it.
  func shortened() -> String {
    utf8.count > 40 && count > 40 ? String(prefix(39)) + "…" : self
  }
}
