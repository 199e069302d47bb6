import Foundation
import TestSupport
import Testing

/// `impact --list` for programs, and what `columns --long` and `impact --users FOLDER` take.
@Suite struct ImpactListTests {
  private static let policy = """
    tiers free < pro
    product annual
      grants pro
    meter bills
    bills > 500 requires pro
    bills > 400 requires pro
      soft

    """

  private static func list(_ folder: Folder, _ rest: String...) throws -> [Substring] {
    let result = try Shell.run(
      Shell.tollgate,
      [
        "impact", folder["shop.gate"], "--users", folder["users.jsonl"], "--at", "2026-03-01",
        "--list", folder["list.csv"],
      ] + rest)
    #expect(result.status != 64, "\(result.errors)")
    let text = try String(
      contentsOf: folder.url.appendingPathComponent("list.csv"), encoding: .utf8)
    return text.split(separator: "\r\n")
  }

  /// A value is what it is, so that a table of the users joins; and who is warned is listed, too.
  @Test func valuesAreRaw() throws {
    let users = ["+49 170", "=A1", "-1", "@a", "plain"].enumerated().map { place, subject in
      #"{"schema":1,"subject":"\#(subject)","usage":{"bills":\#(place == 4 ? 450 : 900)}}"#
    }
    let folder = try Folder([
      "shop.gate": ImpactListTests.policy, "users.jsonl": users.joined(separator: "\n"),
    ])
    let raw = try ImpactListTests.list(folder).dropFirst().map { $0.split(separator: ",")[0] }
    #expect(raw == ["+49 170", "=A1", "-1", "@a", "plain"])
    let quoted = try ImpactListTests.list(folder, "--for-spreadsheet").dropFirst()
      .map { $0.split(separator: ",")[0] }
    #expect(quoted == ["'+49 170", "'=A1", "'-1", "'@a", "plain"])
  }

  /// The rows come in the order of the lines, those that cannot be read among them.
  @Test(arguments: ["1", "2", "5", "64"]) func theOrderIsThatOfTheLines(jobs: String) throws {
    let users = (1...40).map { line in
      line % 3 == 0
        ? #"{"schema":1,"usage":7}"# : #"{"schema":1,"subject":"u\#(line)","usage":{"bills":900}}"#
    }
    let folder = try Folder([
      "shop.gate": ImpactListTests.policy, "users.jsonl": users.joined(separator: "\n"),
    ])
    let rows = try ImpactListTests.list(folder, "--jobs", jobs).dropFirst()
    let expected = (1...40).map { line -> String in line % 3 == 0 ? "line \(line)" : "u\(line)" }
    #expect(rows.map { String($0.split(separator: ",")[0]) } == expected)
  }

  private static let refused: [(lines: [String], words: String)] = [
    (
      [#"{"schema":1,"subject":"a","usage":{"bills":9007199254740993}}"#],
      "used is `9007199254740993`; it takes a whole number from 0 to 9007199254740992"
    ),
    (
      [#"{"schema":1,"subject":"a","allowances":{"bills":9007199254740993}}"#],
      "amount is `9007199254740993`"
    ),
    (
      [#"{"schema":1,"subject":"a","grants":[{"product":"annual","quantity":1000000001}]}"#],
      "quantity is `1000000001`"
    ),
    (
      [#"{"schema":1,"subject":"a"}"#, #"{"schema":1,"subject":"a"}"#],
      "the user has a row already"
    ),
  ]

  /// What the tables cannot hold is refused when they are written, with the line, in both shapes;
  /// what is written can be read.
  @Test(arguments: refused.indices) func writtenIsReadable(index: Int) throws {
    let (lines, words) = ImpactListTests.refused[index]
    let users = [#"{"schema":1,"subject":"first"}"#] + lines + [#"{"schema":1,"subject":"last"}"#]
    let folder = try Folder([
      "shop.gate": ImpactListTests.policy, "users.jsonl": users.joined(separator: "\n"),
    ])
    for shape in [["--long"], []] {
      let written = try Shell.run(
        Shell.tollgate,
        ["columns", folder["shop.gate"], "--users", folder["users.jsonl"], "-o", folder.url.path]
          + shape)
      #expect(written.status == 2)
      #expect(
        written.errors.contains("line \(lines.count + 1): ") && written.errors.contains(words),
        "\(written.errors)")
    }
    let read = try Command.run("impact", folder["shop.gate"], "--users", folder.url.path)
    #expect(read.status == 0, "\(read.errors)\(read.output)")
    #expect(read.output.contains("of \(lines.count + 1) users"))
  }
}
