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
      "TollgateEditor",
      [
        "TollgateAnalysis", "TollgateWords", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime",
      ]
    ),
    ("TollgatePopulation", ["TollgateAnalysis", "TollgateRuntime"]),
    ("TollgateFiles", ["TollgateSyntax", "Foundation", "FoundationEssentials"]),
    (
      "TollgateKit",
      [
        "TollgateFiles", "TollgateWords", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        "Foundation",
        "FoundationEssentials", "Synchronization", "Observation",
        // The lock of the file that gates share.
        "Darwin", "Glibc", "Musl",
      ]
    ),
    (
      "TollgatePurchases",
      ["TollgateKit", "TollgateRuntime", "Foundation", "FoundationEssentials"]
    ),
    (
      "TollgateUsage",
      ["TollgatePurchases", "TollgateKit", "TollgateRuntime", "Foundation"]
    ),
    ("TollgateLog", ["TollgateKit", "TollgateRuntime", "Foundation"]),
    (
      "TollgateUpdates",
      [
        "TollgateSeals", "TollgateKit", "TollgateSyntax", "TollgateRuntime", "Foundation",
        "FoundationNetworking",
      ]
    ),
    (
      "TollgateOpenFeature",
      [
        "TollgateKit", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        // The file for apps.
        "Combine", "OpenFeature", "TollgateOpenFeature",
      ]
    ),
    (
      "TollgatePostgres",
      ["TollgateUsage", "TollgatePurchases", "Foundation", "LibPQ"]
    ),
    (
      "TollgateSQLite",
      [
        "TollgateUsage", "TollgatePurchases", "TollgateKit", "TollgateRuntime", "Foundation",
        "FoundationEssentials",
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
      "TollgateSeals",
      [
        "TollgateKit", "TollgateWords", "TollgateCompiler", "TollgateRuntime", "Foundation",
        "FoundationEssentials", "Crypto", "CryptoKit",
      ]
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
      "TollgateServer",
      [
        "TollgateUsage", "TollgatePurchases", "TollgateImports", "TollgateAppStore",
        "TollgateOpenFeature", "TollgateUpdates", "TollgateSeals", "TollgatePopulation",
        "TollgateAnalysis", "TollgateFiles", "TollgateKit", "TollgateWords", "TollgateCompiler",
        "TollgateSyntax", "TollgateRuntime", "Foundation", "FoundationEssentials",
        // With the trait.
        "Hummingbird", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "ServiceLifecycle",
        "UnixSignals", "Crypto", "_CryptoExtras",
      ]
    ),
    (
      "TollgateGenerator",
      ["TollgateFiles", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime", "Foundation"]
    ),
    ("TollgatePlugin", ["Foundation", "PackagePlugin", "XcodeProjectPlugin"]),
    (
      "TollgatePolicyTool",
      [
        "TollgateFiles", "TollgateKit", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime", "Foundation",
      ]
    ),
    ("TollgateCommands", ["Foundation", "PackagePlugin", "XcodeProjectPlugin"]),
    (
      "TollgateWeb",
      [
        "TollgateWebCalls", "TollgateWebMemory", "TollgateKit", "TollgateEditor",
        "TollgateAnalysis", "TollgateWords", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime",
      ]
    ),
    (
      "tollgate",
      [
        "TollgateFiles", "TollgateKit", "TollgateWords", "TollgateAnalysis", "TollgateCompiler",
        "TollgateSyntax",
        "TollgateRuntime", "TollgatePurchases", "TollgateImports", "TollgateAppStore",
        "TollgateSeals", "TollgateTesting", "TollgateEditor", "TollgateLog",
        "TollgatePopulation", "TollgateUsage", "TollgateServer", "TollgatePostgres",
        "TollgateSQLite",
        "Foundation", "FoundationEssentials", "ArgumentParser", "Dispatch", "Glibc", "Darwin",
        "Musl",
      ]
    ),
  ]

  @Test func everyFolderOfSourcesIsATargetWithARule() throws {
    let folders = try ImportTests.wings.map { try ImportTests.folders(in: "Sources/\($0)") }
    #expect(folders.joined().sorted() == ImportTests.allowed.map { $0.target }.sorted())
    #expect(try ImportTests.folders(in: "Sources") == ImportTests.wings)
  }

  /// Core imports neither of the others, and those meet in the command and in its server alone.
  @Test func theWingsMeetInTheCommandAlone() throws {
    let homes = try ImportTests.wings.map { try ImportTests.folders(in: "Sources/\($0)") }
    let (core, stores, tools) = (Set(homes[0]), Set(homes[1]), Set(homes[2]))
    for (target, imports) in ImportTests.allowed
    where !["tollgate", "TollgateServer"].contains(target) {
      let others =
        core.contains(target)
        ? stores.union(tools) : stores.contains(target) ? tools : stores
      #expect(imports.isDisjoint(with: others), "\(target)")
    }
  }

  static let wings = ["Core", "Stores", "Tools"]

  private static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.url(folder).path)
      .filter { !$0.hasSuffix(".md") }.sorted()
  }

  /// One rule a target: its files import only what it may.
  static let rules = allowed.map { target, imports in
    HouseRule(
      testDescription: "\(target) imports only what it may",
      files: {
        wings.flatMap { Repository.files(below: "Sources/\($0)/\(target)", endingIn: ".swift") }
      }, least: 1,
      broken: HouseFile("A.swift", text: "import Swift\npackage import struct Elsewhere.Thing")
    ) { file in
      ImportTests.imports(of: file).filter { !imports.contains($0) && $0 != "Swift" }
        .map { "\(file.path) imports \($0)" }
    }
  }

  /// The modules that a file imports.
  static func imports(of file: HouseFile) -> [String] {
    let kinds: Set = ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"]
    return file.lines.compactMap { line in
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
