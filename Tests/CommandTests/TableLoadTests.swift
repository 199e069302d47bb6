import Foundation
import TestSupport
import Testing

/// `tollgate sql --load`: the tables that `columns --long` writes, loaded into an engine, count the
/// users that `impact` counts; and a file that is wrong is never loaded in silence.
///
/// SQLite is asked in every run. `.ci/population` names further engines in TOLLGATE_ENGINES.
@Suite struct TableLoadTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let engines = (environment["TOLLGATE_ENGINES"] ?? "sqlite")
    .split(separator: ",").map { String($0) }.filter { $0 != "spark" }

  private static let old = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
    product pack
      adds 100 to bills
    meter bills
    feature beta
    feature export
    fact country is us or anything else
    fact verified is yes or no
    fact joined is a date
    rollout some is 50% of users
    bills > 500 requires pro
    beta requires nothing
    beta is off unless in some
    export requires nothing
    export is off when country is us
    export is off unless verified

    """
  private static let new = old.replacingOccurrences(of: "500", with: "300")
    .replacingOccurrences(of: "policy Shop\n", with: "policy Shop\ntrust snapshots for 1 day\n")
    .replacingOccurrences(of: "rollout some is 50% of users", with: "rollout most is 90% of users")
    .replacingOccurrences(of: "unless in some", with: "unless in most")
    .replacingOccurrences(of: "export requires nothing", with: "export requires pro")

  /// What people pay for as they use it: more in both policies.
  private static let sold = """
    meter seats
    meter credits
    product team
      grants pro
      price 5 USD per month for each of seats
    credits at most 20 per month
      30 for each of seats with pro
      unused rolls over, at most 10 carried
      then 0.05 USD for each credit with pro, at most 1 USD

    """
  private static let soldNow = sold.replacingOccurrences(of: "30 for", with: "25 for")
    .replacingOccurrences(of: "at most 10 carried", with: "at most 50% carried")

  private static func user(_ number: Int, isSold: Bool) -> String {
    var members = [#""schema":1,"subject":"u\#(number)""#]
    var usage = #""bills":\#(number * 37 % 700)"#
    if isSold {
      let month = #"{"used":\#(number * 7 % 90),"carried":\#(number % 15)}"#
      usage += #","credits":{"month":\#(month)}"#
    }
    if number % 5 > 0 { members.append(#""usage":{\#(usage)}"#) }
    let facts = [
      #""country":"\#(["us", "fr", ""][number % 3])""#, #""verified":\#(number % 2 == 0)"#,
      #""joined":"2026-01-0\#(number % 8 + 1)""#,
    ]
    members.append(#""facts":{\#(facts[0..<(number % 4)].joined(separator: ","))}"#)
    if number % 3 == 0 { members.append(#""asOf":"2026-0\#(number % 2 + 2)-28T12:00:00Z""#) }
    let other = isSold && number % 6 == 3 ? "team" : "pack"
    let product = number % 4 == 0 ? "annual" : other
    if number % 7 < 5 {
      members.append(#""grants":[{"product":"\#(product)","quantity":\#(number % 3 + 1)}]"#)
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func folder(isSold: Bool = false) throws -> Folder {
    // The open choice has no empty text: SQLite could not tell it from nothing.
    let users = (1...240).map {
      user($0, isSold: isSold)
        .replacingOccurrences(of: #""country":"""#, with: #""country":"x""#)
    }
    return try Folder([
      "old.gate": isSold ? old + sold : old, "new.gate": isSold ? new + soldNow : new,
      "users.jsonl": users.joined(separator: "\n"),
      "tables/empty": "",
    ])
  }

  /// Runs scripts one after the other in an empty database of an engine: what the last one prints.
  private static func run(
    _ scripts: [String], in folder: Folder, on engine: String
  ) throws -> Shell.Result {
    try? FileManager.default.removeItem(atPath: folder["users.db"])
    let program = Repository.url("Tests/PopulationTests/run_sql.py").path
    for (place, script) in scripts.enumerated() { try folder.write(script, to: "\(place).sql") }
    return try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [environment["TOLLGATE_PYTHON"] ?? "python3", program, engine]
        + scripts.indices.map { folder["\($0).sql"] },
      in: folder.url)
  }

  private static func sql(_ folder: Folder, _ rest: [String]) throws -> String {
    let result = try Shell.run(
      Shell.tollgate, ["sql", "--diff", folder["old.gate"], folder["new.gate"]] + rest)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private static func write(_ folder: Folder) throws {
    let written = try Shell.run(
      Shell.tollgate,
      [
        "columns", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"], "--at",
        "2026-03-01", "-o", folder["tables"], "--long",
      ])
    #expect(written.status == 0, "\(written.errors)")
  }

  /// The counts of `impact`, by their headings in SQL.
  private static func impact(_ folder: Folder) throws -> [String: Int] {
    let result = try Command.run(
      "impact", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"], "--at",
      "2026-03-01", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let sections = object?["sections"] as? [[String: Any]]
    var counts: [String: Int] = ["users": object?["users"] as? Int ?? 0]
    for target in sections?.first?["targets"] as? [[String: Any]] ?? [] {
      let name = target["target"] as? String ?? ""
      for (key, heading) in [
        ("loses", "loses"), ("gains", "gains"), ("becomesUnknown", "becomes_unknown"),
        ("becomesKnown", "becomes_known"), ("unknown", "unknown"),
      ] { counts["\(heading)_\(name)"] = target[key] as? Int }
    }
    return counts
  }

  @Test(arguments: [false, true]) func theCountsAreThoseOfImpact(isSold: Bool) throws {
    let folder = try TableLoadTests.folder(isSold: isSold)
    try TableLoadTests.write(folder)
    let expected = try TableLoadTests.impact(folder)
    #expect(expected.filter { $0.value > 0 }.count == (isSold ? 11 : 8), "\(expected)")
    for engine in TableLoadTests.engines {
      for names in [[], ["--prefix", "eu_"]] {
        let load = try TableLoadTests.sql(folder, ["--load", engine, "--from", "tables"] + names)
        let all = try TableLoadTests.sql(
          folder,
          ["--at", "2026-03-01", "--dialect", engine, "--only", "users", "--only", "answers"]
            + names)
        let counts = try TableLoadTests.sql(
          folder, ["--at", "2026-03-01", "--dialect", engine, "--only", "counts"] + names)
        let result = try TableLoadTests.run([load, all, all, counts], in: folder, on: engine)
        #expect(result.status == 0, "\(engine): \(result.errors)")
        let found = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        #expect(found as? [String: Int] == expected, "\(engine)")
      }
    }
  }

  /// The wide table of two policies serves the difference, too.
  @Test(arguments: [false, true]) func theWideTableOfTwoPolicies(isSold: Bool) throws {
    let folder = try TableLoadTests.folder(isSold: isSold)
    let written = try Command.run(
      "columns", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"], "--at",
      "2026-03-01", "-o", folder["tables"])
    #expect(written.status == 0, "\(written.errors)")
    let schema = try String(
      contentsOf: folder.url.appendingPathComponent("tables/schema.sql"), encoding: .utf8)
    let load = ".mode csv\n.import --skip 1 tables/tollgate_users.csv tollgate_users\n"
    let answers = try TableLoadTests.sql(
      folder,
      ["--at", "2026-03-01", "--dialect", "sqlite", "--only", "answers", "--only", "counts"])
    let result = try TableLoadTests.run([schema + load, answers], in: folder, on: "sqlite")
    #expect(result.status == 0, "\(result.errors)")
    let found = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    #expect(try found as? [String: Int] == TableLoadTests.impact(folder))
  }

  private static let wrong: [(file: String, change: @Sendable (String) -> String, words: String)] =
    [
      (
        "usage", { $0.replacingOccurrences(of: ",bills,\"\",37,", with: ",bills,\"\",many,") },
        "many"
      ),
      (
        "usage", { $0.replacingOccurrences(of: ",bills,\"\",37,", with: ",bills,\"\",-1,") },
        "is not from 0"
      ),
      (
        "usage", { $0.replacingOccurrences(of: ",bills,\"\",37,", with: ",bills,total,37,") },
        "`total`"
      ),
      (
        "usage", { $0.replacingOccurrences(of: ",bills,\"\",37,", with: ",bills,\"\",,") },
        "used is missing"
      ),
      ("usage", { $0 + "u1,bills,\"\",5,\r\n" }, "such a row already"),
      ("usage", { $0 + "nobody,bills,\"\",5,\r\n" }, "not in users"),
      ("usage", { $0.replacingOccurrences(of: "meter,counter", with: "metre,counter") }, "met"),
      ("users", { $0 + ",x,,\r\n" }, "user_id is missing"),
      ("users", { $0 + "late,late,999999999999999999,\r\n" }, "1 to 9999"),
      ("grants", { $0 + "u1,,,active,,,purchased,1,0\r\n" }, "names neither"),
      ("facts", { $0.replacingOccurrences(of: "verified,true", with: "verified,yes") }, "`yes`"),
      ("facts", { $0 + "u1,joined,2026-01-01,\r\n" }, "has a value and no number"),
      (
        "buckets", { $0.replacingOccurrences(of: "u2,most,", with: "u2,none,") },
        "no bucket of most"
      ),
    ]

  /// The script ends with an error that has the words, and the tables stay empty.
  @Test(arguments: wrong.indices) func aWrongFileIsNotLoaded(index: Int) throws {
    let folder = try TableLoadTests.folder()
    try TableLoadTests.write(folder)
    let (file, change, words) = TableLoadTests.wrong[index]
    let url = folder.url.appendingPathComponent("tables/\(file).csv")
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(change(text) != text)
    try Data(change(text).utf8).write(to: url)
    for engine in TableLoadTests.engines {
      let load = try TableLoadTests.sql(folder, ["--load", engine, "--from", "tables"])
      let schema = try TableLoadTests.sql(folder, ["--dialect", engine, "--only", "schema"])
      let count = "SELECT COUNT(*) AS n FROM users;"
      let result = try TableLoadTests.run([schema, load, count], in: folder, on: engine)
      #expect(result.status == 1, "\(engine): \(result.output)")
      #expect(result.errors.contains(words), "\(engine): \(result.errors)")
      #expect(result.output.contains(#"{"n": 0}"#), "\(engine): \(result.output)")
    }
  }

  /// What is there already is not loaded over.
  @Test func tablesWithRowsAreLeft() throws {
    let folder = try TableLoadTests.folder()
    try TableLoadTests.write(folder)
    for engine in TableLoadTests.engines {
      let load = try TableLoadTests.sql(folder, ["--load", engine, "--from", "tables"])
      let count = "SELECT COUNT(*) AS n FROM grants;"
      let once = try TableLoadTests.run([load, count], in: folder, on: engine)
      let twice = try TableLoadTests.run([load, load, count], in: folder, on: engine)
      #expect(once.status == 0 && twice.status == 1, "\(engine): \(once.errors)")
      #expect(twice.errors.contains("users has rows already; empty it first"), "\(twice.errors)")
      #expect(once.output == twice.output)
    }
  }

  /// A view that somebody made of ours outlives the script that replaces ours.
  @Test func anotherViewIsNeverDropped() throws {
    let folder = try TableLoadTests.folder()
    try TableLoadTests.write(folder)
    for engine in TableLoadTests.engines {
      let load = try TableLoadTests.sql(folder, ["--load", engine, "--from", "tables"])
      let (users, answers) = (
        try TableLoadTests.sql(folder, ["--dialect", engine, "--only", "users"]),
        try TableLoadTests.sql(folder, ["--dialect", engine, "--only", "answers"])
      )
      let mine = "CREATE VIEW mine AS SELECT user_id FROM tollgate_users;"
      let result = try TableLoadTests.run(
        [load, users, answers, mine, users, answers, "SELECT COUNT(*) AS n FROM mine;"],
        in: folder, on: engine)
      #expect(result.status == 0, "\(engine): \(result.errors)")
      #expect(result.output == "{\"n\": 240}\n", "\(engine): \(result.output)")
    }
  }

  @Test func wrongUsage() throws {
    let folder = try TableLoadTests.folder()
    for words in [
      ["--prefix", "A"], ["--prefix", "x;y"], ["--schema", "a.b.c"], ["--schema", "1a"],
      ["--load", "spark"], ["--from", "x"], ["--load", "sqlite", "--only", "schema"],
      ["--load", "sqlite", "--from", "it's"],
    ] {
      let result = try Shell.run(Shell.tollgate, ["sql", folder["old.gate"]] + words)
      #expect(result.status == 64, "\(words): \(result.output.prefix(200))")
    }
    #expect(try Command.run("sql").status == 64)
    #expect(try Command.run("sql", "--load", "postgres").status == 0)
    let other = try Command.run(
      "sql", folder["old.gate"], "--schema", "lake.analytics", "--prefix", "eu_")
    #expect(other.output.contains("FROM lake.analytics.eu_tollgate_users;"))
    #expect(other.output.contains("CREATE TABLE IF NOT EXISTS lake.analytics.eu_grants ("))
  }
}
