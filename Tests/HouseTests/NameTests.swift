import Foundation
import TestSupport
import Testing

/// The default disk of macOS ignores case: two names that differ in nothing else are one there.
@Suite struct NameTests {
  @Test func noTwoTrackedPathsAreOneWhereCaseDoesNotCount() throws {
    let listing = try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["git", "ls-files", "-z"], in: Repository.root)
    let paths = listing.output.split(separator: "\0").map(String.init)
    try #require(paths.count > 500)
    #expect(NameTests.clashes(among: paths.flatMap(NameTests.foldersAndPath)).isEmpty)
  }

  @Test func noTwoTargetsModulesOrProductsAreOneWhereCaseDoesNotCount() throws {
    let manifest = try Repository.text("Package.swift")
    let targets = NameTests.names(in: manifest, after: ["arget(", "executableTarget("])
    let products = NameTests.names(in: manifest, after: [".library("])
    try #require(targets.count > 20 && products.count > 5)
    #expect(NameTests.clashes(among: targets).isEmpty)
    #expect(NameTests.clashes(among: products + targets).isEmpty)
  }

  @Test func noTargetIsCalledCoreCommonUtilsOrShared() throws {
    let manifest = try Repository.text("Package.swift")
    let targets = NameTests.names(in: manifest, after: ["arget(", "executableTarget("])
    try #require(targets.count > 20)
    #expect(NameTests.vague(among: targets).isEmpty)
    #expect(NameTests.vague(among: ["Kit", "SharedKit", "TollgateCore"]).count == 2)
  }

  @Test func theCheckFindsAClash() {
    #expect(
      NameTests.clashes(among: ["Sources/Kit", "Sources/kit"]) == [["Sources/Kit", "Sources/kit"]])
    #expect(NameTests.clashes(among: ["Kit", "Kit", "kits"]).isEmpty)
    let paths = ["Sources/Tollgate/A.swift", "Sources/tollgate/B.swift"]
    #expect(
      NameTests.clashes(among: paths.flatMap(NameTests.foldersAndPath))
        == [["Sources/Tollgate", "Sources/tollgate"]])
    let manifest = ".target(name: \"Kit\"), .executableTarget(\n  name: \"kit\")"
    #expect(NameTests.names(in: manifest, after: ["arget("]) == ["Kit", "kit"])
  }

  /// Different names that are equal when lower-cased, together.
  static func clashes(among names: [String]) -> [[String]] {
    Dictionary(grouping: Set(names)) { $0.lowercased() }.values
      .filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The names that do not say what they are for.
  static func vague(among names: [String]) -> [String] {
    names.filter { name in
      ["Core", "Common", "Utils", "Shared"].contains { name.hasPrefix($0) || name.hasSuffix($0) }
    }
  }

  /// A path, and each folder above it.
  static func foldersAndPath(_ path: String) -> [String] {
    let parts = path.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// The names in calls such as `.target(name: "NAME"`.
  static func names(in manifest: String, after calls: [String]) -> [String] {
    let pieces = manifest.components(separatedBy: "name: \"")
    return zip(pieces, pieces.dropFirst()).compactMap { before, after in
      let call = before.trimmingCharacters(in: .whitespacesAndNewlines)
      return calls.contains(where: call.hasSuffix) ? String(after.prefix { $0 != "\"" }) : nil
    }
  }
}
