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

  /// The script of a step of the workflow.
  private static func script(of step: String) throws -> String {
    let lines = try Repository.text(folder + "tollgate.yml").components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.contains("- name: \(step)") })
    let run = try #require(lines[start...].firstIndex { $0.hasSuffix("run: |") })
    let indent = String(repeating: " ", count: 10)
    return lines[(run + 1)...].prefix { $0.hasPrefix(indent) }
      .map { String($0.dropFirst(indent.count)) }.joined(separator: "\n")
  }

  /// The step that compares policies, on a pull request in a repository of its own.
  private func changes(_ before: [String: String], _ change: String) throws
    -> (status: Int32, text: String)
  {
    let folder = try Folder(before)
    let script = try ContinuousIntegrationTests.script(of: "Who gains and who loses what")
    let temp = try Folder(["step": script])
    let git = "git -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false"
    let line = """
      set -e
      git init -q .; git add -A; \(git) commit -qm before; git branch base
      \(change)
      git add -A; \(git) commit -qm after
      export RUNNER_TEMP='\(temp.url.path)' BASE=base GITHUB_STEP_SUMMARY='\(temp["summary"])'
      PATH="$(dirname "$tollgate"):$PATH" bash "$RUNNER_TEMP/step"
      """
    let result = try Command.shell(line, in: folder.url)
    return (result.status, (try? temp.text("summary")) ?? result.errors)
  }

  @Test(arguments: [
    ("echo 'bills > 100 requires pro' > a.gate", "### `a.gate`", 1),
    ("echo 'bills > 900 requires pro' > a.gate", "### `a.gate`", 0),
    ("rm a.gate", "### `a.gate (deleted)`", 1),
    ("git mv a.gate b.gate", "### `a.gate → b.gate`", 0),
    ("echo 'x requires pro' > 'my app.gate'", "### `my app.gate (new)`", 0),
    ("mkdir p && git mv a.gate p/ && sed -i.bak s/500/400/ p/a.gate", "### `a.gate → p/a.gate`", 1),
    ("echo text > notes", "## What changes for users", 0),
  ]) func everyChangeOfAPolicyIsCompared(change: String, title: String, status: Int32) throws {
    let rest = (1...20).map { "# line \($0)\n" }.joined()
    let result = try changes(["a.gate": "\(rest)bills > 500 requires pro\n"], change)
    #expect(result.status == status, "\(change): \(result.text)")
    #expect(result.text.contains(title + "\n"), "\(change): \(result.text)")
  }

  @Test func theHookIsAScriptThatMayRun() throws {
    let path = Repository.url(ContinuousIntegrationTests.folder + "pre-commit").path
    #expect(FileManager.default.isExecutableFile(atPath: path))
    #expect(try Command.shell("bash -n '\(path)'", in: Repository.root).status == 0)
  }
}
