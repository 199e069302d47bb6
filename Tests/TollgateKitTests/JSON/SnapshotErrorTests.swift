import Foundation
import Testing

@testable import TollgateKit

/// What is said about a snapshot that cannot be read, word for word.
@Suite struct SnapshotErrorTests {
  private func words(_ text: String, in locale: String = "en") -> String? {
    problem { () throws(SnapshotError) in try Snapshot(json: text) }?.description(in: locale)
  }

  @Test(arguments: [
    ("{}", "schema: missing; this edition reads 1"),
    (#"{"schema":null}"#, "schema: missing; this edition reads 1"),
    (#"{"schema":2}"#, "schema: expected 1, the only one that this version reads, found 2"),
    (#"{"schema":"1"}"#, #"schema: expected 1, the only one that this version reads, found "1""#),
    (#"{"schema":1.0}"#, "schema: expected 1, the only one that this version reads, found 1.0"),
    (#"{"schema":[1]}"#, "schema: expected 1, the only one that this version reads, found a list"),
    ("[]", "expected an object, found a list"),
    ("17", "expected an object, found 17"),
  ])
  func aDocumentIsASnapshotOfSchema1(_ text: String, _ expected: String) {
    #expect(words(text) == expected)
  }

  @Test(arguments: [
    (#""subject":5"#, "subject: expected a text, found 5"),
    (
      #""asOf":1767571200"#,
      "asOf: expected an instant such as 2026-03-01T08:00:00Z, found 1767571200"
    ),
    (#""asOf":"today""#, #"asOf: expected an instant such as 2026-03-01T08:00:00Z, found "today""#),
    (#""asOf":"2026-02-30""#, #"asOf: there is no such day: "2026-02-30""#),
    (#""asOf":"2026-02-03T25:00Z""#, #"asOf: there is no such time: "2026-02-03T25:00Z""#),
    (
      #""asOf":"2026-02-03T08:00""#,
      #"asOf: "2026-02-03T08:00" lacks a Z or an offset such as +08:00"#
    ),
    (
      #""latestSeen":"2026-02-03T08:00:00.0001Z""#,
      #"latestSeen: "2026-02-03T08:00:00.0001Z" is finer than a millisecond"#
    ),
    (#""grants":{}"#, "grants: expected a list, found an object"),
    (#""grants":[null]"#, "grants[0]: expected an object, found null"),
    (#""grants":[{"id":"x"}]"#, "grants[0]: has neither a product nor an entitlement"),
    (#""grants":[{"product":null}]"#, "grants[0]: has neither a product nor an entitlement"),
    (#""grants":[{"product":7}]"#, "grants[0].product: expected a text, found 7"),
    (#""grants":[{"product":"p","state":true}]"#, "grants[0].state: expected a text, found true"),
    (
      #""grants":[{"product":"p","trial":"no"}]"#,
      #"grants[0].trial: expected true or false, found "no""#
    ),
    (
      #""grants":[{"product":"p","renews":1}]"#, "grants[0].renews: expected true or false, found 1"
    ),
    (
      #""grants":[{"product":"p","quantity":0}]"#,
      "grants[0].quantity: expected a whole number from 1 to 9223372036854775807, found 0"
    ),
    (
      #""grants":[{"product":"p"},{"product":"p"},{"product":"p","until":"2026"}]"#,
      #"grants[2].until: expected an instant such as 2026-03-01T08:00:00Z, found "2026""#
    ),
    (#""usage":7"#, "usage: expected an object, found 7"),
    (
      #""usage":{"bills":-1}"#,
      "usage.bills: expected a whole number, 0 or more, or an object with keys such as total, day, 3 hours, found -1"
    ),
    (
      #""usage":{"bills":"500"}"#,
      #"usage.bills: expected a whole number, 0 or more, or an object with keys such as total, day, 3 hours, found "500""#
    ),
    (
      #""usage":{"bills":{"total":1.5}}"#,
      "usage.bills.total: expected a whole number, 0 or more, or an object with used and resets or then, found 1.5"
    ),
    (
      #""usage":{"bills":{"day":{"used":9223372036854775808}}}"#,
      "usage.bills.day.used: expected a whole number from 0 to 9223372036854775807, found 9223372036854775808"
    ),
    (
      #""usage":{"bills":{"day":{"resets":"2026-03-01"}}}"#,
      "usage.bills.day.used: missing; expected a whole number from 0 to 9223372036854775807"
    ),
    (
      #""usage":{"bills":{"day":{"used":1,"resets":false}}}"#,
      "usage.bills.day.resets: expected an instant such as 2026-03-01T08:00:00Z, found false"
    ),
    (
      #""usage":{"bills":{"3 hours":{"used":1,"then":[{"at":"2026-03-01","used":2}]}}}"#,
      #"usage.bills["3 hours"].then: step 1 rises from 1 to 2; a counter only falls by itself"#
    ),
    (
      #""usage":{"bills":{"day":{"used":1,"resets":"2026-03-01","then":[]}}}"#,
      "usage.bills.day: give a counter `resets` or `then`, not both"
    ),
    (
      #""usage":{"bills":{"day":{"used":1,"then":[{"at":"2026-03-01"}]}}}"#,
      "usage.bills.day.then[0].used: missing; expected a whole number from 0 to 9223372036854775807"
    ),
    (
      #""allowances":{"storage":-5}"#,
      "allowances.storage: expected a whole number from 0 to 9223372036854775807, found -5"
    ),
    (
      #""facts":{"age":-1}"#,
      "facts.age: expected true, false, a whole number, 0 or more or a text, found -1"
    ),
    (
      #""facts":{"version":1.4}"#,
      "facts.version: expected true, false, a whole number, 0 or more or a text, found 1.4"
    ),
    (
      #""facts":{"a b":[]}"#,
      #"facts["a b"]: expected true, false, a whole number, 0 or more or a text, found a list"#
    ),
    (
      #""dismissed":{"bills@450":7}"#,
      "dismissed.bills@450: expected an instant such as 2026-03-01T08:00:00Z, found 7"
    ),
  ])
  func aValueOfTheWrongTypeIsNamed(_ members: String, _ expected: String) {
    #expect(words("{\"schema\":1,\(members)}") == expected)
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("  \n", "it is empty"),
    ("{\"schema\":1", "the JSON ends too early (line 1, column 12)"),
    ("{\"schema\":1}}", "there is more text after the JSON (line 1, column 13)"),
    (
      "{\n  \"schema\": 1,\n  \"usage\": {\"账单\": 1, \"a\" 2}}",
      "usage: expected a colon, found \"2\" (line 3, column 26)"
    ),
    ("{\"schema\":1,}", "expected a key in quotation marks, found \"}\" (line 1, column 13)"),
    ("[1 2]", "expected a comma or ], found \"2\" (line 1, column 4)"),
    ("{\"a\":1 2}", "expected a comma or }, found \"2\" (line 1, column 8)"),
    ("{\"usage\":{\"bills\":1,\"bills\":1}}", "usage.bills: appears twice (line 1, column 21)"),
    ("{\"usage\":x}", "usage: expected a value, found \"x\" (line 1, column 10)"),
    ("[-]", "[0]: a digit is missing (line 1, column 3)"),
    ("\"\t\"", "a control character in a text must be escaped (line 1, column 2)"),
    ("\"\\q\"", "the escape is unknown or incomplete (line 1, column 2)"),
  ])
  func whatIsNotJSONIsSaidWithItsPlace(_ text: String, _ expected: String) {
    #expect(words(text) == expected)
  }

  @Test func bytesAndLimits() {
    func words(_ data: Data) -> String? {
      problem { () throws(SnapshotError) in try Snapshot(json: data) }?.description(in: "en")
    }
    #expect(words(Data([0x22, 0xFF, 0x22])) == "it is not UTF-8 (line 1, column 2)")
    #expect(
      words(Data(repeating: 0x20, count: 16 << 20 + 1))
        == "it is longer than 16 MiB"
    )
    let deep = Data(#"{"schema":1,"x":"#.utf8) + Data(repeating: 0x5B, count: 64)
    let path = "x" + String(repeating: "[0]", count: 63)
    #expect(words(deep) == path + ": it nests deeper than 64 levels (line 1, column 80)")
  }

  @Test func whatIsFoundIsShownShortAndSafe() {
    let long = String(repeating: "长", count: 100)
    let shown = String(repeating: "长", count: 60)
    #expect(
      words(#"{"schema":1,"asOf":"\#(long)"}"#)
        == "asOf: expected an instant such as 2026-03-01T08:00:00Z, found \"\(shown)…\""
    )
    #expect(
      words(#"{"schema":1,"grants":"\u001b[31m\u202e\"x"}"#)
        == #"grants: expected a list, found "\u{1b}[31m\u{202e}\"x""#
    )
    let digits = String(repeating: "9", count: 100)
    #expect(
      words(#"{"schema":\#(digits)}"#)
        == "schema: expected 1, the only one that this version reads, found "
        + String(repeating: "9", count: 60) + "…"
    )
  }

  @Test(arguments: [
    ("{}", "schema：缺少；此版本读取 1"),
    (#"{"schema":2}"#, "schema：应为 1（此版本只读取 1），实际为 2"),
    ("", "内容为空"),
    ("{", "JSON 不完整（第 1 行第 2 列）"),
    (#"{"schema":1,"asOf":"abc"}"#, "asOf：应为时间，如 2026-03-01T08:00:00Z，实际为 \"abc\""),
    (#"{"schema":1,"grants":[{}]}"#, "grants[0]：既没有 product 也没有 entitlement"),
    (
      #"{"schema":1,"grants":[{"product":"p","quantity":0}]}"#,
      "grants[0].quantity：应为 1 到 9223372036854775807 之间的整数，实际为 0"
    ),
    (#"{"schema":1,"grants":7}"#, "grants：应为列表，实际为 7"),
  ])
  func theWordsAreChineseToo(_ text: String, _ expected: String) {
    #expect(words(text, in: "zh-Hans") == expected)
  }

  @Test func everyLanguageSaysWhere() throws {
    let error = try #require(
      problem { () throws(SnapshotError) in try Snapshot(json: #"{"schema":1,"usage":[]}"#) }
    )
    #expect(error.path == "usage")
    #expect(error.localizedDescription == error.errorDescription)
    #expect(error.errorDescription?.hasPrefix("usage") == true)
  }
}
