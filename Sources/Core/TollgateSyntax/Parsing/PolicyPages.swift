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
