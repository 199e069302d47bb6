import TestSupport
import Testing
import TollgateCompiler
import TollgateSyntax

@testable import TollgateAnalysis

/// Every rule of the linter has a file, and a page that keeps its word.
@Suite struct LintRuleTests {
  @Test func theListIsTheFolder() {
    let codes = LintRules.all.map { $0.code }
    let files = Repository.files(
      below: "Sources/Tools/TollgateAnalysis/Lint/Rules", endingIn: ".swift")
    #expect(files.map { $0.split(separator: "/").last?.prefix(6) } == codes.map { $0[...] })
  }

  @Test func everyCodeHasOnePage() {
    let codes = LintRules.pages.map { $0.code }
    #expect(codes == Set(codes).sorted())
    for rule in LintRules.all { #expect(LintRules.page(rule.code) == rule.page) }
    #expect(LintRules.page("TG9999") == nil)
  }

  /// The playground shows a title in its reader's language beside each finding.
  @Test func everyCodeHasAChineseTitle() throws {
    let words = try Repository.text("Sources/Tools/TollgateWeb/Playground/words.js")
    #expect(words.contains("TG0001: \"") && !words.contains("TG9999: \""))
    let untitled = LintRules.pages.map { $0.code }.filter { !words.contains("\($0): \"") }
    #expect(untitled == [])
  }

  @Test(arguments: LintRules.all.map { $0.page })
  func avoidHasExactlyItsCode(_ page: DiagnosticPage) {
    let found = lint(page.avoid, isStrict: page.code == "TG0701")
    #expect(Set(found.map { $0.code }) == [page.code])
    #expect(found.allSatisfy { $0.level == page.level })
  }

  @Test(arguments: LintRules.all.map { $0.page })
  func preferHasNone(_ page: DiagnosticPage) {
    let found = lint(page.prefer, isStrict: page.code == "TG0701")
    #expect(found.map { $0.headline } == [])
    for text in [page.title, page.what, page.why, page.exceptions] { #expect(!text.isEmpty) }
  }

  @Test func noRuleYieldsToItselfOrToACodeThatThereIsNot() {
    for rule in LintRules.all {
      for code in rule.yieldsTo { #expect(code != rule.code && LintRules.page(code) != nil) }
    }
  }
}
