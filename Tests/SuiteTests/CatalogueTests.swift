import Foundation
import TestSupport
import Testing

/// The documentation catalogue of the library: its pages of diagnostics are those of the command,
/// and its Swift is what is compiled in `CatalogueSwiftTests.swift`. `SuiteTests` runs every
/// other block.
@Suite struct CatalogueTests {
  static let catalogue = "Sources/Core/TollgateKit/TollgateKit.docc"

  /// With `TOLLGATE_RECORD=1` what is generated replaces what is there, and the run fails.
  @Test func thePagesOfDiagnosticsAreAsGenerated() throws {
    let folder = CatalogueTests.catalogue + "/Diagnostics"
    let isRecording = ProcessInfo.processInfo.environment["TOLLGATE_RECORD"] == "1"
    for (name, text) in DiagnosticArticle.all {
      let path = "\(folder)/\(name).md"
      guard (try? Repository.text(path)) != text else { continue }
      if isRecording {
        try FileManager.default.createDirectory(
          at: Repository.url(folder), withIntermediateDirectories: true)
        try text.write(to: Repository.url(path), atomically: true, encoding: .utf8)
      }
      let fate = isRecording ? "was recorded anew: read the change" : "is not as it is generated"
      Issue.record("\(path) \(fate)")
    }
    let expected = DiagnosticArticle.all.map { "\(folder)/\($0.name).md" }
    #expect(Repository.files(below: folder, endingIn: ".md") == expected.sorted())
  }

  /// An example stands in one of these files to the letter, indented; a line of a manifest, in the
  /// manifest of the example app or in the README.
  @Test func everySwiftExampleIsCompiled() throws {
    let compiled =
      try Repository.text("Tests/SuiteTests/CatalogueSwiftTests.swift")
      + Repository.text("Tests/FlowTests/GuideTests.swift")
      + Repository.text("Tests/FlowTests/MovingTests.swift")
      + Repository.text("Tests/FlowTests/SimulatedGateTests.swift")
      + Repository.text("Tests/OpenFeatureShape/Run/main.swift")
    let manifests =
      try Repository.text("Examples/ExpenseTracker/Package.swift") + Repository.text("README.md")
    var count = 0
    for path in Repository.files(below: CatalogueTests.catalogue, endingIn: ".md") {
      for block in try Page(path).tests.flatMap({ $0.blocks }) where block.info == ["swift"] {
        count += 1
        let isManifest = block.text.hasPrefix(".")
        let expected = isManifest ? String(block.text.dropLast()) : indented(block.text)
        let found = (isManifest ? manifests : compiled).contains(expected)
        #expect(found, "\(path):\(block.range.lowerBound): \(block.text)")
      }
    }
    #expect(count > 0)
  }

  /// The text as it stands in a function of a suite.
  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
  }
}
