import Foundation
import TestSupport
import Testing

#if !canImport(StoreKit)
  /// The adapter for StoreKit, type-checked where there is no StoreKit.
  @Suite struct StoreKitShapeTests {
    @Test("the shipped adapter fits the declarations of StoreKit, and a wrong name is found")
    func shape() throws {
      let folder = try Shell.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let module = try declarations(in: folder)
      #expect(module.status == 0, "\(module.errors)")
      let shipped = try check(in: folder)
      #expect(shipped.status == 0, "\(shipped.errors)")
      // So the sources are not skipped.
      let wrong = try check(
        in: folder, changing: "transaction.revocationDate", to: "transaction.revokedOn")
      #expect(wrong.status != 0)
      #expect(wrong.errors.contains("revokedOn"))
    }

    private func compile(_ words: [String]) throws -> Shell.Result {
      let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
        .flatMap { ["-enable-upcoming-feature", $0] }
      return try Shell.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["swiftc", "-swift-version", "6", "-parse-as-library"] + features + words)
    }

    /// A module called `StoreKit`, whose enums may grow as Apple's may.
    private func declarations(in folder: URL) throws -> Shell.Result {
      let files = Repository.files(below: "Tests/StoreKitShape", endingIn: ".swift")
      return try compile(
        files.map { Repository.url($0).path } + [
          "-emit-module", "-enable-library-evolution", "-module-name", "StoreKit",
          "-emit-module-path", folder.appendingPathComponent("StoreKit.swiftmodule").path,
        ])
    }

    /// Checks the sources with a change, beside the modules that these tests were built with. As
    /// in a build, they see what is `package` there: SwiftPM names the package after its folder.
    private func check(
      in folder: URL, changing old: String? = nil, to new: String = ""
    ) throws -> Shell.Result {
      var files: [String] = []
      for file in Repository.files(below: "Sources/Stores/TollgateStoreKit", endingIn: ".swift") {
        var text = try Repository.text(file)
        if let old { text = text.replacingOccurrences(of: old, with: new) }
        let copy = folder.appendingPathComponent(URL(fileURLWithPath: file).lastPathComponent)
        try text.write(to: copy, atomically: true, encoding: .utf8)
        files.append(copy.path)
      }
      let modules = Shell.tollgate.deletingLastPathComponent().appendingPathComponent("Modules")
      return try compile(
        files + [
          "-typecheck", "-warnings-as-errors", "-module-name", "TollgateStoreKit",
          "-package-name", Repository.root.lastPathComponent.lowercased(), "-I", folder.path, "-I",
          modules.path,
        ])
    }
  }
#endif
