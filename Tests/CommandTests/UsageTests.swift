import Foundation
import TestSupport
import Testing

/// What holds for every command: help, streams, exit codes, files that are not what they should be.
@Suite struct UsageTests {
  @Test func helpAndVersionAreAnswers() throws {
    let version = try Command.run("--version")
    #expect(version.status == 0)
    #expect(version.output == "0.1.0\n")
    for words in [
      ["--help"], ["help"], ["check", "--help"], ["lint", "-h"], ["help", "compile"],
    ] {
      let result = try Shell.run(Shell.tollgate, words)
      #expect(result.status == 0, "\(words)")
      #expect(result.output.contains("USAGE: tollgate"))
      #expect(result.errors == "")
    }
  }

  @Test(arguments: [
    ["nonsense"], ["--nonsense"], ["check"], ["check", "--has"], ["lint"], ["compile", "x"],
    ["access"], ["explain"], ["lint", "--fail-on", "all", "x"], ["check", "a", "b", "c"],
    ["lint", "--format", "yaml", "x"], ["access", "x", "--adding", "1"],
  ]) func nonsenseIs64OnStandardError(words: [String]) throws {
    let result = try Shell.run(Shell.tollgate, words)
    #expect(result.status == 64, "\(words)")
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Error: "))
  }

  @Test(arguments: [
    ("chekc", "Error: There is no command called `chekc`: write `check`.\n"),
    ("Policies", "Error: There is no command called `Policies`. Commands: "),
    ("price", "Error: There is no command called `price`. Commands: "),
  ]) func aMistypedCommandIsNamed(name: String, message: String) throws {
    let result = try Shell.run(Shell.tollgate, [name, "x.gate"])
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix(message))
  }

  @Test func noCommandGivesTheHelp() throws {
    let result = try Command.run()
    #expect(result.status == 0)
    #expect(result.output.contains("SUBCOMMANDS"))
  }

  /// The list of commands is sorted, and is that of the files.
  @Test func theListOfCommandsIsThatOfTheFolder() throws {
    let files = Repository.files(below: "Sources/Tools/tollgate/Commands", endingIn: ".swift")
    let names = files.compactMap { $0.split(separator: "/").last }.map {
      $0.dropLast(".swift".count).lowercased()
    }
    let help = try Command.run("--help").output
    let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last)
    let listed = list.split(separator: "\n").prefix { $0.hasPrefix("  ") }.compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
    #expect(listed.filter { names.contains($0) } == names.sorted())
    let source = try Repository.text("Sources/Tools/tollgate/TollgateCommand.swift")
    let declared = try #require(source.components(separatedBy: "enum CommandList").last)
    #expect(
      declared.components(separatedBy: "\n}")[0]
        .components(separatedBy: ".self").count - 1 == names.count)
  }

  private static let commands = [
    ["check", "FILE", "x"], ["access", "FILE"], ["explain", "FILE", "x"], ["lint", "FILE"],
    ["describe", "FILE"], ["compile", "FILE", "-o", "/dev/null"],
  ]

  private func run(_ words: [String], on path: String) throws -> Shell.Result {
    try Shell.run(Shell.tollgate, words.map { $0 == "FILE" ? path : $0 })
  }

  @Test(arguments: commands) func aMissingFileIs2(words: [String]) throws {
    let folder = try Folder(["Shop.gate": Sample.bills])
    let result = try run(words, on: folder["Shp.gate"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("there is no file \(folder["Shp.gate"])"))
    #expect(result.errors.contains("did you mean Shop.gate?"))
  }

  @Test(arguments: commands) func binaryGarbageIs2(words: [String]) throws {
    let folder = try Folder()
    try folder.write(Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 31) }), to: "x")
    let result = try run(words, on: folder["x"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("neither the text of a policy nor a compiled policy"))
  }

  @Test(arguments: commands) func wideCharactersAreToldApart(words: [String]) throws {
    let folder = try Folder()
    try folder.write(Data([0xFF, 0xFE, 0x61, 0x00]), to: "x")
    let result = try run(words, on: folder["x"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is written in UTF-16; save it as UTF-8"))
  }

  @Test(arguments: commands) func whatIsNoUTF8IsADiagnostic(words: [String]) throws {
    let folder = try Folder()
    try folder.write(Data("bills > 500 requires pr".utf8) + Data([0xE9, 0x0A]), to: "x")
    let result = try run(words, on: folder["x"])
    #expect(result.status == (words[0] == "lint" ? 1 : 2))
    #expect((result.output + result.errors).contains("x:1:"))
  }

  @Test(arguments: commands.filter { $0[0] != "lint" })
  func aFolderIsNoFile(words: [String]) throws {
    let folder = try Folder()
    let result = try run(words, on: folder.url.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("is a folder; name a file in it"))
  }

  @Test(arguments: commands) func aFileThatMayNotBeReadIs2(words: [String]) throws {
    // Nothing is forbidden to root.
    guard getuid() != 0 else { return }
    let folder = try Folder(["x": Sample.bills])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder["x"])
    let result = try run(words, on: folder["x"])
    #expect(result.status == 2)
    #expect(result.errors.contains("no permission to read"))
  }

  @Test(arguments: commands.filter { $0[0] != "lint" })
  func aPolicyThatDoesNotCompileIs2(words: [String]) throws {
    let folder = try Folder(["x": "a requires\nb requires\n"])
    let result = try run(words, on: folder["x"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("x:1:") && result.errors.contains("x:2:"))
  }

  @Test(arguments: [
    "", "null", "[]", "{", "{\"schema\": 2}", "{\"schema\": 1, \"asOf\": \"soon\"}", "\u{0}",
    "{\"schema\": 1, \"grants\": [{}]}", "{\"schema\": 1, \"facts\": {\"tester\": 5}}",
  ]) func aSnapshotThatCannotBeReadIs2(text: String) throws {
    let folder = try Folder(["Shop.gate": Sample.shop, "s.json": text])
    let result = try Command.run(
      "check", folder["Shop.gate"], "L1", "--snapshot", folder["s.json"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("s.json cannot be read as a snapshot: "))
  }

  @Test func anEndlessFileIsNotReadToItsEnd() throws {
    let result = try Command.run("check", "/dev/zero", "x")
    #expect(result.status == 2)
    #expect(result.errors.contains("longer than"))
  }

  @Test func aClosedStandardInputIs2() throws {
    let folder = try Folder()
    let result = try Command.shell("\"$tollgate\" check - x <&-", in: folder.url)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("Error: "))
  }

  @Test func controlCharactersDoNotReachTheTerminal() throws {
    let result = try Command.run("check", "no\u{1B}[31msuch", "x")
    #expect(result.status == 2)
    #expect(!result.errors.contains("\u{1B}"))
  }
}
