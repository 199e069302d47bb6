import Foundation
import TestSupport
import Testing

/// `public` is a promise and carries documentation.
@Suite struct DocumentationTests {
  @Test func everyPublicSymbolIsDocumented() throws {
    for file in FileTests.sources where !file.hasPrefix("Sources/tollgate") {
      let lines = try Repository.text(file).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { $0.trimmingCharacters(in: .whitespaces) }
      for (index, line) in lines.enumerated() where isPublicDeclaration(line) {
        var above = index - 1
        while above >= 0, lines[above].hasPrefix("@") { above -= 1 }
        let isDocumented = above >= 0 && lines[above].hasPrefix("///")
        #expect(isDocumented, "\(file):\(index + 1): \(line)")
      }
    }
  }

  private func isPublicDeclaration(_ line: String) -> Bool {
    guard line.hasPrefix("public "), !line.hasPrefix("public import") else { return false }
    return !line.hasPrefix("public extension")
  }

  @Test(arguments: ["Sources", "Tests", "Policies", "Examples"])
  func everyFolderHasAReadme(folder: String) throws {
    #expect(try Repository.text(folder + "/README.md").count > 200)
  }

  @Test func theTestCommandOfTheReadmeIsWhatCIRuns() throws {
    let readme = try Repository.text("README.md")
    #expect(readme.contains("$ swift test"))
    #expect(try Repository.text(".ci/run").contains("\nswift test"))
  }
}
