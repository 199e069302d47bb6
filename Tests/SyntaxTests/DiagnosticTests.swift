import Testing

@testable import TollgateSyntax

/// What is said about each mistake: the headline, the place and the edit are pinned.
struct DiagnosticTests {
  @Test(arguments: DiagnosticCase.characters)
  func characters(_ mistake: DiagnosticCase) throws { try check(mistake) }

  @Test(arguments: DiagnosticCase.texts)
  func texts(_ mistake: DiagnosticCase) throws { try check(mistake) }

  @Test(arguments: DiagnosticCase.words)
  func reservedWords(_ mistake: DiagnosticCase) throws { try check(mistake) }

  @Test(arguments: DiagnosticCase.sentences)
  func sentences(_ mistake: DiagnosticCase) throws { try check(mistake) }

  @Test(arguments: DiagnosticCase.ladders)
  func laddersAndSettings(_ mistake: DiagnosticCase) throws { try check(mistake) }

  private func check(_ mistake: DiagnosticCase) throws {
    let parsed = parse(mistake.text)
    #expect(parsed.diagnostics.count == 1, "one message per mistake")
    let found = try #require(parsed.diagnostics.first)
    #expect(found.code == mistake.code)
    #expect(found.headline == mistake.headline)
    let start = parsed.syntax.source.position(at: found.span.start)
    let end = parsed.syntax.source.position(at: found.span.end)
    #expect("\(start.line):\(start.column)-\(end.column)" == mistake.place)
    #expect(found.edits.first?.safety == mistake.safety)
    checkManner(of: found)
    guard let edit = found.edits.first else { return }
    let mended = apply(edit, to: mistake.text)
    #expect(mended == mistake.mended)
    #expect(parse(mended).diagnostics.map(\.headline) == [], "the edit mends it")
  }

  private func apply(_ edit: Diagnostic.Edit, to text: String) -> String {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func checkManner(of diagnostic: Diagnostic) {
    #expect(!diagnostic.headline.hasSuffix("."))
    #expect(!diagnostic.label.isEmpty)
    for word in ["token", "illegal", "invalid", "unexpected"] {
      let text = diagnostic.headline + diagnostic.label + diagnostic.help.joined()
      #expect(!text.contains(word))
    }
  }

  @Test func everyMistakeIsReported() {
    let parsed = parse(
      """
      feature price
      bills > requires pro
        reminder at
        message oops
      storage > 5 GB requries pro
      product p
        price 12 CNY
        sold
      x requires (a
      y requires b and c or d
      """
    )
    let codes = parsed.diagnostics.map(\.code)
    #expect(
      codes == [
        "TG0010", "TG0001", "TG0001", "TG0004", "TG0001", "TG0001", "TG0001", "TG0006", "TG0107",
      ]
    )
    #expect(parsed.syntax.statements.count == 6)
  }

  @Test func bytesThatAreNoUTF8() throws {
    let parsed = parse(
      Array("x requires pro ".utf8) + [0xFF, 0xFE] + Array("\ny requires z\n".utf8)
    )
    #expect(parsed.diagnostics.map(\.headline) == ["the byte FF is not part of a UTF-8 text"])
    #expect(parsed.syntax.statements.count == 2)
    #expect(parse([0xEF, 0xBB, 0xBF] + Array("x requires pro".utf8)).diagnostics.isEmpty)
  }

  @Test func joinersAndDirectionMarksStandInTexts() {
    let text = "feature a \"👨‍👩‍👧 می‌خواهم \u{200F}\" # 👩‍💻\n"
    #expect(parse(text).diagnostics.isEmpty)
  }

  @Test func aFileWithoutASentence() {
    for text in ["", "\n", "# only a comment", "  \t \r\n\r"] {
      let parsed = parse(text)
      #expect(parsed.diagnostics.isEmpty && parsed.syntax.statements.isEmpty)
    }
  }
}
