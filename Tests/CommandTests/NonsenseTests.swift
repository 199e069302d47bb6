import Foundation
import TestSupport
import Testing

/// No input makes a command crash, and each ends with a status that is promised.
@Suite struct NonsenseTests {
  /// What people, programs and attackers may write where a file is expected.
  static let inputs: [[UInt8]] = [
    [], [0], [0xFF, 0xFE, 0x41, 0], [0xEF, 0xBB, 0xBF], Array("\r".utf8), Array("{}".utf8),
    Array("[]".utf8), Array("null".utf8), Array("{\"schema\": 1".utf8), Array("a requires".utf8),
    Array("bills > 99999999999999999999 requires pro\n".utf8), Array("\u{202E}\u{9B}".utf8),
    Array("tiers a < a\n".utf8), Array("entitlement e includes e\n".utf8),
    Array("scenario \"s\"\n  expect x allowed\n".utf8), Array("at 9999-12-31 buy x\n".utf8),
    Array("{\"schema\":1,\"usage\":{\"bills\":9223372036854775807}}".utf8),
    Array(String(repeating: "(", count: 5000).utf8), Array("GATE".utf8) + [1, 2, 3, 4],
    [UInt8](repeating: 0xC3, count: 4096),
  ]

  /// The words behind the name of each command; `-` is the input.
  static let words: [String: [[String]]] = [
    "lint": [["-"]], "fmt": [["-"], ["--check", "-"]], "test": [["-"], ["-", "--coverage"]],
    "check": [
      ["-", "x"], ["$P", "permanent-content", "--snapshot", "-"], ["$P", "--batch", "-"],
    ],
    "explain": [["-", "x"], ["$P", "permanent-content", "--snapshot", "-"]], "access": [["-"]],
    "table": [["-"]], "describe": [["-"]], "graph": [["-"], ["-", "x"]],
    "paywall": [["-", "--for", "x"]], "prove": [["-"], ["$P", ""]],
    "diff": [["-", "$P"], ["$P", "-"]],
    "simulate": [["-", "$P"], ["$P", "-"]], "compile": [["-", "-o", "-"]],
    "snapshot": [
      ["$P", "-", "--from", "revenuecat"], ["$P", "-", "--from", "stripe"],
      ["$P", "-", "--from", "google-play"], ["$P", "-", "--from", "records"],
    ],
  ]

  @Test(arguments: NonsenseTests.words.keys.sorted()) func noInputCrashes(_ name: String) throws {
    // The shortest one: the command starts up to 500 times.
    let policy = Repository.url("Policies/PurchaseKit.gate").path
    var calls = name.utf8.count
    for words in NonsenseTests.words[name] ?? [] {
      // A third of the inputs, another one for each call; all of them in CI.
      calls += 1
      for (place, input) in NonsenseTests.inputs.enumerated()
      where Cases.factor > 1 || (place + calls) % 3 == 0 {
        let arguments = [name] + words.map { $0 == "$P" ? policy : $0 }
        let result = try Shell.run(Shell.tollgate, arguments, input: Data(input))
        #expect(
          [0, 1, 2, 64].contains(result.status), "\(arguments): \(input.prefix(20)), \(result)")
        if result.status == 2 { #expect(!result.errors.isEmpty || !result.output.isEmpty) }
      }
    }
  }

  @Test func wrongUsageIs64() throws {
    for words in [
      ["nothing"], ["check"], ["check", "a", "b", "c"], ["lint", "--format", "x", "a"],
    ] {
      #expect(try Shell.run(Shell.tollgate, words, input: Data()).status == 64, "\(words)")
    }
  }
}
