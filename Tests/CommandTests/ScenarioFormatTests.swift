import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What `tollgate test` writes for programs.
@Suite struct ScenarioFormatTests {
  /// A title with everything that could break a format.
  static let title = #"50 %, a: b]]> \"c\" & <d> 'e' 👍"#
  static let policy = """
    bills > 500 requires pro
    scenario "\(title)"
      given bills 500
      expect bills allowed
    scenario "it passes"
      given bills 500
      expect bills denied

    """

  @Test func jsonIsOneDocument() throws {
    let result = try Command.run("test", "-", "--format", "json", "--coverage", input: Self.policy)
    #expect(result.status == 1)
    let json = try Command.object(result.output)
    #expect(json["schema"] as? Int == 1)
    #expect(
      json["summary"] as? [String: Int] == [
        "files": 1, "scenarios": 2, "failedScenarios": 1, "claims": 0, "failedClaims": 0,
        "asks": 2, "failedAsks": 1,
      ])
    let file = try #require((json["files"] as? [[String: Any]])?.first)
    #expect(file["file"] as? String == "<stdin>")
    let scenario = try #require((file["scenarios"] as? [[String: Any]])?.first)
    #expect(scenario["title"] as? String == #"50 %, a: b]]> "c" & <d> 'e' 👍"#)
    #expect(scenario["line"] as? Int == 2)
    #expect(scenario["passed"] as? Bool == false)
    let failure = try #require((scenario["failures"] as? [[String: Any]])?.first)
    #expect(failure["line"] as? Int == 4)
    #expect(failure["targets"] as? [String] == ["bills"])
    #expect(failure["expected"] as? String == "allowed")
    #expect(failure["actual"] as? String == "denied")
    #expect(failure["toPass"] as? [String] == ["expect bills denied"])
    let rule = try #require(failure["decidedBy"] as? [String: Any])
    #expect(rule["rule"] as? String == "bills > 500 requires pro")
    #expect((failure["decision"] as? [String: Any])?["reason"] as? String == "limit-reached")
    let coverage = try #require(file["coverage"] as? [String: Any])
    #expect(coverage["covered"] as? Int == 3)
    #expect(coverage["total"] as? Int == 6)
    #expect(coverage["percentage"] as? String == "50")
    let covered = try #require((coverage["rules"] as? [[String: Any]])?.first)
    #expect(covered["covered"] as? [String] == ["failed", "decided", "501 outside"])
    #expect(covered["missing"] as? [String] == ["held", "500 inside", "met by pro"])
  }

  @Test func jsonOfAPolicyThatDoesNotCompileHasItsFindings() throws {
    let result = try Command.run("test", "-", "--format", "json", input: "f requires\n")
    #expect(result.status == 2)
    let files = try #require(try Command.object(result.output)["files"] as? [[String: Any]])
    #expect((files.first?["diagnostics"] as? [Any])?.count == 1)
    #expect(files.first?["policy"] is NSNull)
    #expect(files.first?["coverage"] is NSNull)
    #expect((files.first?["scenarios"] as? [Any])?.isEmpty == true)
  }

  @Test func junitIsWellFormed() throws {
    let result = try Command.run(
      "test", "-", "--format", "junit", "--min-coverage", "60", input: Self.policy)
    #expect(result.status == 1)
    let elements = try Elements(result.output)
    #expect(elements.named("testsuites").first?["tests"] == "3")
    #expect(elements.named("testsuites").first?["failures"] == "2")
    #expect(elements.named("testsuite").first?["name"] == "<stdin>")
    let cases = elements.named("testcase")
    #expect(
      cases.map { $0["name"] } == [
        #"50 %, a: b]]> "c" & <d> 'e' 👍"#, "it passes", "60 % covered",
      ])
    #expect(cases.first?["line"] == "2")
    #expect(
      elements.named("failure").first?["message"] == "line 4: expected allowed, it is denied")
    #expect(elements.text.contains("to pass: expect bills denied"))
    #expect(elements.text.contains("\n  fails  bills > 500 requires pro"))
  }

  @Test func junitCountsWhatDoesNotCompileAsAnError() throws {
    let result = try Command.run("test", "-", "--format", "junit", input: "f requires\n")
    #expect(result.status == 2)
    let elements = try Elements(result.output)
    #expect(elements.named("testsuites").first?["errors"] == "1")
    #expect(elements.named("error").count == 1)
  }

  @Test func annotationsAreEscaped() throws {
    let result = try Command.run("test", "-", "--format", "github", input: Self.policy)
    #expect(result.status == 1)
    let title = #"scenario%3A 50 %25%2C a%3A b]]> "c" & <d> 'e' 👍"#
    let message =
      "bills: expected allowed%0Ait is denied%0Adecided by line 1: bills > 500 requires pro"
      + "%0Ato pass:%0Aexpect bills denied"
    #expect(result.output == "::error file=<stdin>,line=4,title=\(title)::\(message)\n")
  }

  @Test func annotationsNameWhatIsNotCovered() throws {
    let result = try Command.run(
      "test", "-", "--format", "github", "--coverage", "--min-coverage", "60",
      input: "f requires pro\n")
    #expect(
      result.output == """
        ::warning file=<stdin>,line=1,title=not covered::no scenario shows: held, failed, decided, met by pro
        ::error file=<stdin>,line=1,title=coverage::0 %25 is covered, less than 60 %25

        """)
  }

  @Test func aFileNameBreaksNoFormat() throws {
    let folder = try Folder(["a,b:c%\n&<\"\u{1}.gate": Self.policy])
    let xml = try Command.run("test", folder.url.path, "--format", "junit")
    let name = try #require(try Elements(xml.output).named("testsuite").first?["name"])
    #expect(name.hasSuffix("a,b:c%\n&<\"\u{FFFD}.gate"))
    let github = try Command.run("test", folder.url.path, "--format", "github")
    #expect(github.output.contains("/a%2Cb%3Ac%25%0A&<\"\u{FFFD}.gate,line=4,"))
    #expect(github.output.split(separator: "\n").count == 1)
  }
}

/// The elements of an XML document, read by a parser that refuses what is not well-formed.
private final class Elements: NSObject, XMLParserDelegate {
  private var elements: [(name: String, attributes: [String: String])] = []
  private(set) var text = ""

  init(_ xml: String) throws {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    guard parser.parse() else { throw NotWellFormed(xml: xml) }
  }

  func named(_ name: String) -> [[String: String]] {
    elements.filter { $0.name == name }.map { $0.attributes }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((element, attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  struct NotWellFormed: Error {
    var xml: String
  }
}
