import Foundation
import TestSupport
import Testing

@Suite struct BatchTests {
  private func batch(_ input: String, _ options: String...) throws -> Shell.Result {
    let folder = try Folder(["Shop.gate": Sample.shop])
    return try Shell.run(
      Shell.tollgate, ["check", folder["Shop.gate"], "--batch", "-"] + options,
      input: Data(input.utf8))
  }

  private func outcomes(_ output: String) throws -> [String] {
    try output.split(separator: "\n").map { line in
      let json = try Command.object(String(line))
      if json["error"] is String { return "error" }
      return json["outcome"] as? String ?? "?"
    }
  }

  @Test func oneLineForEachLineInOrder() throws {
    let result = try batch(
      """
      {"target": "bills", "usage": {"bills": 499}}
      {"target": "bills", "usage": {"bills": 499}, "adding": 2}
      {"target": "bills", "usage": {"bills": 499}, "reaching": 500}
      {"target": "old"}
      {"target": "beta", "facts": {"tester": true}}
      {"target": "nothing-like-it"}
      """)
    #expect(result.status == 1)
    #expect(result.errors == "")
    #expect(
      try outcomes(result.output)
        == ["allowed", "denied", "allowed", "warned", "allowed", "denied"])
    let first = try #require(result.output.split(separator: "\n").first)
    #expect(try Command.object(String(first))["target"] as? String == "bills")
  }

  @Test func allAllowedIs0() throws {
    #expect(try batch("{\"target\": \"L1\"}\n").status == 0)
    #expect(try batch("").status == 0)
    #expect(try batch("").output == "")
  }

  @Test func whatCannotBeReadIsToldInItsPlace() throws {
    let result = try batch(
      """
      {"target": "L1"}

      nonsense
      {"target": "L1", "at": "soon"}
      {"target": "L1", "snapshot": {"asOf": "2026-01-01"}}
      {"target": "beta", "facts": {"tester": 5}}
      {"adding": 1}
      [1]
      {"target": "L4"}
      """)
    #expect(result.status == 2)
    #expect(
      try outcomes(result.output)
        == ["allowed", "error", "error", "error", "error", "error", "error", "error", "denied"])
    let lines = result.output.split(separator: "\n").map(String.init)
    func error(_ index: Int) throws -> String {
      try Command.object(lines[index])["error"] as? String ?? ""
    }
    #expect(try error(1).hasPrefix("line 2: "))
    #expect(try error(3).contains("at: "))
    #expect(try error(4).contains("snapshot.schema"))
    #expect(try error(5).contains("facts.tester"))
    #expect(try error(6).contains("target"))
  }

  @Test func linesEndInLFOrCRLFOrNotAtAll() throws {
    for input in [
      "{\"target\": \"L1\"}\r\n{\"target\": \"L4\"}\r\n",
      "{\"target\": \"L1\"}\n{\"target\": \"L4\"}",
    ] {
      let result = try batch(input)
      #expect(try outcomes(result.output) == ["allowed", "denied"])
    }
  }

  @Test func bytesThatAreNoTextAreToldInTheirPlace() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    try folder.write(
      Data([0xFF, 0xFE, 0x00, 0x0A]) + Data("{\"target\": \"L1\"}\n".utf8), to: "lines")
    let result = try Command.run("check", folder["Shop.gate"], "--batch", folder["lines"])
    #expect(result.status == 2)
    #expect(try outcomes(result.output) == ["error", "allowed"])
  }

  @Test func aLineThatIsTooLongIsPassedOver() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let limit = 16 << 20
    let lines = [limit + 1, limit].map { String(repeating: "x", count: $0) }
    try folder.write(lines.joined(separator: "\n") + "\r\n{\"target\": \"L1\"}", to: "lines")
    let result = try Command.run("check", folder["Shop.gate"], "--batch", folder["lines"])
    #expect(result.status == 2)
    #expect(try outcomes(result.output) == ["error", "error", "allowed"])
    #expect(result.output.contains("line 1: it is longer than 16 MiB"))
    // The second is just as long as may be.
    #expect(result.output.contains("line 2: expected a value"))
  }

  @Test func aLineWithoutASnapshotHasThatOfTheOptions() throws {
    let lines = """
      {"target": "csv-export"}
      {"target": "csv-export", "snapshot": {"schema": 1}}
      {"target": "csv-export", "snapshot": {"schema": 1, "asOf": "2026-01-01", \
      "grants": [{"entitlement": "pro"}]}}
      {"target": "csv-export", "at": "2027-01-01"}
      {"target": "csv-export", "at": "2020-01-01"}
      """
    let result = try batch(lines, "--has", "pro=2027-01-01", "--at", "2026-01-01T01:00Z")
    #expect(
      try outcomes(result.output) == ["allowed", "denied", "allowed", "denied", "allowed"])
    // What the command line tells is true at the time of each line: no clock is behind.
    #expect(!result.output.contains("clock-behind"))
  }

  @Test func aSnapshotFileServesEveryLine() throws {
    let folder = try Folder([
      "Shop.gate": Sample.shop,
      "s.json": #"{"schema": 1, "asOf": "2026-01-01", "grants": [{"product": "annual"}]}"#,
    ])
    let lines = """
      {"target": "csv-export", "at": "2026-01-01T23:59Z"}
      {"target": "csv-export", "at": "2026-01-02"}
      """
    let result = try Command.run(
      "check", folder["Shop.gate"], "--batch", "-", "--snapshot", folder["s.json"], input: lines)
    #expect(try outcomes(result.output) == ["allowed", "denied"])
  }

  @Test func aGroupIsOneDecisionAboutAllItsMembers() throws {
    let result = try batch(
      "{\"target\": \"L1..L3\"}\n{\"target\": \"L3..L4\"}\n{\"target\": \"everything\"}\n")
    #expect(try outcomes(result.output) == ["allowed", "denied", "denied"])
  }

  @Test func aBatchFileThatIsMissingIs2() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run("check", folder["Shop.gate"], "--batch", folder["none.jsonl"])
    #expect(result.status == 2)
    #expect(result.errors.contains("there is no file"))
  }

  @Test func aReaderThatHasSeenEnoughIsNoError() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    try folder.write(
      String(repeating: "{\"target\": \"L1\"}\n", count: 5000), to: "lines")
    let result = try Command.shell(
      "\"$tollgate\" check Shop.gate --batch lines | head -n 1; echo", in: folder.url)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(try outcomes(String(result.output.dropLast())) == ["allowed"])
  }

  /// Lines that cost very different amounts of work, in no order, and some that cannot be read.
  private static func mixedLines(_ count: Int) -> String {
    let grants = String(
      repeating: #"{"product": "annual", "until": "2020-01-01"}, "#, count: 60)
    return (0..<count).map { index in
      switch index * 7919 % 10 {
      case 0:
        #"{"target": "bills", "adding": \#(index), "at": "2026-01-01", "snapshot": {"schema": 1, "#
          + #""grants": [\#(grants){"entitlement": "max"}]}}"#
      case 1: "nonsense \(index)"
      case 2: #"{"target": "everything", "at": "2026-01-01"}"#
      default:
        #"{"target": "bills", "adding": \#(index), "at": "2026-01-01", "usage": {"bills": 0}}"#
      }
    }.joined(separator: "\n")
  }

  @Test func anyNumberOfJobsWritesTheSameBytes() throws {
    let count = 500
    let lines = BatchTests.mixedLines(count)
    let alone = try batch(lines, "--jobs", "1")
    #expect(alone.status == 2)
    let answers = alone.output.split(separator: "\n")
    #expect(answers.count == count)
    for index in stride(from: 0, to: count, by: 7) {
      let answer = try Command.object(String(answers[index]))
      if let error = answer["error"] as? String {
        #expect(error.hasPrefix("line \(index + 1): "))
      } else if answer["target"] as? String == "bills" {
        #expect((answer["quota"] as? [String: Any])?["requested"] as? Int == index)
      }
    }
    for options in [["--jobs", "7"], ["--jobs", "5000"], []] {
      let folder = try Folder(["Shop.gate": Sample.shop])
      let together = try Shell.run(
        Shell.tollgate, ["check", folder["Shop.gate"], "--batch", "-"] + options,
        input: Data(lines.utf8))
      #expect(together.output == alone.output, "\(options)")
      #expect(together.status == 2)
    }
  }

  @Test func whoWritesALineGetsItsAnswerBeforeTheNext() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.shell(
      #"""
      mkfifo lines answers
      "$tollgate" check Shop.gate --batch - --jobs 4 < lines > answers &
      exec 3> lines 4< answers
      for target in L1 L4 L1; do
        echo "{\"target\": \"$target\"}" >&3
        IFS= read -r answer <&4 && echo "$answer"
      done
      """#, in: folder.url)
    #expect(try outcomes(result.output) == ["allowed", "denied", "allowed"])
  }

  @Test(arguments: [
    ["--jobs", "0", "--batch", "-"], ["--jobs", "2", "L1"], ["--jobs", "x", "L1"],
  ])
  func jobsAreACountForABatch(words: [String]) throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Shell.run(Shell.tollgate, ["check", folder["Shop.gate"]] + words)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.contains("jobs"))
  }

  @Test func aFullDiskIsTold() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.shell(
      "\"$tollgate\" check Shop.gate L1 > /dev/full", in: folder.url)
    #expect(result.status == 2)
    #expect(result.errors.contains("standard output cannot be written"))
  }
}
