import Foundation
import TestSupport
import Testing

/// The manifest, and what an app that depends on the package gets.
@Suite struct PackageTests {
  @Test func theManifestDeclaresNoExecutable() throws {
    #expect(PackageTests.products(".library", in: try text).count > 3)
    #expect(PackageTests.products(".executable", in: try text).isEmpty)
    let broken = try text + ".executable(name: \"tollgate\", targets: [\"tollgate\"])"
    #expect(PackageTests.products(".executable", in: broken) == ["tollgate"])
  }

  /// A fresh package that depends on every library resolves, and fetches nothing: no checkout of
  /// swift-argument-parser, and none of a package of a trait.
  @Test func anAppThatDependsOnTheLibrariesFetchesNoPackage() throws {
    // Further down is what `.ci/fuzz` adds for itself.
    let declared = try text.prefix(upTo: #require(try text.range(of: "\n  targets: [")).lowerBound)
    let libraries = PackageTests.products(".library", in: String(declared))
    try #require(libraries.contains("TollgateKit") && libraries.count > 3)
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = folder.appendingPathComponent("Sources/App")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try PackageTests.manifest(of: libraries).write(
      to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    try "import TollgateKit\n".write(
      to: sources.appendingPathComponent("App.swift"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["swift", "package", "resolve"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(PackageTests.fetched(in: folder).isEmpty)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(".build/checkouts/other"),
      withIntermediateDirectories: true)
    #expect(PackageTests.fetched(in: folder) == ["other"])
  }

  private var text: String { get throws { try Repository.text("Package.swift") } }

  /// The products of a kind that a manifest declares.
  private static func products(_ kind: String, in manifest: String) -> [String] {
    NameTests.names(in: manifest, after: [kind + "("])
  }

  /// The packages that SwiftPM fetched or pinned for the package in a folder.
  private static func fetched(in folder: URL) -> [String] {
    let checkouts = folder.appendingPathComponent(".build/checkouts").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []
    let pins = folder.appendingPathComponent("Package.resolved").path
    return names + (FileManager.default.fileExists(atPath: pins) ? ["Package.resolved"] : [])
  }

  /// The manifest of an app that depends on these libraries.
  private static func manifest(of libraries: [String]) -> String {
    let products = libraries.map { ".product(name: \"\($0)\", package: \"Tollgate\")," }
    return """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "App",
        dependencies: [.package(name: "Tollgate", path: "\(Repository.root.path)")],
        targets: [
          .target(name: "App", dependencies: [\(products.joined())])
        ]
      )
      """
  }
}
