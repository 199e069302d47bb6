import Foundation
import TestSupport
import Testing

/// `tollgate replay`
@Suite struct ReplayTests {
  private static let old = """
    tiers free < pro
    bills > 500 requires pro
    csv-export requires pro
    """

  private static func line(
    _ target: String, bills: Int, outcome: String, reason: String, subject: String = "ada"
  ) -> String {
    """
    {"schema":1,"at":"2026-03-01T08:00:00Z","target":"\(target)","adding":1,"subject":"\(subject)",\
    "outcome":"\(outcome)","reason":"\(reason)","rule":null,"fingerprint":"sha256:0","rollouts":[],\
    "snapshot":{"schema":1,"subject":"\(subject)","usage":{"bills":\(bills)}}}
    """
  }

  private static let log =
    [
      line("bills", bills: 400, outcome: "allowed", reason: "within-limit"),
      line("bills", bills: 10, outcome: "allowed", reason: "within-limit"),
      line("bills", bills: 350, outcome: "allowed", reason: "within-limit", subject: "ben"),
      line("csv-export", bills: 0, outcome: "denied", reason: "not-held"),
    ].joined(separator: "\n") + "\n"

  private func replay(
    _ policy: String, _ words: String..., log: String = log
  ) throws -> Shell.Result {
    let folder = try Folder(["log.jsonl": log, "next.gate": policy])
    return try Shell.run(
      Shell.tollgate, ["replay", "log.jsonl", "next.gate"] + words, in: folder.url)
  }

  @Test func theSamePolicyDecidesTheSame() throws {
    let result = try replay(Self.old, "--fail-on", "any")
    #expect(result.status == 0)
    #expect(result.output == "none of 4 decisions would be different\n")
    #expect(result.errors == "")
  }

  @Test func whatWouldBeDifferentIsToldWithItsRule() throws {
    let next = Self.old.replacingOccurrences(of: "500", with: "300")
      .replacingOccurrences(of: "csv-export requires pro", with: "csv-export requires nothing")
    let result = try replay(next, "--fail-on", "loss")
    #expect(result.status == 1)
    #expect(
      result.output == """
        3 of 4 decisions would be different

        bills
          2 × allowed (within-limit) → denied (limit-reached)
            bills > 300 requires pro  [next.gate:2]
            for example line 1: ada, 2026-03-01T08:00:00Z

        csv-export
          1 × denied (not-held) → allowed (ungated)
            for example line 4: ada, 2026-03-01T08:00:00Z

        """)
    #expect(try replay(next).status == 0)
    let gain = Self.old.replacingOccurrences(
      of: "csv-export requires pro", with: "feature csv-export")
    #expect(try replay(gain, "--fail-on", "gain").status == 1)
    #expect(try replay(gain, "--fail-on", "loss").status == 0)
  }

  @Test func theAnswerForProgramsHasEverything() throws {
    let next = Self.old.replacingOccurrences(of: "500", with: "300")
    let json = try Command.object(try replay(next, "--format", "json").output)
    #expect(json["decisions"] as? Int == 4)
    #expect(json["different"] as? Int == 2)
    let changes = try #require(json["changes"] as? [[String: Any]])
    #expect(changes.map { $0["count"] as? Int } == [2])
    #expect((changes.first?["rule"] as? [String: Any])?["line"] as? Int == 2)
  }

  @Test func aLineThatCannotBeReplayedIsNamedAndTheOthersAreCompared() throws {
    let bad = ["x", "", #"{"target":"bills","outcome":"perhaps"}"#].joined(separator: "\n") + "\n"
    let result = try replay(Self.old, log: Self.log + bad)
    #expect(result.status == 2)
    #expect(result.output == "none of 4 decisions would be different\n")
    #expect(result.errors.contains("log.jsonl:5: error: "))
    #expect(result.errors.contains("3 lines cannot be replayed"))
    let blind = Self.log.replacingOccurrences(of: "\"snapshot\"", with: "\"other\"")
    #expect(try replay(Self.old, log: blind).errors.contains("snapshot: missing"))
  }

  @Test func onlyOneInputIsStandardInput() throws {
    #expect(try Command.run("replay", "-", "-").status == 64)
    #expect(try Command.run("replay", "-").status == 64)
  }
}
