import Foundation
import TestSupport
import Testing
import TollgateKit

/// What `lint --format sarif` writes, against the schema of SARIF 2.1.0.
@Suite struct SARIFTests {
  static let schema = "Tests/Schemas/sarif-schema-2.1.0.json"

  /// The log of a lint of files in an empty folder, checked against the schema.
  private func log(_ files: [String: String], _ line: String) throws -> JSONValue {
    let folder = try Folder(files)
    let result = try Command.shell("\"$tollgate\" lint --format sarif \(line)", in: folder.url)
    let log = try JSONReader.read(Array(result.output.utf8))
    #expect(try JSONSchema(SARIFTests.schema).failures(of: log) == [])
    return try #require(log["runs"]?.elements.first)
  }

  private func results(_ run: JSONValue) -> [JSONValue] { run["results"]?.elements ?? [] }

  private func location(_ result: JSONValue?) throws -> JSONValue {
    let location = try #require(result?["locations"]?.elements.first)
    return try #require(location["physicalLocation"])
  }

  @Test func theValidatorFindsFaults() throws {
    let schema = try JSONSchema(SARIFTests.schema)
    for (text, fault) in [
      (#"{"version": "2.1.0"}"#, "$: lacks runs"),
      (#"{"version": "2.0.0", "runs": []}"#, "$.version: is none of the values"),
      (#"{"version": "2.1.0", "runs": [], "x": 1}"#, "$.x: no value is allowed here"),
      (#"{"version": "2.1.0", "runs": [{}]}"#, "$.runs[0]: lacks tool"),
      (#"{"version": "2.1.0", "runs": 5}"#, "$.runs: is not of the type array or null"),
    ] {
      let found = schema.failures(of: try JSONReader.read(Array(text.utf8)))
      #expect(found.contains(fault), "\(found)")
    }
    let small = try JSONSchema(
      text: #"{"properties": {"a": {"format": "uri-reference"}, "b": {"uniqueItems": true}, "c": "#
        + #"{"minimum": 1}, "d": {"oneOf": [{"type": "string"}, {"type": ["integer", "null"]}]}}}"#)
    func count(_ text: String) throws -> Int {
      small.failures(of: try JSONReader.read(Array(text.utf8))).count
    }
    #expect(try count(#"{"a": "x y", "b": [1, 1], "c": 0, "d": true}"#) == 4)
    #expect(try count(#"{"a": "x%20y", "b": [1, 2], "c": 1, "d": null}"#) == 0)
    let unknown = try JSONSchema(text: #"{"multipleOf": 2}"#)
    #expect(unknown.failures(of: .integer(2)).count == 1)
  }

  @Test func aCleanRunIsALog() throws {
    let run = try log(["a.gate": Sample.bills], "a.gate")
    #expect(results(run) == [])
    let driver = try #require(run["tool"]?["driver"])
    #expect(driver["name"]?.text == "tollgate")
    #expect(run["columnKind"]?.text == "utf16CodeUnits")
    #expect(run["invocations"]?.elements.first?["executionSuccessful"] == .boolean(true))
  }

  @Test func aFileThatDoesNotParse() throws {
    let run = try log(["a.gate": "bills > 500 requires\n\u{7}\n"], "a.gate")
    let result = try #require(results(run).first)
    #expect(result["level"]?.text == "error")
    #expect(run["invocations"]?.elements.first?["executionSuccessful"] == .boolean(true))
    let rules = run["tool"]?["driver"]?["rules"]?.elements ?? []
    for result in results(run) {
      guard case .integer(let index)? = result["ruleIndex"] else { continue }
      #expect(rules[Int(index)]["id"] == result["ruleId"])
    }
    #expect(rules.allSatisfy { $0["help"]?["markdown"] != nil })
  }

  @Test func pathsAreEncodedAndColumnsAreUTF16() throws {
    let text = "feature 导出 \"😀😀\" # x\n导出 requires 😀 or por\ntiers free < pro\n"
    let run = try log(["my folder/账单 100%.gate": text], "'my folder/账单 100%.gate'")
    let place = try location(results(run).first)
    #expect(
      place["artifactLocation"]?["uri"]?.text
        == "my%20folder/%E8%B4%A6%E5%8D%95%20100%25.gate")
    #expect(place["artifactLocation"]?["uriBaseId"]?.text == "SRCROOT")
    let wide = try log(
      ["a.gate": "x requires pro # \u{1F600}\nx \"\u{1F600}\" requires pro\n"], "a.gate")
    let region = try location(results(wide).first)["region"]
    #expect(region?["startLine"] == .integer(2))
    let labelled = "tiers free < pro\nmeter m \"\u{1F600}\" zh \"账\" zh \"x\"\nm > 5 requires pro\n"
    let after = try log(["a.gate": labelled], "a.gate")
    let column = try location(results(after).first)["region"]?["startColumn"]
    // `meter m "😀" zh "账" ` has 20 UTF-16 units; 19 characters.
    #expect(column == .integer(21))
  }

  @Test func absolutePathsOutsideAreFileURIs() throws {
    let other = try Folder(["a b.gate": "x requires\n"])
    let run = try log([:], "'\(other["a b.gate"])'")
    let artifact = try location(results(run).first)["artifactLocation"]
    #expect(artifact?["uri"]?.text?.hasPrefix("file:///") == true)
    #expect(artifact?["uri"]?.text?.hasSuffix("a%20b.gate") == true)
    #expect(artifact?["uriBaseId"] == nil)
  }

  @Test func fixesAndSuppressions() throws {
    let text = """
      tiers free < pro
      # allow TG0103: soon
      meter bills
      csv-export requires pro or pro
      a requires pro
      a requires pro
      """
    let run = try log(["a.gate": text], "a.gate")
    let twin = try #require(results(run).first { $0["ruleId"]?.text == "TG0204" })
    let change = twin["fixes"]?.elements.first?["artifactChanges"]?.elements.first
    let replacement = try #require(change?["replacements"]?.elements.first)
    #expect(replacement["deletedRegion"]?["startLine"] == .integer(6))
    #expect(replacement["insertedContent"]?["text"]?.text == "")
    #expect(twin["relatedLocations"]?.elements.count == 1)
    #expect(twin["suppressions"]?.elements == [])
    let allowed = try #require(results(run).first { $0["ruleId"]?.text == "TG0103" })
    let suppression = try #require(allowed["suppressions"]?.elements.first)
    #expect(suppression["kind"]?.text == "inSource")
    #expect(suppression["justification"]?.text == "soon")
  }

  @Test func fingerprintsStayWhenLinesMove() throws {
    func fingerprints(_ text: String) throws -> [JSONValue?] {
      results(try log(["a.gate": text], "a.gate")).map {
        $0["partialFingerprints"]?["lineHash/v1"]
      }
    }
    let text = "tiers free < pro\nmeter bills\nx requires pro\n"
    let before = try fingerprints(text)
    #expect(before.count == 1)
    #expect(try fingerprints("# new\n\n  " + text) == before)
    #expect(try fingerprints(text.replacing("bills", with: "pages")) != before)
    let twins = try fingerprints("tiers free < pro\nmeters bills, pages\nx requires pro\n")
    #expect(Set(twins).count == 2)
  }

  @Test func whatCannotBeReadIsANotification() throws {
    let run = try log([:], "none.gate")
    let invocation = try #require(run["invocations"]?.elements.first)
    #expect(invocation["executionSuccessful"] == .boolean(false))
    #expect(invocation["toolExecutionNotifications"]?.elements.count == 1)
  }
}
