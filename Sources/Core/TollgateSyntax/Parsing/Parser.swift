/// Reads the lines of a text, one after the other. It never fails: what cannot be read is
/// reported, is `.broken` in the tree, and the next line is read as if nothing happened.
///
/// It reads as many lines as it is asked for; what it has read before can be forgotten.
struct Parser: ~Copyable {
  let source: Source
  var reader: LexemeReader
  var reporter = Reporter()

  /// The line that is read, the place in it, and its end.
  var line = 0
  private(set) var index = 0
  private(set) var end = 0
  /// The lexeme that is read next; nil at the end of the line.
  private(set) var current: Lexeme?
  /// Whether this line has had an error that ended it.
  var failed = false
  /// Whether this line holds bytes that are not UTF-8: the consequences are not reported.
  private(set) var isDamaged = false
  /// The words that `index` could have had, for “expected …”.
  var missed = MissedWords()
  var missedComma = false
  var statements: [StatementSyntax] = []
  /// The things that the end of the text could have had; nil where nobody asks.
  var asked: [Expectation]?

  /// Begins where a statement may begin, and reserves memory for `size` bytes.
  init(_ source: Source, at place: Int = 0, reserving size: Int = 0) {
    self.source = source
    reader = LexemeReader(source, at: place, reserving: size)
  }

  /// Reads statements up to the first that begins at or after a place.
  mutating func parse(upTo limit: Int) {
    // A line is read when the next one is there, with all that continues it.
    while true {
      while reader.lines.count < line + 3, reader.readLine() {}
      guard line < reader.lines.count else { return }
      let range = reader.lines[line].range
      if span(at: range.lowerBound).start >= limit, !statements.isEmpty, !isClause(range) { return }
      isDamaged = reader.lines[line].isDamaged
      line += 1
      end = range.upperBound
      failed = false
      move(to: range.lowerBound)
      parseLine(range)
    }
  }

  /// Cuts the whole text into lines, and reads none of them.
  mutating func readAllLines() {
    while reader.readLine() {}
  }

  /// The literal that the whole text is; nil if it is anything else.
  mutating func wholeText() -> LiteralSyntax? {
    readAllLines()
    guard reader.lines.count == 1 else { return nil }
    end = reader.lines[0].range.upperBound
    move(to: reader.lines[0].range.lowerBound)
    guard let literal = literal(.quantity, unit: .any), index == end, !hasFindings else {
      return nil
    }
    return literal
  }

  /// Goes on at a place of the line.
  mutating func move(to place: Int) {
    index = place
    current = place < end ? reader.lexemes[place] : nil
    forgetMissed()
  }

  /// The findings up to here, those about single characters first.
  var findings: Reporter { reader.reporter.followed(by: reporter) }

  /// Whether something is wrong with the text up to here.
  var hasFindings: Bool {
    !reporter.diagnostics.isEmpty || !reader.reporter.diagnostics.isEmpty
  }

  /// Takes the tree of what was read, and forgets it.
  mutating func page() -> PolicySyntax {
    let page = PolicySyntax(source: source, tokens: reader.lexer.tokens, statements: statements)
    statements = []
    reader.forget(line)
    line = 0
    return page
  }

  private func isClause(_ range: Range<Int>) -> Bool {
    if isStep(range) { return true }
    return reader.lexemes[range.lowerBound].word?.mayLeadClause == true
      && Lines(lexemes: reader.lexemes).leads(range, alone: true)
  }

  private mutating func parseLine(_ range: Range<Int>) {
    let leads = Lines(lexemes: reader.lexemes).leads(range, alone: true)
    if isStep(range) {
      guard let owner = owner(ofClauseAt: range) else { return report(.stepAlone(span(range))) }
      addClause(isDamaged ? .broken : step(), range, to: owner)
    } else if leads, let word = current?.word, word.mayLeadClause {
      guard let owner = owner(ofClauseAt: range) else { return report(.clauseAlone(word, place)) }
      addClause(isDamaged ? .broken : clause(word), range, to: owner)
    } else {
      let kind = isDamaged ? .broken : leads ? statement() : rule()
      finish()
      statements.append(
        StatementSyntax(kind: kind, clauses: [], span: span(range), tokens: tokenRange(range))
      )
    }
  }

  /// Adds a clause that was read to a statement above.
  private mutating func addClause(
    _ kind: ClauseSyntax.Kind, _ range: Range<Int>, to owner: Int
  ) {
    finish()
    statements[owner].clauses.append(
      ClauseSyntax(kind: kind, span: span(range), tokens: tokenRange(range))
    )
  }

  /// The statement above a clause, of the same file; `nil` if there is none.
  private func owner(ofClauseAt range: Range<Int>) -> Int? {
    guard let layout = source.layout else { return statements.indices.last }
    let start = span(at: range.lowerBound).start
    let piece = layout.pieces[layout.piece(at: start)]
    return statements.lastIndex { statement in
      let place = statement.span.start
      return place >= piece.start || layout.pieces[layout.piece(at: place)].file == piece.file
    }
  }

  private func span(_ range: Range<Int>) -> Span {
    span(at: range.lowerBound).joined(span(at: range.upperBound - 1))
  }

  private func tokenRange(_ range: Range<Int>) -> Range<Int> {
    reader.lexemes[range.lowerBound].token..<reader.lexemes[range.upperBound - 1].token + 1
  }
}
