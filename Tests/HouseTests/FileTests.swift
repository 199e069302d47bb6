import Foundation
import TestSupport
import Testing

/// The rules for the tree as a whole.
@Suite struct FileTests {
  /// A file is an idea. One under 40 lines has a public type, a lint rule or a command, or is all
  /// that its folder has, beside links.
  @Test func noIdeaIsCutIntoPieces() throws {
    let files = try HouseRules.sources().map { try HouseFile($0) }
    try #require(files.count > 300)
    #expect(files.count <= 700)
    let small = FileTests.small(among: files)
    let alone = Dictionary(grouping: files) { FileTests.folder(of: $0.path) }
    #expect(small.filter { alone[FileTests.folder(of: $0)]?.count != 1 } == [])
    let piece = HouseFile("Sources/Core/TollgateKit/A.swift", text: "extension A {}")
    #expect(FileTests.small(among: [piece]) == [piece.path])
  }

  private static func small(among files: [HouseFile]) -> [String] {
    let own = ["/Lint/Rules/", "/tollgate/Commands/", "/TollgateCommands/"]
    return files.filter { file in
      file.lines.count < 40 && !own.contains { file.path.contains($0) }
        && !file.lines.contains { $0.hasPrefix("public ") && !$0.hasPrefix("public import") }
    }.map { $0.path }
  }

  private static func folder(of path: String) -> Substring {
    path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
  }

  @Test func theTopLevelIsFixed() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
    #expect(FileTests.topLevel(names) == FileTests.expected)
    #expect(FileTests.topLevel(names + ["Scripts"]) != FileTests.expected)
    #expect(FileTests.topLevel([]) != FileTests.expected)
  }

  @Test(arguments: ["Sources", "Tests", "Policies", "Examples"] + wings)
  func everyFolderHasAReadme(folder: String) throws {
    #expect(try Repository.text(folder + "/README.md").count > 200)
  }

  /// A front door is not a tour.
  @Test func theReadmeIsShort() throws {
    #expect(try HouseFile("README.md").lines.count <= 200)
    #expect(try Repository.text("README.md").count > 2_000)
  }

  @Test func theTestCommandOfTheReadmeIsWhatCIRuns() throws {
    #expect(try Repository.text("README.md").contains("$ swift test"))
    #expect(try Repository.text(".ci/run").contains("\nswift test"))
  }

  private static let wings = ImportTests.wings.map { "Sources/\($0)" }
  private static let expected = [
    "Examples", "Package.swift", "Policies", "README.md", "Sources", "Tests", "llms-full.txt",
    "llms.txt",
  ]

  /// The names at the top that everybody sees, sorted.
  private static func topLevel(_ names: [String]) -> [String] {
    names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }.sorted()
  }
}
