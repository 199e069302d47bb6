/// The statements of a text, as often as they are asked for. A text is one page, the whole tree,
/// unless it is long.
///
/// Of a long text no more than a page of the tree is in memory at once. A page that is asked for
/// again is read again, which costs far less than to keep it.
package final class PolicyPages {
  package let source: Source
  /// All that is wrong with a text of one page, in its order.
  package let diagnostics: [Diagnostic]
  /// Whether something is wrong with a page of a long text that was read. The pages after it are
  /// then perhaps cut in the wrong places.
  package private(set) var haveMistakes = false
  /// The tree of a text of one page.
  private let whole: PolicySyntax?
  private var pages: [PageCutter.Page] = []
  /// Which pages were read.
  private var wereRead: [Bool] = []
  /// At least as many as there are rules, and statements that declare features.
  package private(set) var ruleCount = 0
  package private(set) var featureCount = 0

  /// How many bytes a page of a long text has, or more where a statement is longer.
  private static let size = 1 << 14

  /// Whether a text takes so much memory as a tree that it is better read in pages.
  package static func isLong(_ source: Source) -> Bool {
    source.bytes.count > 1 << 18 && source.bytes.count <= Limits.fileBytes
  }

  /// One page: a tree that is there.
  package init(_ parsed: Parsed) {
    source = parsed.syntax.source
    diagnostics = parsed.diagnostics
    whole = parsed.syntax
  }

  /// Cuts a text into pages. It takes any bytes, and time in proportion to their number.
  package init(_ source: Source, pageSize: Int? = nil) {
    self.source = source
    diagnostics = []
    whole = nil
    let cutter = PageCutter(source, size: pageSize ?? PolicyPages.size)
    pages = cutter.pages
    ruleCount = cutter.ruleCount
    featureCount = cutter.featureCount
    wereRead = [Bool](repeating: false, count: pages.count)
  }

  /// Reads the pages that nobody has asked for, to see whether something is wrong with them.
  package func readRest() {
    for index in pages.indices where !wereRead[index] { _ = read(index) }
  }

  /// The pages that may have a statement of one of these kinds.
  package func having(_ kinds: StatementKinds) -> Selection {
    Selection(pages: self, kinds: kinds)
  }

  /// Some of the pages, in order.
  package struct Selection: Sequence, IteratorProtocol {
    fileprivate let pages: PolicyPages
    fileprivate let kinds: StatementKinds
    private var index = 0

    fileprivate init(pages: PolicyPages, kinds: StatementKinds) {
      self.pages = pages
      self.kinds = kinds
    }

    /// Whether a page that is still to come has a statement of one of these kinds.
    package func willHave(_ kinds: StatementKinds) -> Bool {
      pages.pages.dropFirst(index).contains { page in
        !page.kinds.isDisjoint(with: kinds)
      }
    }

    package mutating func next() -> PolicySyntax? {
      if let whole = pages.whole {
        defer { index = 1 }
        return index == 0 ? whole : nil
      }
      while index < pages.pages.count {
        let isWanted = !pages.pages[index].kinds.isDisjoint(with: kinds)
        index += 1
        if isWanted { return pages.read(index - 1) }
      }
      return nil
    }
  }

  /// The statements of these kinds.
  package func statements(_ kinds: StatementKinds) -> Statements {
    Statements(pages: having(kinds), kinds: kinds)
  }

  /// Some of the statements, in order.
  package struct Statements: Sequence, IteratorProtocol {
    private var pages: Selection
    private var statements: [StatementSyntax] = []
    private let kinds: StatementKinds
    private var index = 0

    fileprivate init(pages: Selection, kinds: StatementKinds) {
      self.pages = pages
      self.kinds = kinds
    }

    package mutating func next() -> StatementSyntax? {
      while true {
        while index < statements.count {
          index += 1
          if !statements[index - 1].kinds.isDisjoint(with: kinds) { return statements[index - 1] }
        }
        guard let page = pages.next() else { return nil }
        statements = page.statements
        index = 0
      }
    }
  }

  private func read(_ index: Int) -> PolicySyntax {
    let page = pages[index]
    var parser = Parser(source, at: page.start, reserving: page.end - page.start)
    parser.parse(upTo: page.end)
    if parser.hasFindings { haveMistakes = true }
    wereRead[index] = true
    return parser.page()
  }
}

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

/// A tree, and what is wrong with the text it was read from.
package struct Parsed: Sendable {
  /// The tree; unreadable parts of the text are `.broken`.
  package var syntax: PolicySyntax
  /// All mistakes, in the order of the text.
  package var diagnostics: [Diagnostic]
}

extension LiteralSyntax {
  /// Reads a text that is one literal, and spaces around it; nil for any other text.
  package init?(alone source: Source) {
    var parser = Parser(source)
    guard let literal = parser.wholeText() else { return nil }
    for (place, byte) in source.bytes.enumerated() where byte != 0x20 {
      guard literal.span.start <= place, place < literal.span.end else { return nil }
    }
    self = literal
  }
}

extension PolicySyntax {
  /// Reads a text. It takes any bytes, and time in proportion to their number.
  package static func parse(_ source: Source) -> Parsed {
    var parsed = read(source)
    parsed.checkFixes()
    return parsed
  }

  /// The tree of a text and its mistakes, with fixes that nobody has tried.
  static func read(_ source: Source) -> Parsed {
    let size = source.bytes.count
    guard size <= Limits.fileBytes else {
      let whole = Token(.unknown, Span(0, size))
      return Parsed(
        syntax: PolicySyntax(source: source, tokens: [whole], statements: []),
        diagnostics: [Problem.fileTooLarge(size).diagnostic()]
      )
    }
    var parser = Parser(source)
    parser.parse(upTo: .max)
    return Parsed(syntax: parser.page(), diagnostics: parser.findings.sorted())
  }
}
