import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import tollgate

/// What assistants get that have no server: `tollgate guide` and the skill.
@Suite struct GuideTests {
  @Test func theWholeLanguageIsOneText() throws {
    let result = try Command.run("guide")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output == (try Repository.text("llms-full.txt")))
  }

  /// Its examples are run with those of the other pages.
  @Test func theSkillNamesCommandsThatThereAre() throws {
    let skill = try Repository.text("Examples/Assistants/Skill/tollgate-policies/SKILL.md")
    #expect(skill.hasPrefix("---\nname: tollgate-policies\ndescription: "))
    let names = skill.matches(of: /`tollgate ([a-z]+)/).map { String($0.output.1) }
    #expect(names.count >= 4)
    for name in names {
      #expect(CommandList.all.contains { $0._commandName == name }, "there is no command \(name)")
    }
    let lines = skill.split(separator: "\n").filter { $0.hasPrefix("tollgate ") }
    #expect(!lines.isEmpty)
    for line in lines {
      let words = line.split(separator: " ").dropFirst().map { String($0) }
      #expect(throws: Never.self, "\(line)") { try TollgateCommand.parseAsRoot(words) }
    }
  }
}
