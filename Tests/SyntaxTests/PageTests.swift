import Testing

@testable import TollgateSyntax

/// A text read in pages says what it says at once.
struct PageTests {
  private static let allKinds = StatementKinds(rawValue: .max)

  /// The statements of a text, read in pages; nothing if something is found to be wrong with it.
  private func statements(_ source: Source, pageSize: Int) -> [String]? {
    let pages = PolicyPages(source, pageSize: pageSize)
    let statements = told(Array(pages.statements(Self.allKinds)))
    pages.readRest()
    return pages.haveMistakes ? nil : statements
  }

  /// All of some statements but their tokens, which are counted from the beginning of a page.
  private func told(_ statements: [StatementSyntax]) -> [String] {
    statements.map { statement in
      let clauses = statement.clauses.map { "\($0.kind) \($0.span)" }
      return "\(statement.kind) \(statement.span) \(clauses)"
    }
  }

  private func check(_ text: String, pageSize: Int, _ location: SourceLocation = #_sourceLocation) {
    let source = Source(name: "", text: text)
    let whole = PolicySyntax.parse(source)
    let paged = statements(source, pageSize: pageSize)
    if whole.diagnostics.isEmpty {
      #expect(paged == told(whole.syntax.statements), "\(text)", sourceLocation: location)
    } else {
      #expect(paged == nil, "\(text)", sourceLocation: location)
    }
  }

  @Test(arguments: [1, 100, 1000]) func fullPolicyInPages(pageSize: Int) {
    check(fullPolicy, pageSize: pageSize)
  }

  @Test func eachStatementIsAPage() {
    let text = "\u{FEFF}feature x\r\n# and\r\nfeature y\r\nx requires z\r\ny requires z\r\n"
    let cutter = PageCutter(Source(name: "", text: text), size: 1)
    #expect(cutter.pages.map { $0.kinds } == [.features, .features, .rules, .rules])
    #expect(cutter.ruleCount == 2)
    #expect(cutter.featureCount == 2)
  }

  @Test(
    arguments: [
      "a,\nb requires c\n", "a requires (b or\nc)\nd requires e\n", "a requires b or\nc\n",
      "price > 5 requires pro\n", "feature,\nb requires c\n", "feature requires c\n",
      "scenario \"s\"\n  given bills 500,\n  product annual\n  expect a allowed\n",
      "feature.x requires pro\n", "# only\n\n", "  grants b\n", "a requires (b\nc requires d\n",
      "feature a \"open\nfeature b\n", "feature a\n\u{1}\nfeature b\n",
    ])
  func sentencesStayWhole(text: String) { check(text, pageSize: 1) }

  /// Lines in any order, right and wrong ones.
  @Test func anyLines() {
    let lines = [
      "feature a, b", "feature c,", "d", "a requires pro", "a, b", "a,", "b requires pro or",
      "  team", "c requires (pro or team", "  and basic)", "c is off", "a, c are off", "",
      "# a note", "product annual", "  grants pro", "  price 5 USD per month", "series L1..L9",
      "L1..L4 requires pro when platform is ios", "group g is a, b", "tiers free < pro",
      "price > 5 requires pro", "feature and, x", "not a requires b", "scenario \"s\"",
      "  given bills 5,", "  product annual", "  expect a allowed", "grant pro from 2026-01-01",
      "always a allowed with pro", "bills > 5 requires pro", "  soft", "a requires pro; ",
      "feature \"open", "trust snapshots for 24h", "\tb requires pro # why",
    ]
    let seed: UInt64 = 20_261_122
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let count = Int.random(in: 1...8, using: &generator)
      let chosen = (0..<count).map { _ in lines.randomElement(using: &generator) ?? "" }
      check(
        chosen.joined(separator: "\n") + "\n", pageSize: Int.random(in: 1...40, using: &generator))
    }
  }
}
