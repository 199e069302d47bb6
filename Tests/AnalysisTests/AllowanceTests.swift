import Testing
import TollgateSyntax

@testable import TollgateAnalysis

/// `# allow CODE: reason`
@Suite struct AllowanceTests {
  private let rule = "csv-export requires pro\n"

  @Test func onTheLineOrTheLineAbove() {
    let above = result(of: "tiers free < pro\n# allow TG0103: soon\nmeter bills\n" + rule)
    #expect(above.findings == [])
    #expect(above.allowed.map { $0.finding.code } == ["TG0103"])
    #expect(above.allowed.map { $0.reason } == ["soon"])
    #expect(lint("tiers free < pro\nmeter bills  # allow TG0103: soon\n" + rule) == [])
    #expect(lint("tiers free < pro\r\n## allow: TG0103:soon \r\nmeter bills\r\n" + rule) == [])
  }

  @Test func severalCommentsAndSeveralCodes() {
    let one = "meters bills, pages # allow TG0103, TG0103: soon\n"
    #expect(lint("tiers free < pro\n" + one + rule) == [])
    let two = "# allow TG0103: bills, soon\n# both\n# allow TG0103: pages\nmeters bills, pages\n"
    #expect(lint("tiers free < pro\n" + two + rule) == [])
  }

  @Test func aCodeSilencesOneFinding() {
    let text = "tiers free < pro\n# allow TG0103: soon\nmeters bills, pages\n" + rule
    #expect(found(text) == ["TG0103 pages"])
  }

  @Test func aSentenceOfSeveralLinesCountsAsItsFirst() {
    let text =
      "tiers free < pro\n# allow TG0103: soon\nmeters bills,\n  pages\nbills > 5 requires pro\n"
    #expect(lint(text + rule) == [])
    let inside =
      "tiers free < pro\nmeters bills,\n  pages # allow TG0103: soon\nbills > 5 requires pro\n"
    #expect(lint(inside + rule) == [])
  }

  @Test func anEmptyLineEndsIt() {
    let text = "tiers free < pro\n# allow TG0103: soon\n\nmeter bills\n" + rule
    #expect(found(text) == ["TG0901 TG0103", "TG0103 bills"])
  }

  @Test func withoutAReasonItSilencesNothing() {
    for comment in ["# allow TG0103", "# allow TG0103:", "# allow TG0103:  ", "#allow TG0103 soon"]
    {
      let found = found("tiers free < pro\n\(comment)\nmeter bills\n" + rule)
      #expect(found.map { $0.prefix(6) } == ["TG0901", "TG0103"], "\(comment)")
    }
  }

  @Test func whatIsNoCodeIsTold() {
    let found = lint("tiers free < pro\n# allow TG206, TG0101, TG0999x: soon\n" + rule)
    #expect(found.map { $0.code } == ["TG0901", "TG0901", "TG0901"])
    #expect(found.map { $0.headline }[1] == "`TG0101` is an error, and errors cannot be allowed")
    #expect(found.allSatisfy { $0.edits.isEmpty })
  }

  @Test func otherCommentsAreLeftAlone() {
    for comment in ["# allow everybody", "# TG0103: soon", "# allowTG0103: x", "# allowance", "#"] {
      #expect(lint("tiers free < pro\n\(comment)\n" + rule) == [], "\(comment)")
    }
    #expect(lint("tiers free < pro\n" + rule + "  because \"# allow TG0103: x\"\n") == [])
  }

  @Test func aSafeFixTakesAwayWhatSilencesNothing() throws {
    func fixed(_ text: String) throws -> String {
      let edit = try #require(lint(text).first?.edits.first)
      #expect(edit.safety == .safe)
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try fixed("  # allow TG0103: soon\r\n" + rule) == rule)
    #expect(try fixed(rule + "# allow TG0103: soon") == rule)
    #expect(
      try fixed("csv-export requires pro   # allow TG0103: soon\n") == "csv-export requires pro\n")
    let two = "tiers free < pro\nmeter bills # allow TG0103, TG0901: soon\n"
    #expect(try fixed(two + rule) == "tiers free < pro\nmeter bills # allow TG0103: soon\n" + rule)
    let first = "tiers free < pro\nmeter bills # allow TG0901, TG0103: soon\n"
    #expect(
      try fixed(first + rule) == "tiers free < pro\nmeter bills # allow TG0103: soon\n" + rule)
  }

  @Test func aPolicyThatDoesNotCompileHasErrorsOnly() {
    let found = lint("# allow TG0103: soon\nmeter bills\ncsv-export requires\n")
    #expect(found.allSatisfy { $0.level == .error && $0.code != "TG0901" })
    #expect(!found.isEmpty)
  }
}
