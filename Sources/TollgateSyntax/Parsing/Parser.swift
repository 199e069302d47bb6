/// Reads the lines of a text, one after the other. It never fails: what cannot be read is
/// reported, stands as `.broken` in the tree, and the next line is read as if nothing happened.
struct Parser {
  let source: Source
  let tokens: [Token]
  let lexemes: [Lexeme]
  let lines: [Range<Int>]
  var reporter: Reporter

  /// The line that is read, and the place in it.
  var line = 0
  var index = 0
  var end = 0
  /// Whether this line has had an error that ended it.
  var failed = false
  /// The first lexemes of the lines that hold bytes which are no UTF-8, and how many are passed.
  private let damaged: [Int]
  private var damagedPassed = 0
  /// Whether this line is one of them: what follows from that is not reported.
  private(set) var isDamaged = false
  /// What was tried at `index` in vain, for “expected …”.
  var missed: [Word] = []
  var missedComma = false
  var statements: [StatementSyntax] = []

  init(source: Source, tokens: [Token]) {
    self.source = source
    self.tokens = tokens
    var reader = LexemeReader(source: source, tokens: tokens)
    reader.read()
    lexemes = reader.lexemes
    damaged = reader.damagedLines.map { reader.lines[$0].lowerBound }.sorted()
    lines = Lines(lexemes: reader.lexemes).joined(reader.lines)
    reporter = reader.reporter
  }

  mutating func parse() {
    statements.reserveCapacity(lines.count)
    while line < lines.count {
      let range = lines[line]
      line += 1
      index = range.lowerBound
      end = range.upperBound
      failed = false
      forgetMissed()
      isDamaged = passesDamage(range)
      parseLine(range)
    }
  }

  private mutating func passesDamage(_ range: Range<Int>) -> Bool {
    let before = damagedPassed
    while damagedPassed < damaged.count, damaged[damagedPassed] < range.upperBound {
      damagedPassed += 1
    }
    return damagedPassed > before
  }

  private mutating func parseLine(_ range: Range<Int>) {
    let leads = Lines(lexemes: lexemes).leads(range, alone: true)
    if leads, let word = lexemes[index].word, word.leadsClause {
      if statements.isEmpty { return report(.clauseAlone(word, place)) }
      let kind = isDamaged ? .broken : clause(word)
      finish()
      statements[statements.count - 1].clauses.append(
        ClauseSyntax(kind: kind, span: span(range), tokens: tokenRange(range))
      )
    } else {
      let kind = isDamaged ? .broken : leads ? statement() : rule()
      finish()
      statements.append(
        StatementSyntax(kind: kind, clauses: [], span: span(range), tokens: tokenRange(range))
      )
    }
  }

  private func span(_ range: Range<Int>) -> Span {
    span(at: range.lowerBound).joined(span(at: range.upperBound - 1))
  }

  private func tokenRange(_ range: Range<Int>) -> Range<Int> {
    lexemes[range.lowerBound].token..<lexemes[range.upperBound - 1].token + 1
  }
}
