/// The statements of a text, a page at a time, as often as they are asked for.
///
/// Of a long text no more of the tree is there at once than a page: what is asked for again is read
/// anew, which takes far less than to keep it.
package struct PolicyPages: Sendable {
  package let source: Source
  /// What is wrong with the text, in its order.
  package let diagnostics: [Diagnostic]
  /// The tree, where it is kept: that of a text of one page, or one that others need too.
  private let whole: PolicySyntax?
  private var pages: [Page] = []
  /// How many rules there are, and how many statements that declare features.
  package private(set) var ruleCount = 0
  package private(set) var featureCount = 0

  /// A part of the text that can be read by itself.
  private struct Page {
    var start: Int
    var end: Int
    var kinds: StatementKinds
  }

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

  /// Reads a text. It takes any bytes, and time in proportion to their number. A short text is one
  /// page, unless it is said how many bytes a page has.
  package init(_ source: Source, pageSize: Int? = nil) {
    self.source = source
    let longestWhole = pageSize == nil ? PolicyPages.longestWhole : 0
    let size = pageSize ?? PolicyPages.size
    guard source.bytes.count > longestWhole, source.bytes.count <= Limits.fileBytes
    else {
      let parsed = PolicySyntax.parse(source)
      whole = parsed.syntax
      diagnostics = parsed.diagnostics
      return
    }
    whole = nil
    var parser = Parser(source)
    var start = 0
    while start < source.bytes.count {
      parser.parse(upTo: start + size)
      let end = parser.next
      let statements = parser.page().statements
      var kinds: StatementKinds = []
      for index in statements.indices {
        let kind = statements[index].kinds
        kinds.formUnion(kind)
        if kind.contains(.rules) { ruleCount += 1 }
        if kind.contains(.features) { featureCount += 1 }
      }
      pages.append(Page(start: start, end: end, kinds: kinds))
      start = end
    }
    diagnostics = parser.findings.sorted()
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
        let page = pages.pages[index]
        index += 1
        if !page.kinds.isDisjoint(with: kinds) { return pages.read(page) }
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

  private func read(_ page: Page) -> PolicySyntax {
    var parser = Parser(source, at: page.start)
    parser.parse(upTo: page.end)
    return parser.page()
  }
}
