import Foundation
import TestSupport
import Testing

/// The budget of files, and what may not stand in them.
@Suite struct FileTests {
  static let sources = Repository.files(below: "Sources", endingIn: ".swift")
  static let all =
    sources + Repository.files(below: "Tests", endingIn: ".swift")
    + Repository.files(below: "Examples", endingIn: ".swift")

  @Test func noFileIsLongerThan400Lines() throws {
    for file in FileTests.all {
      let count = try Repository.text(file).split(
        separator: "\n", omittingEmptySubsequences: false
      ).count
      #expect(count <= 400, "\(file) has \(count) lines")
    }
  }

  @Test func theMedianFileIsShort() throws {
    let counts = try FileTests.sources.map { file in
      try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
    }.sorted()
    #expect(counts[counts.count / 2] <= 130)
  }

  /// What needs a written invariant beside it, or has to go.
  static let suspicious = [
    "fatalError(", "try!", "as!", "@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast",
    "withUnsafe", "TODO", "FIXME", "XXX", "HACK",
  ]

  @Test func whatNeedsAnInvariantHasOne() throws {
    for file in FileTests.sources {
      let lines = try Repository.text(file).split(
        separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        for mark in FileTests.suspicious where line.contains(mark) {
          let above = lines[max(0, index - 4)...index]
          let hasInvariant = above.contains { $0.contains("Invariant:") }
          #expect(hasInvariant, "\(file):\(index + 1): `\(mark)` without an `Invariant:` beside it")
        }
      }
    }
  }

  @Test func theTopLevelIsFixed() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    let expected = ["Package.swift", "Sources", "Tests", "Policies", "Examples", "README.md"]
    #expect(names.sorted() == expected.sorted())
  }

  @Test func noTargetIsCalledCoreCommonUtilsOrShared() throws {
    let manifest = try Repository.text("Package.swift")
    for name in ["Core", "Common", "Utils", "Shared"] {
      #expect(!manifest.contains("name: \"\(name)"), "a target is called \(name)")
    }
  }
}
