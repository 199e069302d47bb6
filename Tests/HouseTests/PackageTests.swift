import Foundation
import TestSupport
import Testing

/// The manifest, and what an app that depends on the package gets.
@Suite struct PackageTests {
  @Test func theManifestDeclaresNoExecutable() throws {
    #expect(!(try Repository.text("Package.swift")).contains(".executable("))
  }

  /// A fresh package that depends on every library resolves, and fetches nothing: no checkout of
  /// swift-argument-parser, and none of a package behind a trait.
  @Test func anAppThatDependsOnTheLibrariesFetchesNoPackage() throws {
    #expect(libraries.contains("TollgateKit") && libraries.count > 3)
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = folder.appendingPathComponent("Sources/App")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try manifest.write(
      to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    try "import TollgateKit\n".write(
      to: sources.appendingPathComponent("App.swift"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["swift", "package", "resolve"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let checkouts = folder.appendingPathComponent(".build/checkouts").path
    let fetched = (try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []
    #expect(fetched.isEmpty)
    let pins = folder.appendingPathComponent("Package.resolved").path
    #expect(!FileManager.default.fileExists(atPath: pins))
  }

  /// The products that the manifest declares.
  private let libraries: [String] = {
    let manifest = (try? Repository.text("Package.swift")) ?? ""
    return manifest.components(separatedBy: ".library(name: \"").dropFirst().compactMap {
      $0.components(separatedBy: "\"").first
    }
  }()

  private var manifest: String {
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
