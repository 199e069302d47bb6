import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What `lint` writes for GitHub and for build servers.
@Suite struct LintFormatTests {
  @Test func gitHubAnnotationsAreEscaped() throws {
    let folder = try Folder(["a, b: 100%.gate": "tiers free < pro\nx requires por\nmeter m\n"])
    let result = try Command.shell(
      "\"$tollgate\" lint --format github 'a, b: 100%.gate'", in: folder.url)
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix(
        "::error file=a%2C b%3A 100%25.gate,line=2,col=12,endColumn=15,title=TG0101::") == true)
    #expect(lines.allSatisfy { $0.hasPrefix("::") })
    #expect(lines.first?.contains("%0Ahelp: ") == true)
  }

  @Test func gitHubKnowsThreeLevels() throws {
    let text = "feature a \"A\" zh \"甲\"\nfeature b \"B\"\nmeter m\na, b require pro\n"
    let result = try Command.run("lint", "--format", "github", "-", input: text)
    #expect(result.status == 0)
    #expect(result.output.contains("::notice file=<stdin>,line=2"))
    #expect(result.output.contains("::warning file=<stdin>,line=3"))
  }

  /// The elements of a document by name; none if it is not well-formed.
  private func elements(_ xml: String) throws -> [String: [[String: String]]] {
    final class Reader: NSObject, XMLParserDelegate {
      var found: [String: [[String: String]]] = [:]

      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
      ) {
        found[name, default: []].append(attributes)
      }
    }
    let reader = Reader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    try #require(parser.parse())
    return reader.found
  }

  @Test func aReportHasASuiteForEachFileAndACaseForEachFinding() throws {
    let folder = try Folder([
      "a.gate": Sample.bills, "b.gate": "x requires\ny requires <&\"'\u{7}\n",
      "c.gate": "meter m\nx requires pro\n",
    ])
    let result = try Command.run("lint", "--format", "junit", folder.url.path, folder["no.gate"])
    #expect(result.status == 2)
    let found = try elements(result.output)
    #expect(found["testsuite"]?.count == 4)
    #expect(found["testsuites"]?.first?["errors"] == "1")
    #expect(found["error"]?.count == 1)
    #expect(found["failure"]?.count == found["failure"]?.count { $0["type"] != nil })
    #expect(found["system-out"]?.count == 1)
    let strict = try Command.run(
      "lint", "--format", "junit", "--fail-on", "warning", folder["c.gate"])
    #expect(strict.status == 1)
    #expect(try elements(strict.output)["failure"]?.first?["type"] == "TG0103")
    #expect(try elements(strict.output)["testsuites"]?.first?["failures"] == "1")
  }

  @Test(arguments: [
    "\u{0}", "\u{1}\u{8}\u{FFFE}\u{FFFF}", "]]>", "<x y=\"1\">&amp;", "\r\n\t\u{85}",
  ])
  func aReportIsWellFormedWhateverTheText(_ text: String) throws {
    let folder = try Folder(["\"a<b>&'.gate": "\(text) requires\n\"\(text)\" requires pro\n"])
    let result = try Command.run("lint", "--format", "junit", folder.url.path)
    #expect(try elements(result.output)["testsuites"]?.count == 1)
  }

  @Test func jsonTellsWhatIsSuppressed() throws {
    let text = "meter m # allow TG0103: soon\nx requires pro\n"
    let result = try Command.run("lint", "--format", "json", "-", input: text)
    #expect(result.errors == "no findings in 1 file (1 allowed)\n")
    let suppressed = try #require(
      try Command.object(result.output)["suppressed"] as? [[String: Any]])
    #expect(suppressed.first?["by"] as? String == "comment")
    #expect(suppressed.first?["reason"] as? String == "soon")
    let finding = suppressed.first?["diagnostic"] as? [String: Any]
    #expect(finding?["code"] as? String == "TG0103")
  }
}
