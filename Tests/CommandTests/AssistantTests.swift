import Foundation
import Testing
import TollgateKit

@testable import tollgate

/// `tollgate mcp`: the protocol, and who may read and write what. `.ci/assistants` tries it with the
/// client of the reference implementation.
@Suite struct AssistantTests {
  // MARK: The protocol

  @Test(arguments: AssistantServer.handshakes + ["1999-01-01"])
  func everyRevisionIsNegotiated(revision: String) throws {
    let assistant = try TestAssistant(begins: false)
    let result = assistant.begin(revision)
    let expected = revision == "1999-01-01" ? "2025-11-25" : revision
    #expect(result["protocolVersion"] == .text(expected))
    #expect(result["capabilities"].has("tools"))
    #expect(assistant.request("ping")["result"] == .object([]))
  }

  private static let envelope =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{}}"#

  @Test func theRevisionWithoutAHandshakeIsSpoken() throws {
    let assistant = try TestAssistant(begins: false)
    let envelope = AssistantTests.envelope
    let found = assistant.request("server/discover", "{\(envelope)}")["result"]
    #expect(found["supportedVersions"] == .list([.text("2026-07-28")]))
    #expect(found["resultType"] == .text("complete"))
    #expect(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == .text("tollgate"))
    let list = assistant.request("tools/list", "{\(envelope)}")["result"]
    #expect(list["ttlMs"] == .integer(0) && list["cacheScope"] == .text("private"))
    let page = assistant.request(
      "resources/read", #"{"uri":"tollgate://glossary",\#(envelope)}"#)["result"]
    #expect(page["cacheScope"] == .text("public"))
    let guide = assistant.request(
      "resources/read", #"{"uri":"tollgate://guide",\#(envelope)}"#)["result"]
    #expect(guide["contents"].list.first?["text"] == .text(LanguagePage.guide.text))
    // What belongs to the other revisions is refused from now on.
    for (method, code) in [("tools/list", -32602), ("initialize", -32022), ("ping", -32602)] {
      #expect(assistant.request(method)["error"]["code"] == .integer(Int64(code)), "\(method)")
    }
  }

  @Test func anotherRevisionInAnEnvelopeIsToldWhichThereAre() throws {
    let assistant = try TestAssistant(begins: false)
    let envelope = AssistantTests.envelope
      .replacingOccurrences(of: "2026-07-28", with: "2030-01-01")
    let error = assistant.request("server/discover", "{\(envelope)}")["error"]
    #expect(error["code"] == .integer(-32022))
    #expect(error["data"]["supported"].list.count == 5)
    // So the client falls back to a handshake.
    #expect(assistant.begin()["protocolVersion"] == .text("2025-11-25"))
    let mixed = assistant.request("tools/list", "{\(AssistantTests.envelope)}")
    #expect(mixed["error"]["code"] == .integer(-32600))
  }

  @Test(arguments: [
    ("nonsense", -32700), ("[]", -32600), ("{}", -32600), (#"{"jsonrpc":"1.0","id":1}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602),
  ])
  func whatIsNoMessageIsAnError(text: String, code: Int64) throws {
    let assistant = try TestAssistant(begins: false)
    assistant.take(text)
    #expect(assistant.messages.map { $0["error"]["code"] } == [.integer(code)])
  }

  @Test(arguments: [
    ("nothing", "{}", -32601), ("server/discover", "{}", -32601),
    ("tools/call", #"{"name":"proof"}"#, -32602), ("prompts/get", #"{"name":"x"}"#, -32602),
    ("resources/read", "{}", -32602), ("resources/read", #"{"uri":"file:///etc/passwd"}"#, -32602),
    ("resources/list", #"{"cursor":"x"}"#, -32602),
    ("completion/complete", #"{"ref":{"type":"ref/tool"}}"#, -32602),
    ("initialize", #"{"protocolVersion":"2025-11-25"}"#, -32600),
  ])
  func aRequestThatIsWrongIsAnError(method: String, params: String, code: Int64) throws {
    let assistant = try TestAssistant()
    #expect(assistant.request(method, params)["error"]["code"] == .integer(code))
  }

  @Test func messagesComeOneALine() {
    let stream = "{\"a\":1}\r\n\n  \n[2]\n{\"b\":\"\\n\"}\nrest"
    for size in 1...stream.utf8.count {
      let bytes = Array(stream.utf8)
      var reader = MessageReader(.lines)
      var found: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.append(bytes[start..<min(start + size, bytes.count)])
        while case .message(let body)? = reader.next() {
          found.append(String(decoding: body, as: UTF8.self))
        }
      }
      #expect(found == ["{\"a\":1}\r", "[2]", "{\"b\":\"\\n\"}"])
    }
  }

  @Test func aLineThatIsTooLongIsSkipped() {
    var reader = MessageReader(.lines)
    let piece = [UInt8](repeating: 0x78, count: 1 << 20)
    var items: [MessageReader.Item] = []
    for _ in 0...(MessageReader.longest >> 20) {
      reader.append(piece[...])
      while let item = reader.next() { items.append(item) }
    }
    reader.append(Array("\n{}\n".utf8)[...])
    while let item = reader.next() { items.append(item) }
    let length = MessageReader.longest + 1 << 20
    #expect(items == [.fault(.tooLong(length)), .message(Array("{}".utf8))])
  }

  // MARK: Cancelling and progress

  @Test func aCancelledCallHasNoAnswer() throws {
    let assistant = try TestAssistant()
    var wide = ""
    for number in 1...1_200 {
      let rule = "m\(number) > \(number) per day requires a\(number) or b\(number % 7)"
      wide += "meter m\(number)\n\(rule)\n"
    }
    let text = JSONValue.text(wide).json()
    let id = assistant.ask(
      "tools/call",
      #"{"name":"suggest_scenarios","arguments":{"text":\#(text)},"_meta":{"progressToken":"p"}}"#)
    assistant.take(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    assistant.finish()
    #expect(assistant.answer(to: id) == nil)
    #expect(assistant.request("ping")["result"] == .object([]))
  }

  @Test func progressIsToldToWhoAsksForIt() throws {
    let assistant = try TestAssistant()
    let arguments = #""arguments":{"path":"Shop.gate"}"#
    _ = assistant.request(
      "tools/call", #"{"name":"check_policy",\#(arguments),"_meta":{"progressToken":7}}"#)
    let told = assistant.messages.filter { $0["method"] == .text("notifications/progress") }
    #expect(told.map { $0["params"]["progress"] } == [.integer(1), .integer(2)])
    #expect(told.allSatisfy { $0["params"]["progressToken"] == .integer(7) })
    _ = try assistant.call("check_policy", ["path": "Shop.gate"])
    let after = assistant.messages.filter { $0["method"] == .text("notifications/progress") }
    #expect(after.count == told.count)
  }

  // MARK: Places

  @Test(arguments: [
    "../secret.gate", "link.gate", "a/../../secret.gate", "folder/secret.gate", "/etc/passwd",
    "", ".", "a\0b",
  ])
  func noPathLeadsOut(path: String) throws {
    let assistant = try TestAssistant(["inside/Shop.gate": TestAssistant.shop])
    let folder = assistant.folder
    try folder.write("feature secret\nsecret requires nothing\n", to: "secret.gate")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder["inside/link.gate"], withDestinationPath: "../secret.gate")
    try files.createSymbolicLink(atPath: folder["inside/folder"], withDestinationPath: "..")
    let folders = try AssistantFolders([folder["inside"]])
    #expect(folders.policies == ["Shop.gate"])
    #expect(throws: Failure.self) { try folders.file(path) }
    #expect(throws: Failure.self) { try folders.fileOrPlace(path) }
    if !path.isEmpty { #expect(throws: Failure.self) { try folders.users(path) } }
  }

  @Test func severalFoldersHaveNames() throws {
    let folder = try Folder(["a/p/X.gate": TestAssistant.shop, "b/p/Y.gate": TestAssistant.shop])
    let folders = try AssistantFolders([folder["a/p"], folder["b/p"], folder["a/p"]])
    #expect(folders.policies == ["p/X.gate", "p-2/Y.gate"])
    #expect(try folders.file("p-2/Y.gate").name == "p-2/Y.gate")
    #expect(try folders.file(folder["a/p/X.gate"]).name == "p/X.gate")
    #expect(throws: Failure.self) { try folders.file("X.gate") }
  }

  @Test func aTextThatIsTooLongIsRefused() throws {
    let assistant = try TestAssistant()
    let result = try assistant.call(
      "check_policy", ["text": String(repeating: "x", count: 17 << 20)])
    #expect(result["isError"] == .boolean(true))
    #expect(TestAssistant.text(result).contains("16 MiB"))
  }
}
