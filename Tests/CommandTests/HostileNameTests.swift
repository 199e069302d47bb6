import Foundation
import TestSupport
import Testing
import TollgateSyntax

/// Whatever a file or a thing is called, nothing obeys what is printed about it.
@Suite struct HostileNameTests {
  static let name = "a\n::error file=README.md::x\u{1B}[31m\u{9B}31m\u{202E}\u{2028}\u{AD}.gate"

  private func expectHarmless(_ result: Shell.Result, _ what: String) {
    for text in [result.output, result.errors] {
      let left = text.unicodeScalars.filter { $0.isHazard && $0 != "\n" && $0 != "\r" }
      #expect(left.isEmpty, "\(what): \(left.map { String($0.value, radix: 16) })")
      for line in text.split(separator: "\n") {
        #expect(!line.hasPrefix("::error file=README.md::"), "\(what): \(line)")
      }
    }
  }

  @Test(arguments: [
    ["lint"], ["lint", "--format", "json"], ["lint", "--format", "sarif"],
    ["lint", "--format", "github"], ["lint", "--format", "junit"], ["test"],
    ["test", "--format", "json"], ["test", "--format", "github"], ["test", "--format", "junit"],
    ["test", "--suggest"], ["fmt", "--check"], ["fmt", "--diff"], ["fmt"], ["lint", "--fix"],
  ])
  func aFileNameInjectsNothing(_ command: [String]) throws {
    let text = "tiers free < pro\nL2..L1   requires pro\nscenario \"s\"\n  expect L1 denied\n"
    let wrong = "feature x\nx requires por\n"
    for text in [text, wrong] {
      let folder = try Folder([HostileNameTests.name: text])
      let result = try Command.run(command[0], folder.url.path, command)
      expectHarmless(result, command.joined(separator: " "))
    }
  }

  @Test func aFileNameStaysOnItsLine() throws {
    let folder = try Folder([
      "a\n\nAllowed: f.gate": "feature f\nf requires pro\nsetting days is 7\n  30 with pro\n"
    ])
    for words in [["explain", "f"], ["explain", "days"], ["access"]] {
      let path = folder.url.path + "/a\n\nAllowed: f.gate"
      let result = try Command.run(words[0], path, words)
      #expect(result.output.contains("Allowed: f.gate"))
      #expect(!result.output.split(separator: "\n").contains { $0.hasPrefix("Allowed:") })
    }
  }

  @Test(arguments: ["check", "explain", "access", "table", "describe", "graph", "paywall", "prove"])
  func aFileThatIsMissingIsToldHarmlessly(_ command: String) throws {
    expectHarmless(
      try Command.run(command, HostileNameTests.name, "x\u{1B}[31m", "--at", "\u{9B}"), command)
    let folder = try Folder(["a.gate": "tiers free < pro\nfeature a\na requires pro\n"])
    expectHarmless(try Command.run(command, folder["a.gate"], "x\u{1B}[31m\n::error::"), command)
    expectHarmless(
      try Command.run(command, folder["a.gate"], "a", "--\u{1B}[31m", "\u{202E}"), command)
  }

  @Test(arguments: [
    ["table"], ["table", "--format", "markdown"], ["table", "--format", "html"],
    ["table", "--format", "csv"], ["table", "--format", "json"], ["describe"],
    ["describe", "--format", "markdown"], ["describe", "--format", "json"], ["graph"],
    ["graph", "--format", "dot"], ["graph", "--format", "mermaid"], ["graph", "--format", "svg"],
    ["graph", "--format", "json"], ["paywall"], ["paywall", "--format", "json"], ["access"],
    ["access", "--format", "json"],
  ])
  func aSoftHyphenInALabelIsEscapedInEveryFormat(_ command: [String]) throws {
    let folder = try Folder([
      "a.gate": """
      policy Shop "Sh\u{AD}op @all"
      tiers free "Fr\u{AD}ee" < pro "Pr\u{AD}o"
      product annual "An\u{AD}nual"
        grants pro
        benefit "Mo\u{AD}re"
      feature csv-export "Ex\u{AD}port @all"
      csv-export requires pro
        message "On\u{AD}ly {products}."

      """
    ])
    let result = try Command.run(command[0], folder["a.gate"], command)
    #expect(result.status == 0, "\(result.errors)")
    expectHarmless(result, command.joined(separator: " "))
    #expect(!command.contains("markdown") || !result.output.contains("@all"))
  }
}

extension Command {
  /// Runs `tollgate NAME PATH` with the options behind the first of `words`.
  fileprivate static func run(
    _ name: String, _ path: String, _ words: [String]
  ) throws -> Shell.Result {
    try Shell.run(Shell.tollgate, [name, path] + words.dropFirst(), input: Data())
  }
}
