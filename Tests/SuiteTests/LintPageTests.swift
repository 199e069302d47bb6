import TestSupport
import Testing
import TollgateAnalysis
import TollgateCompiler

/// The pages of the linter show every code where it fires, and where it does not.
@Suite struct LintPageTests {
  @Test func everyCodeFiresAndDoesNot() throws {
    let sections = try ["lint", "lint-exact"].flatMap { name in
      try LintPageTests.sections(of: Page("Tests/LanguageSuite/\(name).md"))
    }
    for rule in LintRules.all {
      let own = sections.filter { $0.heading.hasPrefix(rule.code) }
      let fires = own.filter { !$0.findings.isEmpty }
      let misses = own.filter { $0.findings.isEmpty }
      #expect(!fires.isEmpty && !misses.isEmpty, "\(rule.code)")
      #expect(misses.allSatisfy { $0.heading.contains("does not fire") }, "\(rule.code)")
      for section in fires {
        // What silences nothing is shown with what it does not silence.
        let codes = section.codes.subtracting(rule.code == "TG0901" ? ["TG0103"] : [])
        #expect(codes == [rule.code], "\(section.heading)")
      }
    }
  }

  private struct Section {
    var heading: String
    var findings: String

    /// The codes of the findings: `warning[TG0103]`.
    var codes: Set<String> {
      Set(findings.split(separator: "[").dropFirst().map { String($0.prefix(6)) })
    }
  }

  private static func sections(of page: Page) -> [Section] {
    page.tests.flatMap { test in
      test.blocks.filter { $0.info.first == "lint" }.map {
        Section(heading: test.name, findings: $0.text)
      }
    }
  }
}
