import Foundation
import TestSupport
import Testing
import TollgateKit

@Suite struct CheckTests {
  private func check(_ words: String...) throws -> Shell.Result {
    let folder = try Folder(["Shop.gate": Sample.shop])
    return try Shell.run(Shell.tollgate, ["check", folder["Shop.gate"]] + words)
  }

  @Test func aDenialNamesTheWaysInTheCheapestFirst() throws {
    let result = try check("bills", "--using", "bills=500", "--at", "2026-06-01")
    #expect(result.status == 1)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("Locked: bills: the limit of 500 is reached"))
    let told = [
      "The free plan holds 500 bills.", "500 of 500 used, none left",
      "1. buy annual: 12 CNY per year", "2. buy lifetime: 38 CNY once", "3. reduce bills by 1",
      "Reminder bills@450", "Valid until the user's data changes.",
    ]
    var rest = result.output[...]
    for words in told {
      let range = try #require(rest.range(of: words), "\(words) in \(rest)")
      rest = rest[range.upperBound...]
    }
    // The rules are for `explain`.
    #expect(!result.output.contains("Rules"))
  }

  @Test func jsonIsOnePrettyObject() throws {
    let result = try check("csv-export", "--format", "json")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("{\n  \"schema\": 1,\n"))
    #expect(result.output.hasSuffix("}\n"))
    let json = try Command.object(result.output)
    #expect(json["target"] as? String == "csv-export")
    #expect(json["policy"] as? String == "Shop")
    #expect(json["reason"] as? String == "not-held")
    let blockers = try #require(json["blockers"] as? [[String: Any]])
    #expect(blockers.first?["file"] as? String == "Shop.gate")
  }

  @Test func aWarnedUseIsAllowed() throws {
    let result = try check("old")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Open, with a warning: old"))
  }

  @Test func aRangeOrAGroupIsAskedAboutAsAWhole() throws {
    let open = try check("L1..L3")
    #expect(open.status == 0)
    #expect(open.output.hasPrefix("Open: L1..L3"))
    let some = try check("L3..L4")
    #expect(some.status == 1)
    #expect(some.output.hasPrefix("Locked: L3..L4"))
    let json = try check("tools", "--format", "json", "--has", "pro", "--fact", "tester=yes")
    #expect(json.status == 0)
    #expect(try Command.object(json.output)["target"] as? String == "tools")
    #expect(try check("everything").status == 1)
  }

  @Test(arguments: [[], ["--format", "json"], ["--adding", "5GB"]])
  func aMisspeltTargetIsWrongUsageWithASuggestion(options: [String]) throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    for command in ["check", "explain"] {
      guard command == "check" || !options.contains("json") else { continue }
      let words = [command, folder["Shop.gate"], "csv-exprot"] + options
      let result = try Shell.run(Shell.tollgate, words)
      #expect(result.status == 64, "\(words)")
      #expect(result.output == "", "\(words)")
      #expect(result.errors.contains("did you mean `csv-export`?"), "\(words): \(result.errors)")
    }
    #expect(try check("pro").errors.contains("`pro`; it is an entitlement"))
  }

  @Test func aBatchLineAboutAMisspeltTargetIsDenied() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run(
      "check", folder["Shop.gate"], "--batch", "-", input: #"{"target": "csv-exprot"}"#)
    #expect(result.status == 1)
    #expect(try Command.object(result.output)["reason"] as? String == "undeclared")
  }

  @Test(arguments: [
    ("bills", "bills=500", "-1", #"{"target":"bills","adding":-1,"usage":{"bills":500}}"#),
    (
      "storage", "storage=5GB", "-1.5GB",
      #"{"target":"storage","adding":-1500000000,"usage":{"storage":5000000000}}"#
    ),
  ]) func aNegativeAmountIsAskedAsInABatch(
    target: String, using: String, adding: String, line: String
  ) throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let policy = folder["Shop.gate"]
    let at = ["--at", "2026-06-01"]
    let one = try Shell.run(
      Shell.tollgate,
      ["check", policy, target, "--using", using, "--adding", adding, "--format", "json"] + at)
    let batch = try Shell.run(
      Shell.tollgate, ["check", policy, "--batch", "-"] + at, input: Data(line.utf8))
    #expect(one.status == 0, "\(one.errors)")
    #expect(
      try JSONReader.read(Array(one.output.utf8)) == JSONReader.read(Array(batch.output.utf8)))
  }

  @Test func theLanguageIsThatOfTheOptionOrTheEnvironment() throws {
    func start(_ words: [String], _ environment: [String: String] = [:]) throws -> String {
      let folder = try Folder([
        "Shop.gate": Sample.shop,
        "German.gate": "feature x \"Ausgabe\" de \"Export\"\nx requires pro\n",
      ])
      let all = ["check", folder[words[0]]] + words.dropFirst()
      return try Shell.run(Shell.tollgate, all, environment: environment).output
    }
    let shop = ["Shop.gate", "csv-export"]
    let german = ["German.gate", "x"]
    #expect(try start(shop + ["--locale", "zh-Hans"]).hasPrefix("已锁定"))
    #expect(try start(shop, ["LC_ALL": "zh_CN.UTF-8"]).hasPrefix("已锁定"))
    #expect(try start(shop + ["--locale", "en"], ["LC_ALL": "zh_CN.UTF-8"]).hasPrefix("Locked"))
    #expect(try start(german, ["LANG": "de_DE.UTF-8"]).hasPrefix("Locked: x (Export)"))
    // Neither Tollgate nor the policy speaks French.
    #expect(try start(german, ["LANG": "fr_FR.UTF-8"]).hasPrefix("Locked: x (Ausgabe)"))
  }

  /// Programs read JSON, so it does not depend on the machine.
  @Test func jsonHasTheLanguageOfTheOptionOnly() throws {
    let policy = "x requires pro\n  message \"Pay\" zh-Hans \"付费\"\n"
    func message(_ words: String...) throws -> String? {
      let json = try Shell.run(
        Shell.tollgate, ["check", "-", "x", "--format", "json"] + words,
        input: Data(policy.utf8), environment: ["LC_ALL": "zh_CN.UTF-8"]
      ).output
      let blockers = try Command.object(json)["blockers"] as? [[String: Any]]
      return blockers?.first?["message"] as? String
    }
    #expect(try message() == "Pay")
    #expect(try message("--locale", "zh-Hans") == "付费")
  }

  @Test func addingAndReachingTakeUnits() throws {
    #expect(try check("storage", "--using", "storage=4GB", "--adding", "1GB").status == 0)
    #expect(try check("storage", "--using", "storage=4GB", "--adding", "1.5GB").status == 1)
    #expect(try check("storage", "--using", "storage=1GB", "--reaching", "5 GB").status == 0)
    #expect(try check("storage", "--using", "storage=1GB", "--reaching", "5000000001").status == 1)
    #expect(try check("bills", "--using", "bills=9_000", "--adding", "0").status == 0)
  }

  @Test(arguments: [
    ["bills", "--adding", "1", "--reaching", "2"],
    ["bills", "--adding", "--1"],
    ["bills", "--adding=-many"],
    ["--batch", "x.jsonl", "--locale", "de"],
    ["bills", "--reaching", "-5"],
    ["bills", "--adding", "1GB"],
    ["bills", "--adding", "many"],
    ["bills", "--adding", "99999999999999999999"],
    ["bills", "--adding", "5 per day"],
    ["bills", "--adding", ""],
    ["bills", "--at", "yesterday"],
    ["bills", "--at", "2026-02-30"],
    ["bills", "--at", "2026-02-03T08:00"],
    ["bills", "--format", "xml"],
    ["bills", "csv-export"],
    ["bills", "--nonsense"],
    ["bills", "--batch", "x.jsonl"],
    ["--batch", "x.jsonl", "--adding", "2"],
    ["--batch", "x.jsonl", "--format", "text"],
    [],
  ]) func wrongUsageIs64(words: [String]) throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Shell.run(Shell.tollgate, ["check", folder["Shop.gate"]] + words)
    #expect(result.status == 64, "\(words)")
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Error: "))
    #expect(result.errors.contains("tollgate check"))
  }

  @Test func theTimeDecides() throws {
    let until = ["csv-export", "--has", "pro=2027-01-01"]
    let folder = try Folder(["Shop.gate": Sample.shop])
    func status(at instant: String) throws -> Int32 {
      let words = ["check", folder["Shop.gate"]] + until + ["--at", instant]
      return try Shell.run(Shell.tollgate, words).status
    }
    #expect(try status(at: "2026-12-31T23:59:59.999Z") == 0)
    #expect(try status(at: "2027-01-01") == 1)
    #expect(try status(at: "2027-01-01T07:59+08:00") == 0)
  }

  @Test func aSnapshotFileAndFactsAddUp() throws {
    let folder = try Folder([
      "Shop.gate": Sample.shop,
      "s.json": """
      {"schema": 1, "asOf": "2026-06-01", "usage": {"bills": 500, "exports": {"day": 3}},
       "facts": {"installed": "2026-01-05", "tester": true}}
      """,
    ])
    func run(_ words: String...) throws -> Shell.Result {
      let options = ["--snapshot", folder["s.json"], "--at", "2026-06-01T12:00Z"]
      return try Shell.run(Shell.tollgate, ["check", folder["Shop.gate"]] + words + options)
    }
    #expect(try run("bills").status == 1)
    #expect(try run("bills", "--has", "pro").status == 0)
    #expect(try run("bills", "--using", "bills=1").status == 0)
    #expect(try run("exports", "--using", "exports=1").status == 1)
    #expect(try run("exports", "--using", "exports/day=2").status == 0)
    #expect(try run("beta").status == 0)
    #expect(try run("beta", "--fact", "tester=no").status == 1)
    // The file says when it was confirmed, and the policy trusts it for a day.
    let late = try Shell.run(
      Shell.tollgate,
      [
        "check", folder["Shop.gate"], "csv-export", "--has", "pro", "--snapshot", folder["s.json"],
        "--at", "2026-06-02", "--format", "json",
      ])
    #expect(late.status == 1)
    #expect(try Command.object(late.output)["reason"] as? String == "stale")
  }

  @Test func aSnapshotComesFromStandardInput() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run(
      "check", folder["Shop.gate"], "bills", "--snapshot", "-",
      input: #"{"schema": 1, "usage": {"bills": 499}}"#)
    #expect(result.status == 0)
  }

  @Test func onlyOneOfThemIsStandardInput() throws {
    for words in [["bills", "--snapshot", "-"], ["--batch", "-"]] {
      let result = try Shell.run(Shell.tollgate, ["check", "-"] + words)
      #expect(result.status == 64)
      #expect(result.errors.contains("cannot both be standard input"))
    }
  }

  @Test func aUseThatRunsMayFinish() throws {
    let policy = "sync requires pro\n  running use may finish\n"
    #expect(try Command.run("check", "-", "sync", input: policy).status == 1)
    #expect(try Command.run("check", "-", "sync", "--continuing", input: policy).status == 0)
  }
}
