import Foundation
import TestSupport
import Testing

#if !canImport(Combine)
  /// The provider for the SDK, compiled and run where there is no SDK.
  @Suite struct ProviderTests {
    @Test("the shipped provider fits the SDK's declarations, and answers through them")
    func run() throws {
      let folder = try Shell.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      for module in ["Combine", "OpenFeature"] {
        let files = Repository.files(below: "Tests/OpenFeatureShape/\(module)", endingIn: ".swift")
        let built = try compile(
          files.map { Repository.url($0).path } + [
            "-parse-as-library", "-wmo", "-emit-module", "-emit-object", "-module-name", module,
            "-I", folder.path, "-o", folder.appendingPathComponent("\(module).o").path,
            "-emit-module-path", folder.appendingPathComponent("\(module).swiftmodule").path,
          ])
        try #require(built.status == 0, "\(built.errors)")
      }
      let wrong = try program(in: folder, changing: "flagMetadata:", to: "flagMetaData:")
      #expect(wrong.errors.contains("flagMetaData"), "\(wrong.errors)")
      let right = try program(in: folder)
      try #require(right.status == 0, "\(right.errors)")
      let printed = try Shell.run(folder.appendingPathComponent("run"), [])
      #expect(printed.status == 0, "\(printed.errors)")
      let page = try Repository.text("Tests/OpenFeatureShape/Run/printed.txt")
      #expect(printed.output == page)
    }

    private func compile(_ words: [String]) throws -> Shell.Result {
      let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
        .flatMap { ["-enable-upcoming-feature", $0] }
      return try Shell.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["swiftc", "-swift-version", "6"] + features + words)
    }

    /// Compiles the program with the shipped provider as a file of its own, as an app does: so it
    /// sees only what is public. The rest is what these tests were built with.
    private func program(
      in folder: URL, changing old: String? = nil, to new: String = ""
    ) throws -> Shell.Result {
      var text = try Repository.text(
        "Sources/Stores/TollgateOpenFeature/Provider/TollgateProvider.swift")
      if let old { text = text.replacingOccurrences(of: old, with: new) }
      let copy = folder.appendingPathComponent("TollgateProvider.swift")
      try text.write(to: copy, atomically: true, encoding: .utf8)
      let build = Shell.tollgate.deletingLastPathComponent()
      let sources = Repository.files(below: "Sources", endingIn: ".swift")
      let objects = try [
        "TollgateOpenFeature", "TollgateKit", "TollgateFiles", "TollgateWords", "TollgateCompiler",
        "TollgateSyntax", "TollgateRuntime",
      ].flatMap { module in
        let folder = build.appendingPathComponent("\(module).build")
        // An older build may have left objects of files that are gone.
        let own = sources.filter { $0.contains("/\(module)/") }
          .compactMap { $0.split(separator: "/").last.map { String($0) + ".o" } }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .filter(Set(own).contains).map { folder.appendingPathComponent($0).path }
      }
      let main = Repository.url("Tests/OpenFeatureShape/Run/main.swift").path
      return try compile(
        [main, copy.path] + objects
          + ["Combine", "OpenFeature"].map { folder.appendingPathComponent("\($0).o").path }
          + [
            "-warnings-as-errors", "-I", folder.path, "-I",
            build.appendingPathComponent("Modules").path, "-o",
            folder.appendingPathComponent("run").path,
          ])
    }
  }
#endif
