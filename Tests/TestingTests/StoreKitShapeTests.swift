import Foundation
import TestSupport
import Testing

#if !canImport(StoreKit)
  /// The adapter for StoreKit, type-checked where there is no StoreKit.
  @Suite struct StoreKitShapeTests {
    private static let settings = [
      "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
      "MemberImportVisibility", "-parse-as-library",
    ]

    private func compile(_ words: [String]) throws -> Shell.Result {
      try Shell.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["swiftc"] + StoreKitShapeTests.settings + words)
    }

    /// The sources as they are shipped, with these changes, against the declarations of StoreKit.
    private func check(changing old: String = "", to new: String = "") throws -> Shell.Result {
      let folder = try Shell.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let shape = Repository.files(below: "Tests/StoreKitShape", endingIn: ".swift")
        .map { Repository.url($0).path }
      let module = try compile(
        shape + [
          "-emit-module", "-module-name", "StoreKit", "-emit-module-path",
          folder.appendingPathComponent("StoreKit.swiftmodule").path,
        ])
      #expect(module.status == 0, "\(module.errors)")
      var files: [String] = []
      for file in Repository.files(below: "Sources/StoreKitAdapter", endingIn: ".swift") {
        let text = try Repository.text(file)
        let copy = folder.appendingPathComponent(URL(fileURLWithPath: file).lastPathComponent)
        try text.replacingOccurrences(of: old.isEmpty ? "\u{0}" : old, with: new)
          .write(to: copy, atomically: true, encoding: .utf8)
        files.append(copy.path)
      }
      let modules = Shell.tollgate.deletingLastPathComponent().appendingPathComponent("Modules")
      return try compile(
        files + [
          "-typecheck", "-module-name", "StoreKitAdapter", "-package-name", "tollgate", "-I",
          folder.path, "-I", modules.path,
        ])
    }

    @Test func theAdapterFitsTheDeclarationsOfStoreKit() throws {
      let result = try check()
      #expect(result.status == 0, "\(result.errors)")
    }

    /// The check finds what it is there to find, so the sources are not passed over.
    @Test func aWrongNameIsFound() throws {
      let result = try check(changing: "transaction.revocationDate", to: "transaction.revokedOn")
      #expect(result.status != 0)
      #expect(result.errors.contains("revokedOn"))
    }
  }
#endif
