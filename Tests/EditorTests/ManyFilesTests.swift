import TestSupport
import Testing
import TollgateEditor
import TollgateKit
import TollgateSyntax

@testable import tollgate

/// What the server does grows with what changed, not with all that is open.
@Suite struct ManyFilesTests {
  /// Files each of which uses the next one, the last one the first.
  private func circle(_ count: Int) -> Workspace {
    var workspace = Workspace()
    for number in 0..<count {
      let next = (number + 1) % count
      workspace.open("/w/f\(number).gate", "use \"f\(next).gate\"\nfeature x\(number)\n")
    }
    return workspace
  }

  @Test func filesInACircleAreOnePolicy() throws {
    var workspace = circle(12)
    let found = workspace.project(of: "/w/f0.gate")
    let first = try #require(found)
    #expect(first.paths.count == 12)
    for number in 0..<12 {
      let project = workspace.project(of: "/w/f\(number).gate")
      #expect(project === first, "f\(number) is read by itself")
    }
    #expect(first.paths.first == "/w/f0.gate")
  }

  @Test func aCircleBelongsToWhatUsesItFromOutside() {
    var workspace = circle(5)
    _ = workspace.project(of: "/w/f3.gate")
    workspace.open("/w/main.gate", "use \"f3.gate\"\n")
    let touched = workspace.takeTouched()
    #expect(touched.isSuperset(of: (0..<5).map { "/w/f\($0).gate" }))
    for number in 0..<5 {
      let project = workspace.project(of: "/w/f\(number).gate")
      #expect(project?.paths.first == "/w/main.gate")
    }
    workspace.close("/w/main.gate")
    let alone = workspace.project(of: "/w/f3.gate")
    #expect(alone?.paths.first == "/w/f0.gate")
  }

  @Test func aChangeOfOneFileTouchesNoOtherPolicy() {
    var workspace = Workspace()
    for number in 0..<30 { workspace.open("/w/f\(number).gate", "feature x\(number)\n") }
    for number in 0..<30 { _ = workspace.project(of: "/w/f\(number).gate") }
    _ = workspace.takeTouched()
    workspace.open("/w/f7.gate", "feature y\n")
    let touched = workspace.takeTouched()
    #expect(touched == ["/w/f7.gate"])
    let rest = workspace.takeTouched()
    #expect(rest.isEmpty)
  }

  @Test func theServerTellsOnlyAboutTheFileThatChanged() {
    let server = TestServer()
    server.open("feature a\n", "first.gate")
    for number in 0..<20 { server.openAnother("feature x\(number)\n", "f\(number).gate") }
    // Of each file it tells twice: what it sees at once, and what it has proved.
    let names = ["first.gate"] + (0..<20).map { "f\($0).gate" }
    #expect(server.wait { names.allSatisfy { server.timesTold($0) == 2 } })
    let before = server.messages.count
    server.change("feature y z\n", version: 2, "f3.gate")
    #expect(server.wait { server.codes("f3.gate")?.isEmpty == false })
    let told = server.messages.dropFirst(before).filter {
      $0["method"] == .text("textDocument/publishDiagnostics")
    }
    for message in told { #expect(message["params"]["uri"] == .text("file:///nowhere/f3.gate")) }
  }

  @Test(arguments: [TextEncoding.utf8, .utf16])
  func positionsInALongLineAreThoseOfAShortOne(_ encoding: TextEncoding) {
    let text = String(repeating: "feature 账单😀 ", count: 200)
    let source = Source(name: "a", text: "x\n" + text + "\ny\n")
    var positions = TextPositions(source, encoding)
    var units = 0
    var offset = 2
    for character in text.unicodeScalars {
      let position = TextPosition(line: 1, character: units)
      #expect(positions[offset] == position)
      #expect(source.textPosition(of: offset, encoding) == position)
      #expect(source.offset(of: position, encoding) == offset)
      units += encoding == .utf8 ? character.utf8.count : character.utf16.count
      offset += character.utf8.count
    }
    // Backwards, and in lines that were not asked about.
    #expect(positions[2] == TextPosition(line: 1, character: 0))
    #expect(positions[source.bytes.count] == TextPosition(line: 3, character: 0))
  }
}
