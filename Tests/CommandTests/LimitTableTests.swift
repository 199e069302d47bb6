import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime
import TollgateSeals
import TollgateSyntax

@testable import TollgateAppStore
@testable import TollgateCompiler
@testable import tollgate

/// The table of limits in the documentation: each row is tried with as much as it says, which is
/// taken, and with one more, which ends as it says.
@Suite struct LimitTableTests {
  /// What a row says: so much, and the words or the code behind it.
  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var most: Int
    var result: String
    var testDescription: String { what }
  }

  /// The rows of the page.
  static let rows: [Row] = {
    let page = try? Repository.text(
      "Sources/Core/TollgateKit/TollgateKit.docc/Guides/Guide-Ceilings.md")
    return (page ?? "").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let most = Int(cells[1].filter { $0 != "," }) else { return nil }
      let quoted = cells[2].firstMatch(of: /`([^`]+)`/) ?? cells[2].firstMatch(of: /\[(TG\d+)\]/)
      return Row(what: cells[0], most: most, result: quoted.map { String($0.1) } ?? "nothing")
    }
  }()

  /// What comes of so much, in words or codes; the words of a row are not among it as long as the
  /// limit is kept.
  static let probes: [String: @Sendable (Int) async throws -> String] = [
    "bytes of a policy's text": { codes([UInt8](repeating: 0x23, count: $0)) },
    "files of a policy": { files($0) },
    "parentheses and `not` inside each other": { count in
      let open = String(repeating: "(", count: count)
      return codes("x requires \(open)a\(String(repeating: ")", count: count))\n")
    },
    "bytes of a name": { codes("feature \(text($0))\n") },
    "bytes of a text in quotes": { codes("feature a \"\(text($0 - 2))\"\n") },
    "items of a list": { count in
      codes("features " + (0..<count).map { "f\($0)x" }.joined(separator: ", ") + "\n")
    },
    "errors that one run shows": { codes(String(repeating: "x requires\n", count: $0)) },
    "targets after `instead use`": { instead($0) },
    "later steps of a counter": { steps($0) },
    "members of a series": { series([$0]) },
    "features and members of series": { count in
      let whole = Array(repeating: 1_000_000, count: count / 1_000_000)
      return series(whole + (count % 1_000_000 > 0 ? [count % 1_000_000] : []))
    },
    "bytes of a JSON document": { snapshot(padded("{\"schema\":1}", to: $0)) },
    "lists and objects inside each other": { depth in
      // The document itself is the first of them.
      let lists = String(repeating: "[", count: depth - 1)
      return snapshot(Array("{\"a\":\(lists)\(String(repeating: "]", count: depth - 1))}".utf8))
    },
    "bytes of a message with its placeholders filled": { try message($0) },
    "included entitlements that a description names": { try description($0) },
    "boxes of a drawing": { try drawing($0) },
    "bytes of a history": { history("at 2026-01-31\n#" + text($0 - 15)) },
    "steps of a history": { history(String(repeating: "at 2026-01-31\n", count: $0)) },
    "years of a history": { history("at 2026-01-31\nat \(2026 + $0)-01-31\n") },
    "renewals and other changes of a history": { try renewals($0) },
    "units of a period in a history": { history("at 2026-01-31\nafter \($0) s\n") },
    "percent of a reminder": { compiled("m > 5 requires p\n  reminder at \($0)%\n") },
    "bytes of a compiled file": { try compiledFile($0) },
    "bytes of a line of a batch": { try batch($0) },
    "bytes of a signed document of the App Store": { count in
      outcome { _ = try SignedText(Array(text(count).utf8)) }
    },
    "bytes of a journal of purchases": { try journal($0) },
    "bytes of the id of a use": { try await use(id: text($0)) },
    "bytes of a served policy": { try await served($0) },
    "bytes of a file of keys": { count in
      outcome { _ = try SealKeys(json: padded("{\"keys\":[]}", to: count)) }
    },
    "bytes of the id of a key": { count in
      outcome { _ = try SealKey(id: text(count), publicKey: [UInt8](repeating: 9, count: 32)) }
    },
    "bytes of the seal of a policy": { seal($0) },
    "bytes of a sealed snapshot": { sealedSnapshot($0) },
    "bytes of a message to the language server": { message(header: "Content-Length: \($0)") },
    "bytes of the header of such a message": {
      // The end of its line counts too.
      message(header: "X: " + text($0 - 5))
    },
  ]

  @Test func everyRowHasAProbeAndEveryProbeARow() {
    #expect(LimitTableTests.rows.map { $0.what }.sorted() == LimitTableTests.probes.keys.sorted())
  }

  @Test(arguments: rows) func theLimitIsTakenAndOneMoreIsNot(_ row: Row) async throws {
    let probe = try #require(LimitTableTests.probes[row.what])
    let taken = try await probe(row.most)
    #expect(!taken.contains(row.result), "\(row.most): \(taken.prefix(200))")
    let refused = try await probe(row.most + 1)
    #expect(refused.contains(row.result), "\(row.most + 1): \(refused.prefix(200))")
  }

  // MARK: Policies

  static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  private static func codes(_ bytes: [UInt8]) -> String {
    PolicySyntax.parse(Source(name: "a.gate", bytes: bytes)).diagnostics.map(\.code)
      .joined(separator: " ")
  }

  private static func codes(_ text: String) -> String { codes(Array(text.utf8)) }

  private static func compiled(_ text: String) -> String {
    compiled(Source(name: "a.gate", text: text))
  }

  private static func compiled(_ source: Source) -> String {
    Compiler.compile(source).diagnostics.map(\.code).joined(separator: " ")
  }

  private static func files(_ count: Int) -> String {
    let uses = (1..<count).map { "use \"f\($0).gate\"\n" }.joined()
    return compiled(
      Source(name: "main.gate", text: uses + "feature a\n").joined { path, _ throws(UseFault) in
        FoundFile(path: path, bytes: [0x0A])
      })
  }

  private static func instead(_ count: Int) -> String {
    let names = (0..<count).map { "f\($0)x" }.joined(separator: ", ")
    let text = """
      entitlement pro
      features a, \(names)
      a requires pro
        instead use \(names)

      """
    return compiled(Source(name: "a.gate", text: text))
  }

  private static func steps(_ count: Int) -> String {
    let now = Instant("2026-01-01") ?? Instant(milliseconds: 0)
    let steps = (1...count).map { step in
      Counter.Step(at: now.advanced(by: Int64(step) * 60_000), used: Int64(5000 - step))
    }
    do throws(CounterError) {
      _ = try Counter(5000, then: steps)
      return "taken"
    } catch {
      return name(of: error)
    }
  }

  /// Checked, but not lowered: a graph of millions of targets takes long to build.
  private static func series(_ counts: [Int]) -> String {
    let names = ["A", "B", "C", "D", "E", "F"]
    let text = zip(names, counts).map { "series \($0)1..\($0)\($1)\n" }.joined()
    let parsed = PolicySyntax.parse(Source(name: "a.gate", text: text))
    let checker = Checker(PolicyPages(parsed))
    checker.checkNames()
    _ = checker.check(parsed.syntax)
    return checker.diagnostics.map(\.code).joined(separator: " ")
  }

  // MARK: Texts and pictures

  private static func message(_ count: Int) throws -> String {
    // The label and what stands beside it come to so many bytes.
    let policy = try Policy(
      source: """
        feature f "\(text(5000))"
        f requires pro
          message "\(String(repeating: "{target}", count: count / 5000))\(text(count % 5000))"

        """)
    let now = Instant(milliseconds: 1_780_000_000_000)
    let decision = policy.decide("f", for: Snapshot(asOf: now), at: now)
    return decision.message(in: "en").message ?? ""
  }

  private static func description(_ count: Int) throws -> String {
    let names = (0..<count).map { "e\($0)x" }.joined(separator: ", ")
    let policy = try Policy(
      source: """
        entitlements \(names)
        entitlement all includes \(names)
        feature f
        f requires all

        """)
    return policy.plainDescription(in: "en").text
  }

  private static func drawing(_ count: Int) throws -> String {
    // Each meter is one box.
    let names = (0..<count).map { "m\($0)x" }.joined(separator: ", ")
    let picture = try Policy(source: "meters \(names)\n").picture()
    let boxes = try #require(picture)
    try #require(boxes.boxes.count == count)
    return boxes.svg == nil ? "no drawing" : "drawn"
  }
}
