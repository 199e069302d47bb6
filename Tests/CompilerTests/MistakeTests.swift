import Testing
import TollgateSyntax

@testable import TollgateCompiler

/// What is said about each mistake: headline, place and edit are pinned, and safe edits mend.
struct MistakeTests {
  @Test(arguments: MistakeCase.literals)
  func literals(_ mistake: MistakeCase) throws { try check(mistake) }

  @Test(arguments: MistakeCase.names)
  func names(_ mistake: MistakeCase) throws { try check(mistake) }

  @Test(arguments: MistakeCase.clauses)
  func clauses(_ mistake: MistakeCase) throws { try check(mistake) }

  @Test(arguments: MistakeCase.meanings)
  func meanings(_ mistake: MistakeCase) throws { try check(mistake) }

  @Test(arguments: MistakeCase.ladders)
  func ladders(_ mistake: MistakeCase) throws { try check(mistake) }

  @Test(arguments: MistakeCase.settings)
  func settings(_ mistake: MistakeCase) throws { try check(mistake) }

  @Test(arguments: MistakeCase.sentencesAboutValues)
  func sentencesAboutValues(_ mistake: MistakeCase) throws { try check(mistake) }

  private func check(_ mistake: MistakeCase) throws {
    let diagnostics = compile(mistake.text).diagnostics
    #expect(diagnostics.map(\.headline) == [mistake.headline], "one message per mistake")
    let found = try #require(diagnostics.first)
    let source = Source(name: "Test.gate", text: mistake.text)
    #expect(found.code == mistake.code)
    #expect(source.text(found.span) == mistake.place)
    #expect(found.edits.first?.safety == mistake.safety)
    #expect(found.edits.first?.replacement == mistake.edit)
    checkManner(of: found)
    if mistake.safety == .safe {
      let mended = mended(mistake.text, diagnostics)
      #expect(compile(mended).diagnostics.map(\.headline) == [], "the edit mends it")
    }
  }

  private func checkManner(of diagnostic: Diagnostic) {
    #expect(DiagnosticCodes.all.contains { $0.code == diagnostic.code }, "every code has a page")
    #expect(!diagnostic.headline.hasSuffix("."))
    #expect(!diagnostic.label.isEmpty)
    for word in ["token", "illegal", "invalid", "unexpected", "syntax", "Optional"] {
      let text = diagnostic.headline + diagnostic.label + diagnostic.help.joined()
      #expect(!text.contains(word))
    }
  }

  @Test func everyIndependentMistakeIsReported() {
    let found = codes(
      """
      tiers free < pro
      meters bills, photos
      bills > 500 requires por
      photos > 1.5 requires pro
        message "Only {limt}."
      csv requires (pro
      csv requires pro from 2026-02-30
        price 12 CNY per year
      storage > 3 requires pro
      grant max when unknown
      scenario "s"
        given nothing-like-it
        expect csv denid
      """)
    #expect(
      found == [
        "TG0101", "TG0007", "TG0602", "TG0006", "TG0008", "TG0019", "TG0101", "TG0101", "TG0101",
        "TG0101", "TG0101",
      ])
  }

  @Test func whatWasNotReadPoisonsWhatDependsOnIt() {
    #expect(codes("entitlements basic; pro\nx requires pro and basic\n").first == "TG0001")
    #expect(codes("tiers free, pro\nx requires pro\n") == ["TG0001"])
    #expect(codes("series L1..\nfeature x\nL3 requires pro\n") == ["TG0001"])
    #expect(
      codes("fact platform is\nx is off when platform is ios\nfact b is a date\n") == ["TG0001"])
  }

  @Test func aCircleOfProductsWithAWayInIsNoMistake() {
    let circle = "product a\n  only with b or c\nproduct b\n  only with a\n"
    #expect(codes(circle + "product c\n") == [])
    #expect(codes(circle + "product c\n  only with b\n") == ["TG0106"])
    #expect(codes(circle) == ["TG0101"], "the partner that is not known may be a way in")
  }

  @Test func clausesOfAnUnreadLineAreRead() {
    let found = codes(
      """
      product annual ?
        price 12 RMB per year
      bills > requires pro
        message "{limt}"
        reminder at 5
      """)
    #expect(found == ["TG0001", "TG0009", "TG0001", "TG0602"])
  }

  @Test func aHundredAreShown() {
    let lines = (0..<130).map { "x\($0) requires pro from 2026-02-30" }
    let result = compile(lines.joined(separator: "\n"))
    #expect(result.diagnostics.count == 101)
    #expect(result.diagnostics.last?.headline == "too many errors: 30 more are not shown")
  }

  @Test func aCycleIsNamedWhole() throws {
    let result = compile(
      "entitlement a includes b\nentitlement b includes c\nentitlement c includes a\nx requires a\n"
    )
    let found = try #require(result.diagnostics.first)
    #expect(found.headline == "`a` includes itself: `a`, `b`, `c`, `a`")
    #expect(found.related.count == 2)
  }
}
