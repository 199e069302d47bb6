/// The statements of a text, a page at a time, as often as they are asked for.
///
/// Of a long text no more of the tree is there at once than a page: what is asked for again is read
/// anew, which takes far less than to keep it.
package final class PolicyPages {
  package let source: Source
  /// What is wrong with the text, in its order. In a long text something may be wrong that is not
  /// known yet.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether something is wrong with a page that was read, and it is not known what else there is:
  /// then what was found in the pages is worth nothing, until all of the text was read.
  package private(set) var isInDoubt = false
  /// The tree, where it is kept: that of a text of one page, or one that others need too.
  private let whole: PolicySyntax?
  private var pages: [PageCutter.Page] = []
  /// Which pages were read.
  private var wereRead: [Bool] = []
  /// At least as many as there are rules, and statements that declare features.
  package private(set) var ruleCount = 0
  package private(set) var featureCount = 0

  /// How many bytes a page of a long text has, or more where a statement is longer; and the longest
  /// text that is one page.
  private static let size = 1 << 14
  private static let longestWhole = 1 << 18

  /// Whether the text is one page, which is kept.
  package var isOne: Bool { whole != nil }

  /// Pages of a tree that is there.
  package init(_ parsed: Parsed) {
    source = parsed.syntax.source
    diagnostics = parsed.diagnostics
    whole = parsed.syntax
  }

  /// Cuts a text into pages. It takes any bytes, and time in proportion to their number. A short
  /// text is one page, unless it is said how many bytes a page has.
  package init(_ source: Source, pageSize: Int? = nil) {
    self.source = source
    let longestWhole = pageSize == nil ? PolicyPages.longestWhole : 0
    guard source.bytes.count > longestWhole, source.bytes.count <= Limits.fileBytes else {
      let parsed = PolicySyntax.parse(source)
      whole = parsed.syntax
      diagnostics = parsed.diagnostics
      return
    }
    whole = nil
    let cutter = PageCutter(source, size: pageSize ?? PolicyPages.size)
    pages = cutter.pages
    ruleCount = cutter.ruleCount
    featureCount = cutter.featureCount
    wereRead = [Bool](repeating: false, count: pages.count)
  }

  /// Reads all of a text that is in doubt, for what is wrong with it. Its pages are then cut as its
  /// statements were read.
  package func settleDoubt() {
    guard isInDoubt else { return }
    isInDoubt = false
    var parser = Parser(source)
    var start = 0
    pages = []
    while start < source.bytes.count {
      parser.parse(upTo: start + PolicyPages.size)
      let end = min(parser.next, source.bytes.count)
      var kinds: StatementKinds = []
      for statement in parser.page().statements { kinds.formUnion(statement.kinds) }
      pages.append(PageCutter.Page(start: start, end: end, kinds: kinds))
      start = end
    }
    wereRead = [Bool](repeating: true, count: pages.count)
    diagnostics = parser.findings.sorted()
  }

  /// Reads the pages that nobody has asked for, for what is wrong with them.
  package func readRest() {
    for index in pages.indices where !wereRead[index] { _ = read(index) }
  }

  /// The pages that have a statement of one of these kinds, and others where it is no work.
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
    // What is wrong with a page that was read before is known.
    if !wereRead[index], parser.hasFindings { isInDoubt = true }
    wereRead[index] = true
    return parser.page()
  }
}
