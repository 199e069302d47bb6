import Foundation
import TestSupport
import Testing

/// Who may import whom (architecture.md): two halves that meet in the graph.
@Suite struct ImportTests {
  /// A target, and all that its files may import.
  static let allowed: [(target: String, imports: Set<String>)] = [
    ("TollgateRuntime", []),
    ("TollgateSyntax", []),
    ("TollgateCompiler", ["TollgateSyntax", "TollgateRuntime"]),
    ("TollgateAnalysis", ["TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]),
    (
      "Tollgate",
      [
        "TollgateCompiler", "TollgateSyntax", "TollgateRuntime", "Foundation",
        "FoundationEssentials",
      ]
    ),
    (
      "TollgatePurchases",
      ["Tollgate", "TollgateRuntime", "Foundation", "FoundationEssentials"]
    ),
    (
      "StoreKitAdapter",
      [
        "TollgatePurchases", "Tollgate", "TollgateRuntime", "Foundation", "FoundationEssentials",
        "StoreKit",
      ]
    ),
    (
      "TollgateTesting",
      ["TollgatePurchases", "Tollgate", "TollgateRuntime", "Foundation", "FoundationEssentials"]
    ),
    (
      "tollgate",
      [
        "Tollgate", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        "TollgatePurchases", "TollgateTesting", "Foundation", "ArgumentParser", "Glibc", "Darwin",
        "Musl",
      ]
    ),
  ]

  @Test func everyFolderOfSourcesIsATargetWithARule() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.url("Sources").path
    ).filter { !$0.hasSuffix(".md") }
    #expect(folders.sorted() == ImportTests.allowed.map { $0.target }.sorted())
  }

  @Test(arguments: allowed) func importsAreAllowed(
    rule: (target: String, imports: Set<String>)
  ) throws {
    let files = Repository.files(below: "Sources/\(rule.target)", endingIn: ".swift")
    #expect(!files.isEmpty)
    for file in files {
      for module in try ImportTests.imports(of: file) {
        #expect(rule.imports.contains(module), "\(file) imports \(module)")
      }
    }
  }

  /// The modules that a file imports.
  static func imports(of file: String) throws -> [String] {
    let kinds: Set = ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"]
    return try Repository.text(file).split(separator: "\n").compactMap { line in
      var words = line.split(separator: " ").map(String.init)
      while let first = words.first, first.hasPrefix("@") || isAccess(first) {
        words.removeFirst()
      }
      guard words.count >= 2, words[0] == "import" else { return nil }
      let path = kinds.contains(words[1]) ? words[2] : words[1]
      return path.split(separator: ".").first.map(String.init)
    }
  }

  private static func isAccess(_ word: String) -> Bool {
    ["public", "package", "internal", "private", "fileprivate"].contains(word)
  }
}
