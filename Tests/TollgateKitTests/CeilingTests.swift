import TestSupport
import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler
@testable import TollgateKit

/// The table of ceilings in the documentation against the constants of the code; `LimitTableTests`
/// tries every row of it.
@Suite struct CeilingTests {
  private static let page = "Sources/Core/TollgateKit/TollgateKit.docc/Guides/Guide-Ceilings.md"

  private static let ceilings: [(what: String, most: Int)] = [
    ("bytes of a policy's text", Limits.fileBytes), ("files of a policy", Limits.files),
    ("targets after `instead use`", CheckedRule.mostInstead),
    ("later steps of a counter", Counter.mostSteps),
    ("parentheses and `not` inside each other", Limits.nesting),
    ("bytes of a name", Limits.nameBytes), ("bytes of a text in quotes", Limits.textBytes),
    ("items of a list", Limits.listItems), ("errors that one run shows", Limits.diagnostics),
    ("members of a series", Int(Draft.mostSeriesMembers)),
    ("features and members of series", Draft.mostTargets),
    ("bytes of a JSON document", JSONReader.mostBytes),
    ("lists and objects inside each other", JSONReader.mostDepth),
    ("bytes of a message with its placeholders filled", Texts.mostFilled),
    ("included entitlements that a description names", Describer.mostIncluded),
    ("boxes of a drawing", GraphPicture.mostDrawn),
  ]

  @Test func theTableIsThatOfTheCode() throws {
    let rows = try Repository.text(CeilingTests.page).split(separator: "\n").filter {
      $0.hasPrefix("| ") && !$0.hasPrefix("| what")
    }
    for ceiling in CeilingTests.ceilings {
      let row = rows.first { $0.hasPrefix("| \(ceiling.what) | ") }
      let isSame = row?.hasPrefix("| \(ceiling.what) | \(grouped(ceiling.most)) | ") ?? false
      #expect(isSame, "\(ceiling.what): \(row ?? "no row")")
    }
  }

  /// `16,777,216`
  private func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  @Test func aFilledMessageEndsAtItsCeilingAndOneBelowItIsWhole() throws {
    func message(_ length: Int, times: Int) throws -> String {
      let policy = try policy(
        """
        feature f "\(String(repeating: "x", count: length))"
        f requires pro
          message "\(String(repeating: "{target}", count: times))"

        """)
      let now = try instant("2026-01-01")
      let decision = policy.decide("f", for: Snapshot(asOf: now), at: now)
      return try #require(decision.message(in: "en").message)
    }
    #expect(try message(5000, times: 4).utf8.count == 20_000)
    let long = try message(5000, times: 5)
    #expect(long.hasSuffix("…"))
    #expect(long.dropLast().utf8.count == 20_000)
  }
}
