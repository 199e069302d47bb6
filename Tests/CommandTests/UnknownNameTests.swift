import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@testable import tollgate

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

  /// Grants with every field, and every state and ownership that Tollgate writes.
  private static let written: Snapshot = {
    let (asOf, end) = (Instant(milliseconds: 1_767_225_600_000), Instant.readable.upperBound)
    var snapshot = Snapshot(subject: "ada", asOf: asOf, latestSeen: asOf)
    for state in Grant.State.allCases {
      snapshot.grants.append(
        Grant(
          product: "annual", entitlement: "pro", state: state, start: asOf, until: end,
          isTrial: state != .trial, renews: true, quantity: 2, id: "store:\(state)"))
    }
    for ownership in Grant.Ownership.allCases {
      snapshot.grants.append(Grant(product: "com.elsewhere", ownership: ownership, id: "store:1"))
    }
    var usage = Usage(total: Counter(1, resets: end))
    for unit in Window.Unit.allCases {
      usage[Window(name: unit.name) ?? .total] = Counter(3)
    }
    usage[Window(name: "3 hours") ?? .total] = try? Counter(
      3, then: [Counter.Step(at: end, used: 1)])
    snapshot.usage = ["bills": usage]
    snapshot.allowances = ["bills": 3]
    snapshot.facts = ["platform": .choice("ios"), "tester": .yesOrNo(true)]
    snapshot.dismissed = ["bills@3": asOf]
    return snapshot
  }()

  /// What Tollgate writes is never a typo, for a strict reader either.
  @Test func aStrictReaderKnowsAllThatIsWritten() throws {
    let text = UnknownNameTests.written.json()
    let result = try run(
      ["check", "$/Shop.gate", "L1", "--snapshot", "-", "--strict-snapshot"], input: text)
    #expect(result.status == 0, "\(result.errors)")
    // A product of the store is told, and is no error.
    #expect(result.errors.contains("has no product called `com.elsewhere`"))
    let line = "{\"target\": \"L1\", \"snapshot\": \(text)}"
    let batch = try run(
      ["check", "$/Shop.gate", "--batch", "-", "--strict-snapshot"], input: line)
    #expect(batch.status == 0, "\(batch.output)")
    // There is one list of keys: that of the schema.
    let schema = try JSONReader.read(Array(try Command.run("schema", "snapshot").output.utf8))
    let properties: JSONValue = schema["properties"]
    guard case .object(let members) = properties else {
      Issue.record("a schema without properties")
      return
    }
    #expect(members.map { $0.key }.sorted() == Snapshot.members.map { $0.key }.sorted())
    let grants: JSONValue = properties["grants"]
    #expect(Grant.members.allSatisfy { "\(grants)".contains("\"\($0.key)\"") })
  }

  /// A snapshot from a store's document has purchases that mean nothing to the policy.
  @Test func aStrictReaderKnowsAnImportedSnapshot() throws {
    let purchase = """
      {"expires_date":"2026-12-01T00:00:00Z","purchase_date":"2026-01-01T00:00:00Z",
       "original_purchase_date":"2026-01-01T00:00:00Z","store":"app_store","is_sandbox":false,
       "period_type":"normal","ownership_type":"NEW"}
      """
    let document = """
      {"request_date":"2026-06-01T00:00:00Z","subscriber":{"original_app_user_id":"u1",
       "first_seen":"2026-01-01T00:00:00Z","subscriptions":{"com.shop.annual":\(purchase),
       "com.elsewhere":\(purchase)},"non_subscriptions":{},"entitlements":{}}}
      """
    let made = try run(
      ["snapshot", "$/Shop.gate", "--from", "revenuecat", "--at", "2026-06-01", "-"],
      input: document)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("\"other\"") && made.output.contains("com.elsewhere"))
    let result = try run(
      [
        "check", "$/Shop.gate", "L1", "--snapshot", "-", "--strict-snapshot", "--at", "2026-06-01",
      ], input: made.output)
    #expect(result.status == 0, "\(result.errors)")
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
