import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import tollgate

/// The files of `Examples/ContinuousIntegration`: every command line in them is one that the
/// command understands.
@Suite struct ContinuousIntegrationTests {
  private static let folder = "Examples/ContinuousIntegration/"
  static let files = ["tollgate.yml", "pre-commit-config.yaml", "pre-commit", "README.md"]

  /// The command lines of a file, their words joined by single spaces.
  static func lines(of file: String) throws -> [String] {
    let text = try Repository.text(folder + file)
    let marks = ["run: tollgate ", "entry: tollgate ", "- tollgate ", "`tollgate ", "tollgate "]
    return text.split(separator: "\n").flatMap { line -> [String] in
      let line = line.trimmingCharacters(in: .whitespaces)
      if file.hasSuffix(".md") {
        return line.components(separatedBy: "`").filter { $0.hasPrefix("tollgate ") }.map(words)
      }
      guard let mark = marks.first(where: line.hasPrefix) else { return [] }
      return [words("tollgate " + line.dropFirst(mark.count))]
    }
  }

  /// The words of a command, without quotes and what the shell does with its output.
  private static func words(_ line: String) -> String {
    let ends = [">", ">>", "|", "||", "&&", ";"]
    return line.split(separator: " ").prefix { !ends.contains(String($0)) }
      .map { $0.replacingOccurrences(of: "\"", with: "") }.joined(separator: " ")
  }

  private static let commands = CommandList.all.map {
    $0.configuration.commandName ?? "\($0)".lowercased()
  }

  @Test(arguments: files) func everyCommandLineIsUnderstood(file: String) throws {
    let lines = try ContinuousIntegrationTests.lines(of: file)
    #expect(lines.count >= 3)
    let folder = try Folder()
    for line in lines {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      // A command that there is not yet is none of this test.
      guard ContinuousIntegrationTests.commands.contains(words[0]) else { continue }
      // `entry: tollgate lint` gets the names of the files behind it.
      let isHook = file.hasSuffix("config.yaml")
      let result = try Shell.run(
        Shell.tollgate, words + (isHook ? ["a.gate"] : []), in: folder.url)
      // There is no such file, so all is well up to there.
      #expect(result.status == 2, "\(line): \(result.errors)")
    }
  }

  /// What is looked for is what issue and README promise.
  @Test func theFourQuestionsAreAsked() throws {
    for file in ContinuousIntegrationTests.files {
      let lines = try ContinuousIntegrationTests.lines(of: file)
      var commands = ["fmt", "lint", "test"]
      if !file.hasPrefix("pre-commit") { commands.append("diff") }
      for command in commands {
        #expect(lines.contains { $0.hasPrefix("tollgate \(command)") }, "\(file): \(command)")
      }
    }
  }

  @Test func theHookIsAScriptThatMayRun() throws {
    let path = Repository.url(ContinuousIntegrationTests.folder + "pre-commit").path
    #expect(FileManager.default.isExecutableFile(atPath: path))
    #expect(try Command.shell("bash -n '\(path)'", in: Repository.root).status == 0)
  }
}
