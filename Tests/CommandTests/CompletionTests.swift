import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import tollgate

/// `tollgate completions`: scripts for three shells that know every command.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"]) func everyCommandIsKnown(shell: String) throws {
    let result = try Command.run("completions", shell)
    #expect(result.status == 0)
    #expect(result.errors == "")
    for command in CommandList.all {
      let name = command.configuration.commandName ?? "\(command)".lowercased()
      #expect(result.output.contains(name), "\(shell) does not know \(name)")
    }
    #expect(result.output.contains("gate"))
    #expect(result.output.contains("markdown"))
  }

  /// What bash offers behind a line that ends in an unfinished word.
  private func offers(_ words: [String], in folder: Folder) throws -> [String] {
    let line = words.joined(separator: " ")
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    try folder.write(
      """
      source ./script
      COMP_WORDS=(\(quoted))
      COMP_CWORD=\(words.count - 1)
      COMP_LINE='\(line)'
      COMP_POINT=\(line.utf8.count)
      _tollgate tollgate '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
      printf '%s\\n' "${COMPREPLY[@]}"
      """, to: "complete")
    let result = try Command.shell("bash complete", in: folder.url)
    return result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func bashOffersCommandsFormatsAndPolicies() throws {
    let script = try Command.run("completions", "bash").output
    let folder = try Folder(["script": script, "Shop.gate": "", "Shop.txt": ""])
    #expect(try offers(["tollgate", "descr"], in: folder) == ["describe"])
    #expect(
      try offers(["tollgate", "describe", "x", "--format", "m"], in: folder) == ["markdown"])
    #expect(try offers(["tollgate", "describe", "Sh"], in: folder) == ["Shop.gate"])
  }

  @Test func anotherShellIsWrongUsage() throws {
    let result = try Command.run("completions", "tcsh")
    #expect(result.status == 64)
    #expect(result.output == "")
  }
}
