/// Cuts a text into pages without reading it: what a page may hold is seen from the first words of
/// its lines, and where one ends from two of them.
///
/// Of a text that nothing is wrong with, a page by itself says what it says in the whole. Where
/// something is wrong, reading the pages finds it.
struct PageCutter {
  /// A part of a text that can be read by itself.
  struct Page: Sendable {
    var start: Int
    var end: Int
    /// The kinds of its statements, and others where the first words leave it open.
    var kinds: StatementKinds
  }

  private let source: Source
  private(set) var pages: [Page] = []
  /// At least as many as there are rules, and statements that declare features.
  private(set) var ruleCount = 0
  private(set) var featureCount = 0

  /// Cuts pages of `size` bytes, or more where it is not certain that a statement begins.
  init(_ source: Source, size: Int) {
    self.source = source
    var page = Page(start: 0, end: source.bytes.count, kinds: [])
    for line in source.lineStarts.indices {
      let start = source.lineStarts[line]
      let kinds = kinds(ofLineAt: start)
      if start - page.start >= size, !page.kinds.isEmpty, beginsStatement(line, kinds) {
        page.end = start
        pages.append(page)
        page = Page(start: start, end: source.bytes.count, kinds: [])
      }
      page.kinds.formUnion(kinds)
      if kinds.contains(.rules) { ruleCount += 1 }
      if kinds.contains(.features) { featureCount += 1 }
    }
    pages.append(page)
  }

  /// The kinds of statements that a line may begin or belong to; empty for a blank line.
  private func kinds(ofLineAt start: Int) -> StatementKinds {
    let bytes = source.bytes
    let mark = start == 0 && bytes.starts(with: Lexer.byteOrderMark) ? 3 : 0
    let place = bytes.endOfBlank(from: start + mark)
    guard place < bytes.count else { return [] }
    switch bytes[place] {
    case 0x0A, 0x0D, 0x23: return []
    default: break
    }
    let end = bytes.endOfName(from: place)
    let word = WordTable.shared.word(bytes, place, end)
    if word == .setting { return [.rules, .otherThings] }
    guard let word, word.isLead else {
      return word?.mayLeadClause == true ? [.rules, .withClauses] : .rules
    }
    let kinds = StatementKinds(ledBy: word)
    return leads(word, before: bytes.endOfBlank(from: end)) ? kinds : kinds.union(.rules)
  }

  /// Whether a word leads its line for certain, by the text after it; see `Lines.leads`.
  private func leads(_ word: Word, before place: Int) -> Bool {
    let bytes = source.bytes
    guard word != .not, place < bytes.count else { return false }
    switch bytes[place] {
    case 0x22, 0x60, 0x30...0x39, 0x80...0xFF: return true
    case 0x41...0x5A, 0x61...0x7A:
      return WordTable.shared.word(bytes, place, bytes.endOfName(from: place)) == nil
    default: return false
    }
  }

  /// Whether a line begins a statement whatever the lines before the last one are.
  private func beginsStatement(_ line: Int, _ kinds: StatementKinds) -> Bool {
    // A `given` list may continue with `product`.
    if kinds.isDisjoint(with: [.rules, .withClauses, .products]) { return !kinds.isEmpty }
    guard kinds == .rules, line > 0 else { return false }
    var reader = LexemeReader(source, at: source.lineStarts[line - 1])
    _ = reader.readLine()
    let end = reader.lexemes.count
    _ = reader.readLine()
    guard end > 0, end < reader.lexemes.count else { return false }
    return Lines(lexemes: reader.lexemes).isApart(end..<reader.lexemes.count)
  }
}

extension Lines {
  /// Whether a rule begins with a line for certain, when all that is known of the lines before it
  /// is the lexeme before it.
  fileprivate func isApart(_ line: Range<Int>) -> Bool {
    !isOpen(behind: line.lowerBound - 1) && looksLikeRule(line) && !leads(line, alone: true)
  }
}
