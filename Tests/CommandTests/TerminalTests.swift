import Foundation
import TestSupport
import Testing

/// Colour and drawing only where somebody sees them.
@Suite struct TerminalTests {
  /// The output of `lint` on a terminal that `script` makes; nothing where there is no `script`.
  private func onTerminal(
    _ environment: [String: String] = [:], _ words: String = "lint a.gate"
  ) throws -> String? {
    guard FileManager.default.fileExists(atPath: "/usr/bin/script") else { return nil }
    let folder = try Folder([
      "a.gate": "bills > 500 requires\n", "b.gate": "feature csv\ncsv requires pro\n",
    ])
    let line = "script -qec '\"$tollgate\" \(words)' /dev/null < /dev/null"
    let mac = "script -q /dev/null \"$tollgate\" \(words) < /dev/null"
    #if os(Linux)
      let shell = line
    #else
      let shell = mac
    #endif
    // Empty, it asks for nothing; the runner of the tests may have set it.
    let term = ["TERM": "xterm-256color", "NO_COLOR": ""].merging(environment) { $1 }
    return try Command.shell(shell, in: folder.url, environment: term).output
  }

  private let escape = "\u{1B}["

  @Test func aTerminalHasColourAndDrawing() throws {
    guard let output = try onTerminal() else { return }
    #expect(output.contains(escape))
    #expect(output.contains("┌─"))
  }

  @Test func resultsHaveColourOnATerminalOnly() throws {
    for words in ["check b.gate csv", "explain b.gate csv", "access b.gate", "table b.gate"] {
      guard let output = try onTerminal([:], words) else { return }
      #expect(output.contains(escape), "\(words)")
      #expect(try onTerminal(["NO_COLOR": "1"], words)?.contains(escape) == false, "\(words)")
    }
    let piped = try Command.run(
      "check", "-", "csv", input: "csv requires pro\n", environment: ["TERM": "xterm-256color"])
    #expect(!piped.output.contains(escape))
  }

  @Test func noColorIsObeyed() throws {
    guard let output = try onTerminal(["NO_COLOR": "1"]) else { return }
    #expect(!output.contains(escape))
    #expect(output.contains("┌─"))
  }

  @Test func aDumbTerminalHasNoColour() throws {
    guard let output = try onTerminal(["TERM": "dumb"]) else { return }
    #expect(!output.contains(escape))
  }

  @Test func aPipeHasNeither() throws {
    let result = try Command.run(
      "lint", "-", input: "bills > 500 requires\n", environment: ["TERM": "xterm-256color"])
    #expect(!result.output.contains(escape))
    #expect(!result.output.contains("┌─"))
    #expect(result.output.hasPrefix("<stdin>:1:"))
  }

  @Test func standardErrorHasNeither() throws {
    let result = try Command.run("check", "-", "bills", input: "bills > 500 requires\n")
    #expect(!result.errors.contains(escape))
    #expect(!result.errors.contains("┌─"))
  }
}
