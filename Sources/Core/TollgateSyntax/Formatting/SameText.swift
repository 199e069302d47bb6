/// The formatter's safety net: whether two texts say the same in the same words.
enum SameText {
  /// The first place of the old text from which on the new one differs; nil if it does not. White
  /// space and the ends of lines do not count, but where sentences begin and end does.
  static func difference(_ old: PolicySyntax, _ new: PolicySyntax) -> Span? {
    let oldWords = words(old)
    let newWords = words(new)
    for (index, word) in oldWords.enumerated() {
      let span = old.tokens[word].span
      guard index < newWords.count else { return span }
      guard isSame(old, word, new, newWords[index]) else { return span }
    }
    if newWords.count > oldWords.count {
      return Span(old.source.bytes.count, old.source.bytes.count)
    }
    return sentenceDifference(old, oldWords, new, newWords)
  }

  /// The tokens that say something, comments among them.
  private static func words(_ syntax: PolicySyntax) -> [Int] {
    var words: [Int] = []
    words.reserveCapacity(syntax.tokens.count / 2)
    for (index, token) in syntax.tokens.enumerated()
    where token.kind != .whitespace && token.kind != .newline {
      words.append(index)
    }
    return words
  }

  private static func isSame(_ a: PolicySyntax, _ i: Int, _ b: PolicySyntax, _ j: Int) -> Bool {
    let first = a.tokens[i]
    let second = b.tokens[j]
    guard first.kind == second.kind else { return false }
    var one = first.span
    var other = second.span
    if first.kind == .comment {
      one = a.source.withoutTrailingBlanks(one)
      other = b.source.withoutTrailingBlanks(other)
    }
    return a.source.bytes[one.start..<one.end] == b.source.bytes[other.start..<other.end]
  }

  /// Compares where sentences begin and end, and which of them are clauses. The parser makes the
  /// same of the same words in the same sentences.
  private static func sentenceDifference(
    _ old: PolicySyntax, _ oldWords: [Int], _ new: PolicySyntax, _ newWords: [Int]
  ) -> Span? {
    let first = old.sentences
    let second = new.sentences
    for (index, sentence) in first.enumerated() {
      let span = old.tokens[sentence.tokens.lowerBound].span
      guard index < second.count, sentence.isClause == second[index].isClause else { return span }
      let one = numbers(of: sentence.tokens, in: oldWords)
      guard one == numbers(of: second[index].tokens, in: newWords) else { return span }
    }
    guard second.count == first.count else { return Span(0, 0) }
    return nil
  }

  /// Which of the words a sentence has.
  private static func numbers(of tokens: Range<Int>, in words: [Int]) -> Range<Int> {
    number(of: tokens.lowerBound, in: words)..<number(of: tokens.upperBound, in: words)
  }

  /// How many words come before a token.
  private static func number(of token: Int, in words: [Int]) -> Int {
    words.partitioningIndex { $0 >= token }
  }
}

/// A statement's own line, or a clause.
struct Sentence {
  var tokens: Range<Int>
  var isClause: Bool
}

extension PolicySyntax {
  /// Every statement and clause, in the order of the text.
  var sentences: [Sentence] {
    var sentences: [Sentence] = []
    for statement in statements {
      sentences.append(Sentence(tokens: statement.tokens, isClause: false))
      for clause in statement.clauses {
        sentences.append(Sentence(tokens: clause.tokens, isClause: true))
      }
    }
    return sentences
  }
}

extension Source {
  /// A piece without the spaces and tabs at its end.
  func withoutTrailingBlanks(_ span: Span) -> Span {
    var end = span.end
    while end > span.start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return Span(span.start, end)
  }
}
