import Foundation
import TestSupport
import Testing

/// The rules for the tree as a whole.
@Suite struct FileTests {
  @Test func theMedianFileIsShort() throws {
    let counts = try HouseRules.sources().map { try HouseFile($0).lines.count }
    try #require(counts.count > 500)
    #expect(FileTests.median(of: counts) <= 130)
    #expect(FileTests.median(of: [400, 10, 131]) > 130)
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
    "Examples", "Package.swift", "Policies", "README.md", "Sources", "Tests",
  ]

  /// The names at the top that everybody sees, sorted.
  private static func topLevel(_ names: [String]) -> [String] {
    names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }.sorted()
  }

  private static func median(of counts: [Int]) -> Int {
    counts.sorted()[counts.count / 2]
  }
}
