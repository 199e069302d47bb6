import Foundation
import TestSupport
import Testing

/// `tollgate lsp` as a process: how it ends.
@Suite struct LanguageServerProcessTests {
  private static func framed(_ json: String) -> String {
    "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
  }

  private static let begin = framed(
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#)

  @Test func shutdownAndExitEndItWell() throws {
    let end =
      LanguageServerProcessTests.framed(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
      + LanguageServerProcessTests.framed(#"{"jsonrpc":"2.0","method":"exit"}"#)
    let result = try Command.run("lsp", input: LanguageServerProcessTests.begin + end)
    #expect(result.status == 0)
    #expect(result.output.contains(#""id":2,"result":null"#))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [0, 5, 40, 90])
  func anEditorThatDiesEndsIt(cut: Int) throws {
    // It dies anywhere in its second message.
    let open = LanguageServerProcessTests.framed(
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"#
        + #""file:///nowhere/a.gate","languageId":"gate","version":1,"text":"feature a\n"}}}"#)
    let result = try Command.run(
      "lsp", input: LanguageServerProcessTests.begin + String(open.prefix(cut)))
    #expect(result.status == 1)
    #expect(result.output.contains(#""id":1,"result":"#))
    #expect(result.errors.isEmpty)
  }

  @Test func anEditorThatReadsNothingMoreDoesNotHoldItUp() throws {
    let folder = try Folder(["in": LanguageServerProcessTests.begin])
    let result = try Command.shell(
      #"{ cat in; sleep 1; cat in; } | "$tollgate" lsp | head -c 10 > /dev/null; echo ended"#,
      in: folder.url)
    #expect(result.output == "ended\n")
  }
}

/// `tollgate mcp` as a process.
@Suite struct AssistantProcessTests {
  @Test func asAProcessItAnswersUntilItsInputEnds() throws {
    let folder = try Folder(["Shop.gate": Sample.bills])
    let begin =
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
    let call =
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"check_policy","#
      + #""arguments":{"path":"Shop.gate"}}}"#
    let result = try Command.run("mcp", folder.url.path, input: "\(begin)\n\(call)\n")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.output.contains(#""compiles":true"#))
    let wrong = try Command.run("mcp", folder["Nowhere"])
    #expect(wrong.status == 64 && wrong.output.isEmpty)
  }
}
