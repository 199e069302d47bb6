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
    try compare(DiagnosticArticle.all.map { ("\(folder)/\($0.name).md", $0.text) })
    let expected = DiagnosticArticle.all.map { "\(folder)/\($0.name).md" }
    #expect(Repository.files(below: folder, endingIn: ".md") == expected.sorted())
  }

  /// The pages of the language in `tollgate mcp`, recorded in the same way.
  @Test func thePagesForAssistantsAreThoseOfTheCatalogue() throws {
    var pages: [(file: String, text: String)] = []
    for folder in ["Decisions", "Language"] {
      let path = "\(CatalogueTests.catalogue)/\(folder)"
      for file in Repository.files(below: path, endingIn: ".md") {
        pages.append((URL(fileURLWithPath: file).lastPathComponent, try Repository.text(file)))
      }
    }
    #expect(pages.count > 40)
    let glossary = try Repository.text("\(CatalogueTests.catalogue)/Glossary.md")
    let home = "Sources/Tools/tollgate/Assistant"
    let files =
      LanguagePageCode.guide(try Repository.text("llms-full.txt"))
      + LanguagePageCode.files(pages: pages, glossary: glossary)
    try compare(files.map { ("\(home)/\($0.name)", $0.text) })
    let written = Repository.files(below: home, endingIn: ".swift")
      .filter { $0.contains("/LanguagePages") || $0.contains("/LanguageGuide") }
    #expect(written == files.map { "\(home)/\($0.name)" })
  }

  /// Holds files against what is generated; while recording, it replaces them.
  private func compare(_ files: [(path: String, text: String)]) throws {
    let isRecording = ProcessInfo.processInfo.environment["TOLLGATE_RECORD"] == "1"
    for (path, text) in files where (try? Repository.text(path)) != text {
      if isRecording {
        let url = Repository.url(path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
      }
      let fate = isRecording ? "was recorded anew: read the change" : "is not as it is generated"
      Issue.record("\(path) \(fate)")
    }
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
