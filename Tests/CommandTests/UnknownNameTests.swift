import Foundation
import TestSupport
import Testing

/// Typos in a snapshot: the engine ignores them, the command says so.
@Suite struct UnknownNameTests {
  private static let snapshot = """
    {"schema": 1, "usages": {}, "later": null,
     "grants": [{"product": "nope"}, {"product": "anual", "state": "aktive"},
                {"entitlement": "por", "ownership": "familyshared"},
                {"product": "com.shop.annual", "untill": "2027-01-01"}],
     "usage": {"bils": 5, "exports": {"dya": 1, "total": {"usd": 1, "used": 3}}},
     "allowances": {"stroage": 5}, "facts": {"platfrom": "ios", "tester": true}}
    """

  private static let warnings = [
    #"usages: "usages" is not a key of a snapshot; did you mean `usage`?"#,
    "grants[0].product: the policy has no product called `nope`; "
      + "choose from annual, lifetime, courses",
    "grants[1].product: the policy has no product called `anual`; did you mean `annual`?",
    #"grants[1].state: "aktive" is not a state; did you mean `active`?"#,
    "grants[2].entitlement: the policy has no entitlement called `por`; did you mean `pro`?",
    #"grants[2].ownership: "familyshared" is not a kind of ownership; "#
      + "did you mean `family-shared`?",
    #"grants[3].untill: "untill" is not a key of a grant; did you mean `until`?"#,
    "usage.bils: the policy has no meter called `bils`; did you mean `bills`?",
    #"usage.exports.dya: "dya" is not a key of a usage; did you mean `day`?"#,
    #"usage.exports.total.usd: "usd" is not a key of a counter; did you mean `used`?"#,
    "allowances.stroage: the policy has no meter called `stroage`; did you mean `storage`?",
    "facts.platfrom: the policy has no fact called `platfrom`; did you mean `platform`?",
  ]

  private func run(_ words: [String], input: String = "") throws -> Shell.Result {
    let folder = try Folder(["Shop.gate": Sample.shop, "s.json": UnknownNameTests.snapshot])
    return try Shell.run(
      Shell.tollgate, words.map { $0.replacingOccurrences(of: "$", with: folder[""]) },
      input: Data(input.utf8))
  }

  @Test(arguments: [
    ["check", "$/Shop.gate", "L1"], ["explain", "$/Shop.gate", "L1"],
    ["access", "$/Shop.gate"], ["graph", "$/Shop.gate", "L1"],
  ])
  func everyUnknownNameIsAWarningWithTheNearest(words: [String]) throws {
    let result = try run(words + ["--snapshot", "$/s.json"])
    #expect(result.status == 0)
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == UnknownNameTests.warnings.count, "\(result.errors)")
    for (line, warning) in zip(lines, UnknownNameTests.warnings) {
      #expect(line.hasPrefix("warning: "))
      #expect(line.hasSuffix("s.json: " + warning))
    }
  }

  @Test func aStrictSnapshotIsAnError() throws {
    let result = try run(
      ["check", "$/Shop.gate", "L1", "--snapshot", "$/s.json", "--strict-snapshot"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Error: "))
    #expect(result.errors.contains(UnknownNameTests.warnings[0]))
    let known = try run(
      ["check", "$/Shop.gate", "L1", "--snapshot", "-", "--strict-snapshot"],
      input: #"{"schema": 1, "usage": {"bills": {"day": 1}}, "grants": [{"product": "annual"}]}"#)
    #expect(known.status == 0)
    #expect(known.errors == "")
  }

  private static let lines = """
    {"target": "L1", "usage": {"bils": 1}}
    {"target": "L1", "ading": 3}
    {"target": "L1", "usage": {"bils": 2}}
    {"target": "L1", "snapshot": {"schema": 1, "facts": {"testr": true}}}
    {"target": "L1"}
    """

  @Test func aBatchWarnsOnceForEachName() throws {
    let result = try run(["check", "$/Shop.gate", "--batch", "-"], input: UnknownNameTests.lines)
    #expect(result.status == 0)
    #expect(
      result.errors == """
        warning: line 1: usage.bils: the policy has no meter called `bils`; did you mean `bills`?
        warning: line 2: ading: "ading" is not a key of a batch line; did you mean `adding`?
        warning: line 4: snapshot.facts.testr: the policy has no fact called `testr`; \
        did you mean `tester`?

        """)
  }

  @Test func aStrictBatchHasAnErrorInThePlaceOfTheLine() throws {
    let result = try run(
      ["check", "$/Shop.gate", "--batch", "-", "--strict-snapshot"], input: UnknownNameTests.lines)
    #expect(result.status == 2)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix(#"{"error":"line 1: usage.bils: the policy has no meter"#))
    #expect(lines[4].hasPrefix(#"{"schema":1"#))
  }

  @Test func manyUnknownNamesDoNotFloodTheTerminal() throws {
    let facts = (0..<1000).map { "\"f\($0)\": 1" }.joined(separator: ",")
    let result = try run(
      ["check", "$/Shop.gate", "L1", "--snapshot", "-"],
      input: "{\"schema\": 1, \"facts\": {\(facts)}}")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.last == "warning: there are more unknown names")
  }
}
