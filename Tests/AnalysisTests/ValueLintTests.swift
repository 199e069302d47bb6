import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// The linter about ladders, values and offers, where brute force does not look.
@Suite struct ValueLintTests {
  private func codes(_ lines: String...) -> [String] {
    lint(lines.joined(separator: "\n") + "\n").map { $0.code }
  }

  @Test func aLadderWithAnUndecidedBaseIsStillToBeDecided() {
    #expect(codes("meter m", "m at most undecided", "  10 with a").contains("TG0210"))
    #expect(!codes("meter m", "m at most 5", "  10 with a").contains("TG0210"))
  }

  @Test func whatNobodySellsMayBeHeldByThoseToWhomSomethingIsOffered() {
    let found = codes(
      "entitlements a, staff", "product p", "  grants a", "  for sale with staff", "f requires a",
      "g requires staff")
    #expect(!found.contains("TG0409") && !found.contains("TG0403"))
  }

  @Test func aWorseValueIsToldWithBothValues() throws {
    let found = lint(
      "tiers free < pro < max\nsetting history is 7 days\n  90 days with pro and not max\n"
        + "  30 days with max\n")
    let finding = try #require(found.first { $0.code == "TG0308" })
    #expect(finding.notes == ["90 days for a pro user, and 30 days with `max` as well"])
    #expect(finding.headline == "reaching `max` makes the value of `history` worse")
  }

  @Test func aReminderBeyondEveryStepIsNeverDue() {
    let lines = ["meter m", "m at most 10", "  20 with a", "  unlimited with b"]
    #expect(codes(lines.joined(separator: "\n"), "  reminder at 21").contains("TG0302"))
    #expect(!codes(lines.joined(separator: "\n"), "  reminder at 20").contains("TG0302"))
  }

  @Test func aShareOfTheLimitIsDueForWhoHasALimit() {
    let some = codes("meter m", "m at most 10", "  unlimited with a", "  reminder at 90%")
    let nobody = codes("meter m", "m at most 0", "  unlimited with a", "  reminder at 90%")
    #expect(!some.contains("TG0302") && nobody.contains("TG0302"))
  }

  @Test func oneShareTwiceIsOneTooMany() {
    #expect(
      codes("meter m", "m at most 10", "  20 with a", "  reminder at 50%", "  reminder at 50%")
        .contains("TG0302"))
  }

  @Test func insteadUseOfASettingIsJudgedByWhatItDenies() {
    let text = [
      "tiers free < pro", "setting quality is low < high", "  high with pro", "  instead use f",
      "f requires pro",
    ]
    #expect(codes(text.joined(separator: "\n")).contains("TG0311"))
    let open = text.dropLast() + ["f requires nothing"]
    #expect(!codes(open.joined(separator: "\n")).contains("TG0311"))
  }
}
