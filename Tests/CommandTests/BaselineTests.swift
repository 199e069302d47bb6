import Foundation
import TestSupport
import Testing

/// `lint --write-baseline` and `lint --baseline`.
@Suite struct BaselineTests {
  private let text = "tiers free < pro\nmeter bills\nx requires pro\n"

  /// A folder with a policy and the baseline of it.
  private func folder(_ text: String) throws -> Folder {
    let folder = try Folder(["sub/a.gate": text])
    let result = try lint(folder, "--write-baseline", folder["baseline.json"])
    #expect(result.status == 0)
    return folder
  }

  private func lint(_ folder: Folder, _ words: String...) throws -> Shell.Result {
    try Shell.run(
      Shell.tollgate, ["lint", folder["sub/a.gate"], "--fail-on", "warning"] + words)
  }

  @Test func whatItRecordsIsNotReported() throws {
    let folder = try folder(text)
    #expect(try lint(folder).status == 1)
    let result = try lint(folder, "--baseline", folder["baseline.json"])
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors == "no findings in 1 file (1 in the baseline)\n")
    #expect(try folder.text("baseline.json").contains("\"sub/a.gate\""))
  }

  @Test func linesMayMoveAndNewFindingsAreReported() throws {
    let folder = try folder(text)
    try folder.write("# new\n\n" + text.replacing("meter", with: "  meter  "), to: "sub/a.gate")
    #expect(try lint(folder, "--baseline", folder["baseline.json"]).status == 0)
    try folder.write(text + "meter bills2\nmeter pages\n", to: "sub/a.gate")
    let result = try lint(folder, "--baseline", folder["baseline.json"])
    #expect(result.status == 1)
    #expect(result.errors == "2 warnings in 1 file (1 in the baseline)\n")
    #expect(!result.output.contains("`bills`"))
  }

  @Test func findingsAreCounted() throws {
    let folder = try folder("tiers free < pro\nmeters a, b\nx requires pro\n")
    #expect(try folder.text("baseline.json").contains("\"count\": 2"))
    #expect(try lint(folder, "--baseline", folder["baseline.json"]).status == 0)
  }

  @Test func staleEntriesAreTold() throws {
    let folder = try folder(text)
    try folder.write("tiers free < pro\nx requires pro\n", to: "sub/a.gate")
    let result = try lint(folder, "--baseline", folder["baseline.json"])
    #expect(result.status == 0)
    #expect(result.errors.contains("1 recorded and no longer found"))
  }

  @Test func errorsAreNeverRecorded() throws {
    let folder = try Folder(["sub/a.gate": "x requires\n"])
    let result = try lint(folder, "--write-baseline", folder["baseline.json"])
    #expect(result.status == 1)
    #expect(try lint(folder, "--baseline", folder["baseline.json"]).status == 1)
  }

  @Test func inSARIFTheyAreSuppressed() throws {
    let folder = try folder(text)
    let result = try lint(folder, "--baseline", folder["baseline.json"], "--format", "sarif")
    #expect(result.status == 0)
    #expect(result.output.contains("\"kind\": \"external\""))
  }

  @Test(arguments: [
    "", "x", "[]", "{}", #"{"schema": 2, "findings": []}"#, #"{"schema": 1}"#,
    #"{"schema": 1, "findings": [{"file": "a", "code": "b", "line": "c"}]}"#,
    #"{"schema": 1, "findings": [{"file": "a", "code": 1, "line": "c", "count": 1}]}"#,
    #"{"schema": 1, "findings": [{"file": "a", "code": "b", "line": "c", "count": 0}]}"#,
  ])
  func aBadBaselineIs2(_ json: String) throws {
    let folder = try Folder(["sub/a.gate": text, "baseline.json": json])
    let result = try lint(folder, "--baseline", folder["baseline.json"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("baseline.json is no baseline"))
  }

  @Test func aBaselineThatIsNotThereIs2() throws {
    let folder = try Folder(["sub/a.gate": text])
    #expect(try lint(folder, "--baseline", folder["none.json"]).status == 2)
    let both = try lint(folder, "--baseline", "a", "--write-baseline", "b")
    #expect(both.status == 64)
  }
}

/// The options that say what a lint takes into account.
@Suite struct LintOptionTests {
  @Test func todayDecidesWhatIsOver() throws {
    let text = "x requires pro\nx is off until 2026-06-01\n"
    func lint(_ words: String...) throws -> Shell.Result {
      try Shell.run(
        Shell.tollgate, ["lint", "-", "--fail-on", "warning"] + words, input: Data(text.utf8))
    }
    #expect(try lint("--today", "2026-05-31").status == 0)
    #expect(try lint("--today", "2026-06-01").output.contains("TG0502"))
    #expect(try lint("--today", "yesterday").status == 64)
    #expect(try lint("--budget", "0").status == 64)
    #expect(try lint("--format", "xml").status == 64)
  }

  @Test func withoutTodayItIsTheCurrentDay() throws {
    let past = "x requires pro\nx is off until 2020-01-01\n"
    #expect(try Command.run("lint", "-", input: past).output.contains("TG0502"))
    let future = "x requires pro\nx is off until 9000-01-01\n"
    #expect(try Command.run("lint", "-", input: future).output == "")
  }

  @Test func explainPrintsThePagesOfTheRules() throws {
    let page = try Command.run("explain", "tg0204")
    #expect(page.status == 0)
    #expect(page.output.hasPrefix("warning[TG0204]: the same rule twice"))
    #expect(try Command.run("explain", "TG9999").errors.contains("TG0901"))
  }

  @Test func aSafeFixOfAWarningKeepsTheMeaning() throws {
    let text =
      "# one\nx requires pro or max\nx requires max or pro\ny requires pro # allow TG0103: x\n"
    let folder = try Folder(["a.gate": text])
    let result = try Command.run("lint", "--fix", "--fail-on", "warning", folder["a.gate"])
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("\(folder["a.gate"]): 2 fixed\n"))
    #expect(try folder.text("a.gate") == "# one\nx requires pro or max\ny requires pro\n")
  }
}
