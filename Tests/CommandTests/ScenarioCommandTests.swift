import Foundation
import TestSupport
import Testing

/// `tollgate test`
@Suite struct ScenarioCommandTests {
  static let shop = """
    tiers free < pro
    product annual
      grants pro
      price 12 CNY per year
    meter bills
    series L1..L9
    feature beta
    fact tester is yes or no
    bills > 500 requires pro
    L1..L9 requires pro
    beta requires tester

    """
  static let passing = """
    scenario "a free user is stopped at the 501st bill"
      given bills 500
      expect bills denied because limit-reached unlocked by annual
    scenario "Pro has all lessons"
      given pro
      expect L1..L9 allowed because granted

    """
  static let failing = """
    scenario "a free user is stopped"
      given bills 499
      expect bills denied because limit-reached remaining 0
    scenario "lessons"
      given pro, not tester
      expect L1..L9, beta denied because not-held unlocked by annual

    """

  // MARK: Text

  @Test func aCleanRunSaysSoOnStandardError() throws {
    let folder = try Folder([
      "a.gate": Self.shop + Self.passing, "b.gate": Self.shop + Self.passing,
    ])
    let result = try Command.run("test", folder.url.path)
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors == "4 scenarios, 20 asks passed in 2 files\n")
  }

  @Test func claimsAreProvedOrRefuted() throws {
    let claims = "never bills denied with pro\nalways L1..L9 allowed with nothing\n"
    let result = try Command.run("test", "-", input: Self.shop + Self.passing + claims)
    #expect(result.status == 1)
    for text in [
      "<stdin>:19: the claim “always L1..L9 allowed with nothing” does not hold\n",
      "    expected  allowed\n    it is     denied because not-held\n    and so    L2, L3, L4",
      "    decided by line 10: L1..L9 requires pro\n    for example a free user\n",
    ] { #expect(result.output.contains(text), "\(result.output)") }
    #expect(
      result.errors == "0 of 2 scenarios and 1 of 2 claims, 9 of 20 asks failed in 1 file\n")
    for (format, text) in [
      ("json", "\"failedClaims\": 1"), ("junit", "type=\"claim\""),
      ("github", "title=claim%3A always L1..L9 allowed with nothing::"),
    ] {
      let other = try Command.run(
        "test", "-", "--format", format, input: Self.shop + Self.passing + claims)
      #expect(other.status == 1 && other.output.contains(text), "\(other.output)")
    }
  }

  @Test func aFailureShowsBothDecisionsTheRuleAndWhatWouldPass() throws {
    let result = try Command.run("test", "-", input: Self.shop + Self.failing)
    #expect(result.status == 1)
    for text in [
      "<stdin>:12: the scenario “a free user is stopped” fails\n",
      "  line 14: expect bills denied because limit-reached remaining 0\n",
      "    expected  denied because limit-reached remaining 0\n",
      "    it is     allowed because within-limit remaining 1\n",
      "      Open: bills: within the limit [within-limit]\n",
      "        holds  bills > 500 requires pro  [<stdin>:9]\n",
      "    for it to pass, write this in its place\n"
        + "      expect bills allowed because within-limit remaining 1\n",
      "    and so    L2, L3, L4, L5, L6, L7, L8, L9\n",
      "    decided by line 11: beta requires tester\n",
      "      expect L1..L9 allowed because granted unlocked by nothing\n"
        + "      expect beta denied because not-held unlocked by nothing\n",
    ] { #expect(result.output.contains(text), "\(text)\n\(result.output)") }
    #expect(result.errors == "2 of 2 scenarios, 11 of 11 asks failed in 1 file\n")
  }

  @Test func whatIsWrittenInItsPlacePasses() throws {
    let result = try Command.run(
      "test", "-", "--format", "json", input: Self.shop + Self.failing)
    var lines = (Self.shop + Self.failing).components(separatedBy: "\n")
    let files = try #require(try Command.object(result.output)["files"] as? [[String: Any]])
    let scenarios = try #require(files.first?["scenarios"] as? [[String: Any]])
    for scenario in scenarios {
      for failure in scenario["failures"] as? [[String: Any]] ?? [] {
        let line = try #require(failure["line"] as? Int)
        let toPass = try #require(failure["toPass"] as? [String])
        lines[line - 1] = toPass.map { "  " + $0 }.joined(separator: "\n")
      }
    }
    let mended = try Command.run("test", "-", input: lines.joined(separator: "\n"))
    #expect(mended.status == 0)
    #expect(mended.errors == "2 scenarios, 11 asks passed in 1 file\n")
  }

  @Test func scenariosNeverSeeTheClock() throws {
    let text = """
      f is off until 2026-01-01
      g is off from 2026-01-01
      scenario "the time is 2026-01-01"
        expect f allowed
        expect g denied
      """
    #expect(try Command.run("test", "-", input: text).status == 0)
  }

  @Test func aPolicyWithoutScenariosSaysSo() throws {
    let result = try Command.run("test", "-", input: Self.shop)
    #expect(result.status == 0)
    #expect(result.errors == "<stdin>: no scenarios\nno scenarios in 1 file\n")
  }

  @Test func theFilterKnowsNoCapitals() throws {
    let policy = Self.shop + Self.passing + Self.failing
    let one = try Command.run("test", "-", "--filter", "pro HAS", input: policy)
    #expect(one.status == 0)
    #expect(one.errors == "1 scenario, 9 asks passed in 1 file\n")
    let none = try Command.run("test", "-", "--filter", "nobody", input: policy)
    #expect(none.status == 64)
    #expect(none.output == "")
    #expect(none.errors.hasPrefix("Error: none of the 4 titles contains `nobody`\n"))
  }

  @Test func whatDoesNotCompileIs2AndTheRestIsTested() throws {
    let folder = try Folder([
      "a.gate": "tiers free < pro\nf requires por\n", "b.gate": Self.shop + Self.failing,
    ])
    for format in ["text", "json", "junit", "github"] {
      let result = try Command.run(
        "test", folder.url.path, folder["none.gate"], "--format", format)
      #expect(result.status == 2)
      #expect(result.errors.contains("TG0101"))
      #expect(result.errors.contains("none.gate"))
      #expect(result.errors.hasSuffix(" in 1 file; 2 could not be tested\n"))
      #expect(result.output.contains("a free user is stopped"))
    }
  }

  // MARK: Coverage

  @Test func coverageShowsEachRule() throws {
    let result = try Command.run("test", "-", "--coverage", input: Self.shop + Self.passing)
    #expect(result.status == 0)
    #expect(
      result.output == """
        <stdin>: 35.71 % covered, 5 of 14
           9  bills > 500 requires pro
              held ✗  failed ✓  decided ✓  500 inside ✗  501 outside ✓  met by pro ✗
          10  L1..L9 requires pro
              held ✓  failed ✗  decided ✗  met by pro ✓
          11  beta requires tester
              held ✗  failed ✗  decided ✗  met by tester ✗

        """)
    #expect(result.errors == "2 scenarios, 10 asks passed in 1 file, 35.71 % covered\n")
  }

  @Test func asksThatFailCoverNothing() throws {
    let result = try Command.run("test", "-", "--coverage", input: Self.shop + Self.failing)
    #expect(result.status == 1)
    #expect(result.output.contains("<stdin>: 0 % covered, 0 of 14\n"))
  }

  @Test(arguments: [
    ("35", 0), ("35.7", 0), ("35.714285", 0), ("35.714286", 1), ("36%", 1), ("100", 1), ("0", 0),
    ("101", 64), ("-1", 64), ("4.", 64), ("many", 64), ("1000000000000000000000", 64),
  ]) func theMinimumIsExact(minimum: String, status: Int32) throws {
    let result = try Command.run(
      "test", "-", "--min-coverage=\(minimum)", input: Self.shop + Self.passing)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.output == "")
    if status == 1 {
      let text = minimum.hasSuffix("%") ? String(minimum.dropLast()) : minimum
      #expect(result.errors.contains("<stdin>: 35.71 % is covered, less than \(text) %\n"))
    }
  }

  @Test func eachFileHasToReachTheMinimum() throws {
    let folder = try Folder([
      "a.gate": "f requires nothing\nscenario \"s\"\n  expect f allowed\n", "b.gate": Self.shop,
    ])
    let result = try Command.run("test", folder.url.path, "--min-coverage", "1")
    #expect(result.status == 1)
    #expect(result.errors.contains("b.gate: 0 % is covered, less than 1 %"))
    #expect(!result.errors.contains("a.gate: "))
  }

  @Test func theShippedPoliciesAreCoveredInFull() throws {
    let result = try Command.run(
      "test", Repository.url("Policies").path, "--coverage", "--min-coverage", "100")
    #expect(result.status == 0)
    #expect(!result.output.contains("✗"))
    #expect(
      result.errors.hasSuffix("passed in \(Repository.policies.count) files, 100 % covered\n"))
  }

  @Test func suggestionsPassWhenTheyArePasted() throws {
    let folder = try Folder(["a.gate": Self.shop + Self.passing])
    let result = try Command.run("test", folder["a.gate"], "--suggest")
    #expect(result.status == 0)
    #expect(!result.output.contains("#"))
    try folder.write(Self.shop + Self.passing + result.output, to: "a.gate")
    let pasted = try Command.run("test", folder["a.gate"], "--min-coverage", "100")
    #expect(pasted.status == 0, "\(pasted.errors)")
    let again = try Command.run("test", folder["a.gate"], "--suggest")
    #expect(again.output == "")
    #expect(again.errors.hasPrefix("\(folder["a.gate"]): nothing is missing\n"))
  }

  @Test(arguments: [["--filter", "x"], ["--format", "json"], ["--coverage"]])
  func suggestionsStandAlone(more: [String]) throws {
    let folder = try Folder(["a.gate": Self.shop])
    let result = try Shell.run(
      Shell.tollgate, ["test", folder["a.gate"], "--suggest"] + more)
    #expect(result.status == 64)
  }
}
