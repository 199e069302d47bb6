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
