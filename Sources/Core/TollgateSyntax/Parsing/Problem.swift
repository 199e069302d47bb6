/// A problem with reading a text: the facts, apart from their words.
enum Problem: Sendable {
  // characters
  case notUTF8(UInt8, Span)
  case controlCharacter(UInt32, Span)
  case unusualSpace(UInt32, Span)
  case lineSeparator(UInt32, Span)
  case loneReturn(Span)
  case hiddenCharacter(UInt32, Span)
  case lookalike(String, meant: String, Span)
  case ornament(String, Span)
  case slashComment(Span)
  case wideNumeral(String, Span)
  case otherQuotes(Span, meant: String)
  // texts and names
  case textOpen(Span)
  case textAcrossLines(Span, gap: Span)
  /// `rest` is the text that the quotes should surround, if that is clear.
  case quotesMissing(found: String, rest: String?, Span)
  case unknownEscape(String, Span)
  case backquoteOpen(Span)
  case badQuotedName(Span)
  case nameBeginsWithDigit(String, Span)
  case nameInQuotes(Expectation, String, Span)
  case reservedWord(String, Span)
  // sentences
  case expected(Expectation, behind: String?, found: String, Span, near: String?, isEnd: Bool)
  case misspelt(String, Word, Span)
  case missingWord(Word, before: String, Span)
  case missingComma(before: String, Span, at: Int?)
  case noSentence(String, Span, near: Word?)
  case clauseAlone(Word, Span)
  case stepAlone(Span)
  /// A ladder about anything else than one meter.
  case ladderOfSeveral(Span)
  /// `guests at most unlimited`
  case unlimitedBase(Span)
  /// A requirement or a step in the first line of a ladder; where a plain limit says it, the place of
  /// `at most`.
  case ladderLine(String, Span, atMost: Span?)
  /// `30 per day with plus`
  case stepWindow(Span)
  case commaInExpression(Span, isRequirement: Bool)
  case commaBefore(String, Span)
  case comparisonInRequirement(Span)
  case limitSign(String, Span)
  case dashForRange(String, first: String, last: String, Span)
  case typeWithoutArticle(String, Span)
  case parenthesisOpen(Span)
  case parenthesisStray(Span)
  case mixed(Span, andFirst: String, orFirst: String, and: Span, or: Span)
  case twice(String, Span, first: Span)
  /// A sentence as other price lists write it, with its words.
  case worded(Diagnostic)
  // ceilings
  case fileTooLarge(Int)
  case nestedTooDeep(Span)
  case nameTooLong(Int, Span)
  case textTooLong(Int, Span)
  case listTooLong(Span)
  case tooMany(Int, Span)
}

/// Collects findings up to the ceiling, and counts the rest.
struct Reporter: Sendable {
  private(set) var diagnostics: [Diagnostic] = []
  private var more = 0
  private var firstUnseen: Span?

  mutating func report(_ problem: Problem) {
    guard diagnostics.count < Limits.diagnostics else {
      more += 1
      if firstUnseen == nil { firstUnseen = problem.diagnostic().span }
      return
    }
    diagnostics.append(problem.diagnostic())
  }

  /// Takes back what was reported at a place.
  mutating func takeBack(at span: Span) { diagnostics.removeAll { $0.span == span } }

  /// These findings, then those of another reporter.
  func followed(by other: Reporter) -> Reporter {
    var both = self
    let room = Limits.diagnostics - diagnostics.count
    both.diagnostics += other.diagnostics.prefix(room)
    both.more += other.diagnostics.dropFirst(room).count + other.more
    if both.firstUnseen == nil {
      both.firstUnseen = other.diagnostics.dropFirst(room).first?.span ?? other.firstUnseen
    }
    return both
  }

  /// The findings in the order of the text.
  func sorted() -> [Diagnostic] {
    var order = Array(diagnostics.indices)
    order.sort { a, b in
      let (first, second) = (diagnostics[a].span.start, diagnostics[b].span.start)
      return first == second ? a < b : first < second
    }
    var sorted: [Diagnostic] = []
    sorted.reserveCapacity(order.count + 1)
    for index in order { sorted.append(diagnostics[index]) }
    if let firstUnseen { sorted.append(Problem.tooMany(more, firstUnseen).diagnostic()) }
    return sorted
  }
}
