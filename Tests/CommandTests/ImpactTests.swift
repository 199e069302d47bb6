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
                    1  was unknown, and is allowed, 16.7 %; for example stale
              1: line 13: csv-export requires pro → line 13: csv-export requires nothing
                    1  unknown, 1 of them stale
        bills
                    2  lose it, 33.3 %; for example heavy
              2: line 12: bills > 500 requires pro → line 12: bills > 300 requires pro
                    1  becomes unknown, and is denied, 16.7 %; for example stale
              1: line 12: bills > 500 requires pro → line 12: bills > 300 requires pro
                    2  unknown, 1 of them stale
                    5  go from 500 to 300

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
  /// Who is only warned for now does not lose it that day, and the report says from when on.
  @Test func aNoticeIsNoLossYet() throws {
    let notice = ImpactTests.old.replacingOccurrences(
      of: "csv-export requires pro", with: "csv-export requires pro\n  soft until 2026-06-01")
    let before = ImpactTests.old.replacingOccurrences(
      of: "csv-export requires pro", with: "csv-export requires nothing")
    let folder = try Folder([
      "old.gate": before, "new.gate": notice, "users.jsonl": ImpactTests.users,
    ])
    func impact(_ day: String, _ format: String) throws -> String {
      try Command.run(
        "impact", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"], "--at",
        day, "--format", format
      ).output
    }
    let text = try impact("2026-03-01", "text")
    #expect(text.contains("5  may go on for now, with a warning, 83.3 %; for example light\n"))
    #expect(text.contains("; lost from 2026-06-01 on\n"))
    #expect(!text.contains("lose it"))
    #expect(try impact("2026-03-01", "csv").contains("\r\ncsv-export,5,0,0,0,light,,0,0,5\r\n"))
    #expect(
      try impact("2026-03-01", "markdown").contains(
        "may go on with a warning until 2026-06-01, and lose it then"))
    #expect(try impact("2026-03-01", "json").contains("\"onlyWarned\": 5"))
    let later = try impact("2026-06-01", "text")
    #expect(later.contains("4  lose it, 66.7 %; for example light\n"))
    #expect(!later.contains("warning"))
  }

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

  /// The long tables say the same as the lines that they were made of.
  @Test func longTables() throws {
    let folder = try ImpactTests.folder()
    let lines = ImpactTests.users.replacingOccurrences(of: "{\"schema\":1,\"usage\":7}\n", with: "")
    try folder.write(lines, to: "users.jsonl")
    let policies = [folder["old.gate"], folder["new.gate"]]
    let rest = ["--at", "2026-03-01", "--format", "json"]
    let written = try Shell.run(
      Shell.tollgate,
      ["columns", policies[0], "--users", folder["users.jsonl"], "-o", folder.url.path, "--long"]
        + rest.prefix(2))
    #expect(written.status == 0)
    func impact(_ users: String, _ list: String) throws -> Shell.Result {
      try Shell.run(
        Shell.tollgate,
        ["impact"] + policies + ["--users", users, "--list", folder[list]] + rest)
    }
    let fromLines = try impact(folder["users.jsonl"], "a.csv")
    let fromTables = try impact(folder.url.path, "b.csv")
    #expect(fromTables.status == 0, "\(fromTables.errors)")
    #expect(fromTables.output == fromLines.output)
    let lists = try ["a.csv", "b.csv"].map {
      try String(contentsOf: folder.url.appendingPathComponent($0), encoding: .utf8)
    }
    // The last user has no subject; the tables call it by the line that it was on.
    #expect(lists[0] == lists[1])
    // A wide table is made of the long ones, too.
    let wide = try ["users.jsonl", ""].map { users -> String in
      let columns = try Shell.run(
        Shell.tollgate,
        ["columns", policies[0], "--users", folder[users], "-o", folder.url.path]
          + rest.prefix(2))
      #expect(columns.status == 0)
      return try String(
        contentsOf: folder.url.appendingPathComponent("tollgate_users.csv"), encoding: .utf8)
    }
    #expect(wide[0] == wide[1])
  }

  /// A cell is what it is: no apostrophe goes before a minus sign, and quotes come back.
  @Test func cellsStayWhatTheyAre() throws {
    let user = #"{"schema":1,"subject":"=a,\"b\"\r\nc","asOf":"1969-12-31","usage":{"bills":900}}"#
    let folder = try Folder(["old.gate": ImpactTests.old, "users.jsonl": user])
    let columns = try Shell.run(
      Shell.tollgate,
      [
        "columns", folder["old.gate"], "--users", folder["users.jsonl"], "-o", folder.url.path,
        "--long",
      ])
    #expect(columns.status == 0)
    let users = try String(
      contentsOf: folder.url.appendingPathComponent("users.csv"), encoding: .utf8)
    #expect(
      users == """
        user_id,subject,as_of,latest_seen\r
        "=a,""b""\r\nc","=a,""b""\r\nc",-86400000,\r

        """)
    let result = try Command.run(
      "impact", folder["old.gate"], "--users", folder.url.path, "--at", "1970-01-01")
    #expect(result.status == 0)
    #expect(result.output.contains("of 1 user\n"))
  }

  /// Columns may be in any order, and those that may be missing may be missing; a BOM, quotes and
  /// line ends of any system are fine.
  @Test func tablesAsDatabasesWriteThem() throws {
    let folder = try Folder([
      "old.gate": ImpactTests.old, "users.csv": "\u{FEFF}\"user_id\"\r\n\"7\"\r\n8\r\n\r\n9",
      "usage.csv": "used,counter_window,meter,user_id\n500,\"\",bills,7\n499,\"\",\"bills\",9\n",
    ])
    let result = try Command.run(
      "impact", folder["old.gate"], "--users", folder.url.path, "--format", "csv", "--at",
      "2026-03-01")
    #expect(result.status == 0)
    #expect(result.output.contains("bills,1,0,1,1,0\r\n"), "\(result.output)")
  }

  /// Each line of a long cell is looked at once: a quote that is left open costs what its file is long.
  @Test func aQuoteThatIsLeftOpenTakesNoTime() throws {
    let lines = String(repeating: "x\n", count: 60_000)
    let folder = try Folder([
      "old.gate": ImpactTests.old, "users.csv": "user_id\n\"" + lines,
      "closed/users.csv": "user_id\n\"" + lines + "\"\n",
    ])
    let start = ContinuousClock.now
    let open = try Command.run("impact", folder["old.gate"], "--users", folder.url.path)
    #expect(open.status == 2)
    #expect(open.errors.contains("users.csv:2: a quote is not closed"), "\(open.errors)")
    let closed = try Command.run("impact", folder["old.gate"], "--users", folder["closed"])
    #expect(closed.status == 0)
    #expect(closed.output.contains("of 1 user\n"), "\(closed.output)")
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func aPipeAmongTheTablesIsNotWaitedFor() throws {
    let folder = try Folder(["old.gate": ImpactTests.old, "users.csv": "user_id\n7\n"])
    try #require(mkfifo(folder["usage.csv"], 0o600) == 0)
    let result = try Command.run("impact", folder["old.gate"], "--users", folder.url.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("usage.csv is not a regular file"), "\(result.errors)")
  }

  private static let badTables: [(tables: [String: String], words: String)] = [
    (["users.csv": ""], "users.csv:1: the table is empty; its first line names the columns"),
    (["users.csv": "id\n7\n"], "users.csv:1: there is no column id in `users`"),
    (["users.csv": "user_id,asof\n"], "did you mean `as_of`?"),
    (["users.csv": "user_id,user_id\n"], "users.csv:1: the column `user_id` appears twice"),
    (["users.csv": "subject\n7\n"], "users.csv:1: the column `user_id` is missing"),
    (["users.csv": "user_id,subject\n,7\n"], "users.csv:2: user_id is missing"),
    (["users.csv": "user_id\n7\n7\n"], "users.csv:3: the user has a row already"),
    (["users.csv": "user_id\n\"7\n8\n"], "users.csv:2: a quote is not closed"),
    (["users.csv": "user_id\n\"7\"8\n"], "users.csv:2: text goes on after a quote"),
    (["users.csv": "user_id\n7\"8\n"], "users.csv:2: a quote inside a cell without quotes"),
    (
      [
        "users.csv": "user_id\n7\n8\n",
        "allowances.csv": "user_id,meter,amount\n8,bills,1\n7,bills,1\n",
      ], "allowances.csv:3: users.csv has no user 7, or not at this place; sort all tables"
    ),
    (["usage.csv": "user_id,meter,counter_window,used\n"], "there is no file"),
  ]

  @Test(arguments: badTables.indices) func tablesThatAreRefused(index: Int) throws {
    let (tables, words) = ImpactTests.badTables[index]
    let folder = try Folder(tables.merging(["old.gate": ImpactTests.old]) { $1 })
    let result = try Command.run(
      "impact", folder["old.gate"], "--users", folder.url.path, "--list", folder["list.csv"])
    #expect(result.status == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder["list.csv"]))
  }

  private static let badRows: [(table: String, text: String, words: String)] = [
    ("grants", "user_id,until_at\n7,1\n", "names neither a product nor an entitlement"),
    ("grants", "user_id,product,until_at\n7,annual,soon\n", "until_at is `soon`; it takes"),
    (
      "grants", "user_id,product,until_at\n7,annual\n",
      "it has 2 cells, and the table has 3 columns"
    ),
    ("grants", "user_id,product,quantity\n7,annual,-1\n", "from 0 to 1000000000"),
    ("grants", "user_id,product,start_at\n7,annual,999999999999999999\n", "the years 1 to 9999"),
    (
      "usage", "user_id,meter,counter_window,used\n7,bills,weekly,1\n",
      "counter_window is `weekly`; it takes"
    ),
    ("usage", "user_id,meter,counter_window,used\n7,bills,\"\",\n", "used is missing"),
    ("usage", "user_id,meter,counter_window,used\n7,,\"\",1\n", "meter is missing"),
    (
      "usage", "user_id,meter,counter_window,used\n7,bills,\"\",1\n7,bills,\"\",2\n",
      "usage.csv:3: says a second time what"
    ),
    ("facts", "user_id,name,value\n7,platform,ios\n7,platform,ios\n", "says a second time"),
  ]

  /// A row that says nothing is told with its file and line, and the others are counted.
  @Test(arguments: badRows.indices) func rowsThatCannotBeRead(index: Int) throws {
    let (table, text, words) = ImpactTests.badRows[index]
    let folder = try Folder([
      "old.gate": ImpactTests.old, "users.csv": "user_id\n7\n8\n", "\(table).csv": text,
    ])
    let result = try Command.run("impact", folder["old.gate"], "--users", folder.url.path)
    #expect(result.status == 2)
    #expect(result.output.contains("of 1 user\n"))
    #expect(
      result.output.contains("  line 2: \(table).csv:") && result.output.contains(words),
      "\(result.output)")
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
