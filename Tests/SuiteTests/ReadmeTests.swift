import Foundation
import TestSupport
import Testing
import TollgateKit

/// The Swift of the README: it is compiled here, to the letter.
@Suite struct ReadmeTests {
  @Test func theSwiftExampleIsTheOneThatIsCompiledHere() throws {
    let here = try Repository.text("Tests/SuiteTests/ReadmeTests.swift")
    let blocks = try Page("README.md").tests.flatMap { $0.blocks }
      .filter { $0.info == ["swift"] && $0.text.contains("let policy") }
    #expect(blocks.count == 1)
    for line in blocks[0].text.split(separator: "\n") {
      #expect(here.contains("    " + line + "\n"), "\(line)")
    }
  }

  @Test func theSwiftExampleWorks() throws {
    var isSaved = false
    var shown: String?
    func save() { isSaved = true }
    func show(_ text: String) { shown = text }
    let url = Repository.url("Policies/ExpenseTracker.gate")
    let renewal = Instant.now.advanced(by: 1000)
    // The example, as it stands in the README.
    let policy = try Policy(contentsOf: url)  // throws PolicyError, with every diagnostic
    let snapshot = Snapshot(
      asOf: .now,  // when the purchases were last confirmed
      grants: [Grant(product: "annual", until: renewal)],
      usage: ["bills": Usage(499)]
    )
    let decision = policy.decide("bills", adding: 1, for: snapshot, at: .now)
    if decision.isAllowed { save() } else { show(decision.message(in: "zh-Hans").text) }
    #expect(isSaved)
    #expect(shown == nil)
  }
}
