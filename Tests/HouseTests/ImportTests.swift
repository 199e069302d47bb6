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
    ("TollgateWords", ["TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]),
    (
      "TollgateAnalysis",
      ["TollgateWords", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]
    ),
    (
      "TollgateKit",
      [
        "TollgateWords", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime", "Foundation",
        "FoundationEssentials", "Synchronization",
      ]
    ),
    (
      "TollgatePurchases",
      ["TollgateKit", "TollgateRuntime", "Foundation", "FoundationEssentials"]
    ),
    (
      "TollgateSQLite",
      [
        "TollgatePurchases", "TollgateKit", "TollgateRuntime", "Foundation", "FoundationEssentials",
        "GRDB",
      ]
    ),
    (
      "TollgateAppStore",
      [
        "TollgatePurchases", "TollgateKit", "TollgateRuntime", "Foundation", "FoundationEssentials",
        "Crypto", "SwiftASN1", "X509",
      ]
    ),
    (
      "TollgateImports",
      ["TollgatePurchases", "TollgateKit", "TollgateRuntime", "Foundation", "FoundationEssentials"]
    ),
    (
      "TollgateStoreKit",
      [
        "TollgatePurchases", "TollgateKit", "TollgateRuntime", "Foundation", "FoundationEssentials",
        "StoreKit",
      ]
    ),
    (
      "TollgateTesting",
      ["TollgatePurchases", "TollgateKit", "TollgateRuntime", "Foundation", "FoundationEssentials"]
    ),
    (
      "tollgate",
      [
        "TollgateKit", "TollgateWords", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime", "TollgatePurchases", "TollgateImports", "TollgateAppStore",
        "TollgateTesting",
        "Foundation", "FoundationEssentials", "ArgumentParser", "Dispatch", "Glibc", "Darwin",
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

  /// All of Foundation brings 50 MB of tables into a static command, and a slower start: where
  /// there is a smaller part of it, that is what the command and its libraries import.
  @Test(arguments: ["Sources/TollgateKit", "Sources/tollgate"])
  func foundationIsImportedOnlyWhereItHasNoSmallerPart(folder: String) throws {
    for file in Repository.files(below: folder, endingIn: ".swift") {
      let lines = try Repository.text(file).split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      for (index, line) in lines.enumerated() where line.hasSuffix("import Foundation") {
        let above = index > 0 ? lines[index - 1] : ""
        #expect(above == "#else" || above == "#if canImport(Darwin)", "\(file)")
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
