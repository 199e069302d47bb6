import TestSupport
import Testing

@Suite struct ProveTests {
  private static let policy = """
    entitlements basic, advanced
    entitlement full includes basic
    series L1..L3
    L1 requires nothing
    L2 requires basic
    L3 requires advanced
    always L1..L2 allowed with full
    always L1..L3 allowed with full

    """

  private static func folder() throws -> Folder {
    try Folder(["a.gate": policy])
  }

  @Test func theClaimsOfAPolicy() throws {
    let folder = try ProveTests.folder()
    let result = try Command.run("prove", folder["a.gate"])
    #expect(result.status == 1)
    #expect(
      result.output == """
        proved: always L1..L2 allowed with full (line 7)
        refuted: always L1..L3 allowed with full (line 8)
          L3 is denied because not-held: a user who holds full without advanced
            scenario "a user who holds full without advanced"
              given full
              expect L3 denied because not-held

        """)
  }

  @Test(arguments: [
    ("always L1 allowed with nothing", "proved", 0),
    ("never L3 allowed without advanced", "proved", 0),
    ("never L2 allowed without basic", "proved", 0),
    ("never L2 allowed with basic and advanced", "refuted", 1),
    ("always L2 allowed with full  # bundle", "proved", 0),
  ])
  func aClaimAsText(claim: String, verdict: String, status: Int32) throws {
    let folder = try ProveTests.folder()
    let result = try Command.run("prove", folder["a.gate"], claim)
    #expect(result.status == status)
    let words = claim.hasSuffix("# bundle") ? "always L2 allowed with full" : claim
    #expect(result.output.hasPrefix("\(verdict): \(words)\n"))
  }

  @Test func forPrograms() throws {
    let folder = try ProveTests.folder()
    let result = try Command.run("prove", folder["a.gate"], "--format", "json")
    let claims = try #require(try Command.object(result.output)["claims"] as? [[String: Any]])
    #expect(claims.map { $0["verdict"] as? String } == ["proved", "refuted"])
    #expect(claims.map { $0["line"] as? Int } == [7, 8])
    for claim in claims {
      #expect(
        claim.keys.sorted() == [
          "claim", "example", "file", "line", "stoppedAfter", "targets", "verdict",
        ])
    }
    let example = try #require(claims[1]["example"] as? [String: Any])
    #expect(example["outcome"] as? String == "denied")
  }

  @Test func mistakesOfAClaimAreShownInIt() throws {
    let folder = try ProveTests.folder()
    let result = try Command.run("prove", folder["a.gate"], "always L1 allowed with ful")
    #expect(result.status == 2)
    #expect(result.errors.contains("claim:1:24"))
    #expect(result.errors.contains("there is no entitlement called `ful`"))
    for text in ["L1 requires full", "always L1 allowed with full\nL2 requires full", "", "# x"] {
      #expect(try Command.run("prove", folder["a.gate"], text).status == 64, "\(text)")
    }
    #expect(try Command.run("prove", folder["none.gate"]).status == 2)
  }

  @Test func whatIsUndecidedIsNotProved() throws {
    let folder = try ProveTests.folder()
    let result = try Command.run(
      "prove", folder["a.gate"], "always L3 denied without advanced", "--budget", "1")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("undecided: "))
  }
}
