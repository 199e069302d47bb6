import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// Policies in several files.
struct FilesTests {
  private func joined(_ files: [String: String], from name: String = "main.gate") -> Source {
    Source(name: name, text: files["main.gate"] ?? "").joined { path, limit throws(UseFault) in
      guard let text = files[path] else { throw .missing(near: nil) }
      guard text.utf8.count <= limit else { throw .tooLong }
      return FoundFile(path: path, bytes: Array(text.utf8))
    }
  }

  private let shop = [
    "main.gate": "policy Shop\na requires pro\nuse \"plans/p.gate\"\nb requires pro\n",
    "plans/p.gate": "\u{FEFF}# plans\ntiers free < pro\nuse \"../more.gate\"\n\nc requires pro",
    "more.gate": "use \"main.gate\"\nfeatures a, b, c\n",
  ]

  @Test func aFileIsWhereItIsUsedFirst() throws {
    let graph = try #require(Compiler.compile(joined(shop)).graph)
    let places = graph.parts.rules.map { rule in
      let (file, line) = graph.parts.place(ofRow: rule.place.row)
      return "\(file):\(line) \(rule.place.text)"
    }
    #expect(
      places == [
        "main.gate:2 a requires pro", "plans/p.gate:5 c requires pro",
        "main.gate:4 b requires pro",
      ])
  }

  @Test func theFilesMeanWhatOneFileMeans() throws {
    let one = """
      policy Shop
      a requires pro
      tiers free < pro
      features a, b, c
      c requires pro
      b requires pro
      """
    let graph = try #require(Compiler.compile(joined(shop)).graph)
    let whole = try #require(Compiler.compile(Source(name: "main.gate", text: one)).graph)
    #expect(graph.fingerprint == whole.fingerprint)
  }

  @Test func aLongPolicyReadInPagesIsTheSame() throws {
    let graph = try #require(Compiler.compile(joined(shop)).graph)
    let paged = try #require(Compiler.graph(of: joined(shop), pageSize: 16).graph)
    #expect(paged.compiled() == graph.compiled())
  }

  @Test func theCompiledFileHoldsAllFiles() throws {
    let graph = try #require(Compiler.compile(joined(shop)).graph)
    let read = try RuleGraph(compiled: graph.compiled())
    #expect(read.parts.rows == graph.parts.rows)
    #expect(read.parts.rows.names == ["main.gate", "plans/p.gate", "more.gate"])
  }

  @Test func aSentenceDoesNotGoOnInAnotherFile() {
    let source = joined([
      "main.gate": "use \"p.gate\"\npro\n", "p.gate": "features a,\n",
    ])
    let result = Compiler.compile(source)
    #expect(result.graph == nil)
    #expect(result.diagnostics.map { source.file(at: $0.span.start).name }.contains("p.gate"))
  }

  @Test func aClauseAtTheStartOfAFileBelongsToNothing() {
    let source = joined([
      "main.gate": "a requires pro\nuse \"p.gate\"\n", "p.gate": "message \"x\"\n",
    ])
    let found = Compiler.compile(source).diagnostics
    #expect(found.map(\.code) == ["TG0003"])
    #expect(found.map { source.file(at: $0.span.start).name } == ["p.gate"])
  }

  @Test func aThousandFilesAreTheMost() {
    var files = ["main.gate": "use \"1.gate\"\n"]
    for number in 1...1000 {
      files["\(number).gate"] = "f\(number) requires pro\nuse \"\(number + 1).gate\"\n"
    }
    let source = joined(files)
    let found = Compiler.compile(source).diagnostics
    #expect(source.files.count == 1000)
    #expect(found.map(\.code) == ["TG0012"])
    #expect(found.map { source.file(at: $0.span.start).name } == ["999.gate"])
  }

  @Test func filesHaveSixteenMebibytesTogether() {
    let source = joined([
      "main.gate": "use \"p.gate\"\na requires pro\n",
      "p.gate": String(repeating: " ", count: 16 << 20),
    ])
    #expect(Compiler.compile(source).diagnostics.map(\.code) == ["TG0012"])
  }

  @Test(arguments: [
    ("/p.gate", "TG0061"), ("", "TG0061"), ("../p.gate", "TG0061"), ("a/../../p.gate", "TG0061"),
    ("a\\\\p.gate", "TG0061"), ("a/", "TG0060"), (".", "TG0060"), ("P.gate", "TG0060"),
  ])
  func aPathThatBringsNothingIsAnError(_ path: String, _ code: String) {
    let source = joined(["main.gate": "use \"\(path)\"\na requires pro\n", "p.gate": ""])
    #expect(Compiler.compile(source).diagnostics.map(\.code) == [code])
  }

  @Test func aFindingNamesTheFileOfEachPlace() {
    let source = joined(
      ["main.gate": "feature a\nuse \"p.gate\"\n", "p.gate": "\nfeature a\na requires pro\n"],
      from: "shop/main.gate")
    let found = Compiler.compile(source).diagnostics
    let text = TextRenderer(source: source, color: false).render(found)
    #expect(text.contains("┌─ shop/p.gate:2:9"))
    #expect(text.contains("├─ shop/main.gate:1:9"))
    let json = DiagnosticJSON(source: source).render(found)
    #expect(json.contains("\"file\":\"shop/p.gate\""))
    #expect(json.contains("\"file\":\"shop/main.gate\""))
  }
}
