import Foundation
import TestSupport
import Testing

/// `tollgate impact`, `tollgate columns` and `tollgate sql`.
@Suite struct ImpactTests {
  private static let old = """
    policy Shop
    trust snapshots for 24h
    tiers free < pro
    product annual
      grants pro
    meter bills
    setting history is 7 days
      30 days with pro
    feature csv-export
    fact platform is ios or web
    rollout dark is 50% of users
    bills > 500 requires pro
    csv-export requires pro

    """
  private static let new = old.replacingOccurrences(of: "500", with: "300")
    .replacingOccurrences(of: "csv-export requires pro", with: "csv-export requires nothing")

  private static let users = """
    {"schema":1,"subject":"light","asOf":"2026-03-01T00:00:00Z","usage":{"bills":10},"facts":{"platform":"ios"}}
    {"schema":1,"subject":"heavy","asOf":"2026-03-01T00:00:00Z","usage":{"bills":300},"facts":{"platform":"web"}}
    {"schema":1,"subject":"pro","asOf":"2026-03-01T00:00:00Z","usage":{"bills":900},"grants":[{"product":"annual"}]}
    {"schema":1,"subject":"stale","asOf":"2025-03-01T00:00:00Z","usage":{"bills":400},"grants":[{"product":"annual"}]}
    {"schema":1,"subject":"silent","asOf":"2026-03-01T00:00:00Z"}
    {"schema":1,"usage":7}
    {"schema":1,"asOf":"2026-03-01T00:00:00Z","usage":{"bills":499}}

    """

  private static func folder() throws -> Folder {
    try Folder(["old.gate": old, "new.gate": new, "users.jsonl": users])
  }

  @Test func whoLosesAndWhoGains() throws {
    let folder = try ImpactTests.folder()
    let result = try Command.run(
      "impact", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"], "--at",
      "2026-03-01", "--list", folder["list.csv"])
    #expect(result.status == 2)
    #expect(
      result.output == """
        Who gains and who loses: Shop, of 6 users

        csv-export
                    4  gain it, 66.7 %; for example light
              4: line 13: csv-export requires pro → line 13: csv-export requires nothing
                    1  unknown, 1 of them stale
        bills
                    2  lose it, 33.3 %; for example heavy
              2: line 12: bills > 500 requires pro → line 12: bills > 300 requires pro
                    2  unknown, 1 of them stale
                    5  have 500 → 300

        1 line could not be read, and is not among the users:
          line 6: usage: expected an object, found 7

        """)
    let list = try String(
      contentsOf: folder.url.appendingPathComponent("list.csv"), encoding: .utf8)
    let rows = list.split(separator: "\r\n")
    #expect(rows.first == "id,target,before,after,reason")
    #expect(rows.contains("heavy,bills,allowed,denied,line 12: bills > 300 requires pro"))
    #expect(rows.contains { $0.hasPrefix("line 7,bills,allowed,denied,") })
    #expect(
      rows.contains { $0.hasPrefix("line 6,") && $0.hasSuffix("expected an object, found 7\"") })
    #expect(!rows.contains { $0.hasPrefix("pro,bills") })
  }

  /// The lists of the command and of the SQL are the same users, also with one core or two.
  @Test(arguments: ["1", "2", "7"]) func theCoresDoNotMatter(jobs: String) throws {
    let folder = try ImpactTests.folder()
    let arguments = [
      "impact", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"], "--at",
      "2026-03-01", "--format", "json",
    ]
    let one = try Shell.run(Shell.tollgate, arguments + ["--jobs", "1"])
    #expect(try Shell.run(Shell.tollgate, arguments + ["--jobs", jobs]).output == one.output)
  }

  @Test func onePolicyAndAnotherDay() throws {
    let folder = try ImpactTests.folder()
    let users = [
      "--users", folder["users.jsonl"], "--by", "fact:platform", "--format", "csv", "--at",
    ]
    let now = try Shell.run(
      Shell.tollgate, ["impact", folder["old.gate"]] + users + ["2026-03-01"])
    #expect(now.output.contains("all,csv-export,1,0,4,1,1\r\n"))
    #expect(now.output.contains("web,bills,1,0,0,0,0\r\n"))
    #expect(now.output.contains("(unknown),bills,3,0,0,1,0\r\n"))
    // A day later what was bought is no longer known.
    let later = try Shell.run(
      Shell.tollgate, ["impact", folder["old.gate"]] + users + ["2026-03-02"])
    #expect(later.output.contains("all,csv-export,0,0,4,2,2\r\n"))
  }

  @Test(arguments: ["markdown", "html", "json", "csv"]) func everyFormat(format: String) throws {
    let folder = try ImpactTests.folder()
    let result = try Command.run(
      "impact", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"],
      "--format", format, "--at", "2026-03-01")
    #expect(result.status == 2)
    #expect(result.output.contains("csv-export"))
    if format == "html" { #expect(result.output.contains("style=\"width: 66.6%\"")) }
  }

  @Test func theTables() throws {
    let folder = try ImpactTests.folder()
    let wide = try Command.run(
      "columns", folder["old.gate"], "--users", folder["users.jsonl"], "-o", folder.url.path,
      "--at", "2026-03-01")
    #expect(wide.status == 2)
    #expect(wide.errors.contains("line 6: usage: expected an object, found 7"))
    let text = try String(
      contentsOf: folder.url.appendingPathComponent("tollgate_users.csv"), encoding: .utf8)
    let rows = text.split(separator: "\r\n")
    #expect(rows[0] == "user_id,has_pro,used_bills,used_bills_known,extra_history")
    #expect(
      rows[1...6] == [
        "light,0,10,1,0", "heavy,0,300,1,0", "pro,1,900,1,0", "stale,2,400,1,0", "silent,0,0,0,0",
        "line 7,0,499,1,0",
      ])
    let long = try Command.run(
      "columns", folder["old.gate"], "--users", folder["users.jsonl"], "-o", folder.url.path,
      "--long")
    #expect(long.status == 2)
    let usage = try String(
      contentsOf: folder.url.appendingPathComponent("usage.csv"), encoding: .utf8)
    #expect(usage.contains("heavy,bills,\"\",300,\r\n"))
    let buckets = try String(
      contentsOf: folder.url.appendingPathComponent("buckets.csv"), encoding: .utf8)
    #expect(buckets.contains("light,dark,"))
  }

  @Test func wrongUsage() throws {
    let folder = try ImpactTests.folder()
    let users = folder["users.jsonl"]
    let unknown = try Command.run(
      "impact", folder["old.gate"], "--users", users, "--by", "fact:colour")
    #expect(unknown.status == 64)
    let same = try Command.run(
      "impact", folder["old.gate"], "--users", users, "--list", users)
    #expect(same.status == 64)
    #expect(try Command.run("sql", folder["old.gate"], folder["new.gate"]).status == 64)
    #expect(try Command.run("sql", "--diff", folder["old.gate"]).status == 64)
    let nowhere = try Command.run(
      "columns", folder["old.gate"], "--users", users, "-o", folder["none"])
    #expect(nowhere.status == 2)
  }
}
