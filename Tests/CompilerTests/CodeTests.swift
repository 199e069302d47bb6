import Testing
import TollgateSyntax

@testable import TollgateCompiler

/// Every code has a page, and every page keeps its word.
struct CodeTests {
  @Test func codesAreSortedAndUnique() {
    let codes = DiagnosticCodes.all.map(\.code)
    #expect(codes == Set(codes).sorted())
    #expect(DiagnosticCodes.page("TG0101")?.title == "a name that is not declared")
    #expect(DiagnosticCodes.page("TG9999") == nil)
  }

  @Test(arguments: DiagnosticCodes.all)
  func avoidHasExactlyItsCode(_ page: DiagnosticPage) {
    // No page prints sixteen mebibytes.
    let text = page.code == "TG0012" ? String(repeating: " ", count: 16 << 20 | 1) : page.avoid
    let result = Compiler.compile(Source(name: "avoid.gate", text: text))
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
