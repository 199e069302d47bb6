import Testing
import TollgateSyntax

@testable import TollgateCompiler

/// Every code has a page, and every page keeps its word.
struct CodeTests {
  @Test func codesAreSortedAndUnique() {
    let codes = DiagnosticCodes.all.map(\.code)
    #expect(codes == Set(codes).sorted())
    let page = DiagnosticCodes.all.first { $0.code == "TG0101" }
    #expect(page?.title == "a name that is not declared")
  }

  @Test(arguments: DiagnosticCodes.all)
  func avoidHasExactlyItsCode(_ page: DiagnosticPage) {
    // No page prints sixteen mebibytes.
    let text = page.code == "TG0012" ? String(repeating: " ", count: 16 << 20 | 1) : page.avoid
    // One page is about two files.
    let isUsed = page.code == "TG0062"
    let first = Source(name: "avoid.gate", text: isUsed ? "use \"other.gate\"\n" : text)
    let source = first.joined { _, _ throws(UseFault) in
      guard isUsed else { throw .noFiles }
      return FoundFile(path: "other.gate", bytes: Array("trust snapshots for 24h\n".utf8))
    }
    let result = Compiler.compile(source)
    let found = Set(result.diagnostics.map(\.code))
    if page.code == "TG0015" {
      #expect(found.contains(page.code))
    } else {
      #expect(found == [page.code])
    }
    #expect(result.graph == nil)
  }

  @Test(arguments: DiagnosticCodes.all)
  func preferCompiles(_ page: DiagnosticPage) {
    #expect(compile(page.prefer).diagnostics.map(\.headline) == [])
    for text in [page.title, page.what, page.why, page.exceptions] { #expect(!text.isEmpty) }
  }
}
