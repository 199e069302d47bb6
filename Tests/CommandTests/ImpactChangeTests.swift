import Foundation
import TestSupport
import Testing

/// Who changes between two policies: `impact`, `sql --diff`, `diff` and `check` say the same.
@Suite struct ImpactChangeTests {
  private static let old = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
    feature export
    feature share
    fact country is us or eu
    export requires pro
    share requires nothing

    """
  private static let trusting = old.replacingOccurrences(
    of: "policy Shop\n", with: "policy Shop\ntrust snapshots for 1 day\n")
  private static let users = """
    {"schema":1,"subject":"ada","asOf":"2026-01-01","grants":[{"product":"annual"}]}
    {"schema":1,"subject":"bo","asOf":"2026-02-28T01:00:00Z","grants":[{"product":"annual"}]}
    {"schema":1,"subject":"cy"}

    """

  private static func folder() throws -> Folder {
    try Folder(["old.gate": old, "new.gate": trusting, "users.jsonl": users])
  }

  private static func impact(_ folder: Folder, _ policies: [String], _ rest: String...) throws
    -> Shell.Result
  {
    try Shell.run(
      Shell.tollgate,
      ["impact"] + policies.map { folder[$0] }
        + ["--users", folder["users.jsonl"], "--at", "2026-03-01"] + rest)
  }

  /// Payers whose data is too old for a new trust are denied by `check`: they are no silence.
  @Test func whoBecomesUnknown() throws {
    let folder = try ImpactChangeTests.folder()
    let result = try ImpactChangeTests.impact(
      folder, ["old.gate", "new.gate"], "--list", folder["list.csv"])
    #expect(
      result.output == """
        Who gains and who loses: Shop, of 3 users

        export
                    1  becomes unknown, and is denied, 33.3 %; for example ada
              1: line 8: export requires pro → line 9: export requires pro
                    1  unknown, 1 of them stale

        """)
    let list = try String(
      contentsOf: folder.url.appendingPathComponent("list.csv"), encoding: .utf8)
    #expect(list == "id,target,before,after,reason\r\nada,export,allowed,unknown,stale\r\n")
    let back = try ImpactChangeTests.impact(folder, ["new.gate", "old.gate"])
    #expect(back.output.contains("1  was unknown, and is allowed, 33.3 %; for example ada"))
  }

  /// `check` denies those, and `diff` tells that somebody loses.
  @Test func theOtherCommandsAgree() throws {
    let folder = try ImpactChangeTests.folder()
    let user = String(ImpactChangeTests.users.split(separator: "\n")[0])
    try folder.write(user, to: "ada.json")
    for (policy, status) in [("old.gate", 0), ("new.gate", 1)] {
      let check = try Command.run(
        "check", folder[policy], "export", "--snapshot", folder["ada.json"], "--at", "2026-03-01")
      #expect(check.status == status, "\(check.output)\(check.errors)")
      if status == 1 { #expect(check.output.contains("stale"), "\(check.output)") }
    }
    let diff = try Command.run(
      "diff", folder["old.gate"], folder["new.gate"], "--fail-on", "loss")
    #expect(diff.status == 1)
    let sql = try Command.run(
      "sql", "--diff", folder["old.gate"], folder["new.gate"], "--only", "answers", "--only",
      "counts", "--only", "lists")
    #expect(sql.output.contains("THEN 'becomes-unknown'"), "\(sql.output)")
    #expect(sql.output.contains("AS becomes_unknown_export"))
    #expect(!sql.output.contains("share"))
  }

  private static let statuses: [(policies: [String], failOn: String, status: Int32)] = [
    (["old.gate", "new.gate"], "loss", 1), (["old.gate", "new.gate"], "gain", 0),
    (["old.gate", "new.gate"], "any", 1), (["old.gate", "new.gate"], "never", 0),
    (["new.gate", "old.gate"], "loss", 0), (["new.gate", "old.gate"], "gain", 1),
    (["old.gate", "old.gate"], "any", 0), (["old.gate"], "loss", 64),
  ]

  @Test(arguments: statuses.indices) func theStatus(index: Int) throws {
    let (policies, failOn, status) = ImpactChangeTests.statuses[index]
    let result = try ImpactChangeTests.impact(
      try ImpactChangeTests.folder(), policies, "--fail-on", failOn)
    #expect(result.status == status, "\(policies) \(failOn): \(result.errors)")
  }

  @Test func programsReadIt() throws {
    let folder = try ImpactChangeTests.folder()
    let json = try ImpactChangeTests.impact(
      folder, ["old.gate", "new.gate"], "--format", "json")
    for words in [
      #""becomesUnknown": 1"#, #""becomesKnown": 0"#, #""firstUnknown": "ada""#,
      #""firstKnown": null"#, #""change": "becomes-unknown""#, #""loses": 0"#,
    ] { #expect(json.output.contains(words), "\(words)\n\(json.output)") }
    let csv = try ImpactChangeTests.impact(folder, ["old.gate", "new.gate"], "--format", "csv")
    #expect(csv.output.contains("export,0,0,1,1,,,1,0,0\r\n"), "\(csv.output)")
    for format in ["markdown", "html"] {
      let text = try ImpactChangeTests.impact(
        folder, ["old.gate", "new.gate"], "--format", format)
      #expect(text.output.contains("become"), "\(text.output)")
    }
  }

  /// One meaning of unknown: a `grant` whose facts are missing is not given, for `check` as here.
  @Test func aGrantByDateWithoutTheDateIsNotHeld() throws {
    let policy = """
      tiers free < pro
      fact joined is a date
      feature export
      grant pro until 30 days after joined
      export requires pro

      """
    let folder = try Folder(["old.gate": policy, "users.jsonl": #"{"schema":1,"subject":"ada"}"#])
    let result = try ImpactChangeTests.impact(folder, ["old.gate"])
    #expect(result.output.contains("1  denied") && !result.output.contains("unknown"))
    let check = try Command.run("check", folder["old.gate"], "export", "--at", "2026-03-01")
    #expect(check.output.contains("not-held"), "\(check.output)")
  }
}
