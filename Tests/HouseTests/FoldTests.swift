import TestSupport
import Testing

/// How the results of rules combine is said once, in `RuleFold.swift`: the first failure that is
/// not soft decides, or else the first that is.
@Suite struct FoldTests {
  private static let home = "Sources/Core/TollgateRuntime/Decision/RuleFold.swift"

  /// What a second fold would say.
  private static let choices = [
    "!$0.isSoft", "? .warned : .denied", "else { return .denied }", "outcome == .warned ||",
    "outcome = .warned",
  ]

  private static func choosesAmongFailures(_ text: String) -> Bool {
    choices.contains { text.contains($0) }
  }

  @Test func onlyOneFileSaysHowTheResultsOfRulesCombine() throws {
    let sources = Repository.files(below: "Sources", endingIn: ".swift")
    try #require(sources.count > 100)
    let choosing = try sources.filter {
      FoldTests.choosesAmongFailures(try Repository.text($0))
    }
    #expect(choosing == [FoldTests.home])
  }

  @Test func aSecondFoldIsFound() {
    let second = "blockers.first { !$0.isSoft } ?? blockers.first"
    #expect(FoldTests.choosesAmongFailures(second))
    #expect(!FoldTests.choosesAmongFailures("blockers.deciding"))
  }
}
