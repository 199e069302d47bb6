import Foundation
import Testing
import TollgateKit

@testable import tollgate

/// The server by its messages.
@Suite struct ServerTests {
  // MARK: Lifecycle

  @Test func requestsBeforeInitializeAreErrors() {
    let server = TestServer()
    #expect(server.request(1, "textDocument/hover")["error"]["code"] == .integer(-32002))
    #expect(server.request(2, "shutdown")["error"]["code"] == .integer(-32002))
  }

  @Test func aSecondInitializeIsAnError() {
    let server = TestServer()
    #expect(server.request(1, "initialize").has("result"))
    #expect(server.request(2, "initialize")["error"]["code"] == .integer(-32600))
  }

  @Test func requestsAfterShutdownAreErrorsAndExitEnds() {
    let server = TestServer()
    _ = server.request(1, "initialize")
    #expect(server.request(2, "shutdown").has("result"))
    #expect(server.request(3, "textDocument/hover")["error"]["code"] == .integer(-32600))
    server.notify("exit")
    #expect(!server.isRunning)
    guard case .ended(let status) = server.server.stage else {
      Issue.record("not ended")
      return
    }
    #expect(status == 0)
  }

  @Test func exitWithoutShutdownIsStatusOne() {
    let server = TestServer()
    server.notify("exit")
    guard case .ended(let status) = server.server.stage else {
      Issue.record("not ended")
      return
    }
    #expect(status == 1)
  }

  @Test(arguments: [
    ("{", -32700), ("[]", -32600), ("1", -32600), ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
    ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"initialize\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"initialize\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"initialize\"}", -32600), ("\u{FFFD}", -32700),
  ])
  func whatIsNoMessageIsAnError(json: String, code: Int64) {
    let server = TestServer()
    server.take(json)
    #expect(server.messages.last?["error"]["code"] == .integer(code))
  }

  @Test func unknownMethodsAndMissingParametersAreErrors() {
    let server = TestServer()
    server.open("feature a\n")
    #expect(server.request(2, "textDocument/none")["error"]["code"] == .integer(-32601))
    #expect(server.request(3, "textDocument/hover", "{}")["error"]["code"] == .integer(-32602))
    #expect(server.request(4, "textDocument/hover", "null")["error"]["code"] == .integer(-32602))
    let other = server.at(0, 0, "", "other.gate")
    #expect(server.request(5, "textDocument/hover", other)["error"]["code"] == .integer(-32602))
    let negative = server.request(6, "textDocument/hover", server.at(-1, 0))
    #expect(negative["error"]["code"] == .integer(-32602))
    server.notify("textDocument/none")
    #expect(server.later(7, "textDocument/hover", server.at(0, 8)).has("result"))
  }

  @Test func theEncodingIsNegotiated() {
    let server = TestServer()
    let answer = server.request(
      1, "initialize", "{\"capabilities\":{\"general\":{\"positionEncodings\":[\"utf-8\"]}}}")
    #expect(answer["result"]["capabilities"]["positionEncoding"] == .text("utf-8"))
    let other = TestServer().request(1, "initialize")
    #expect(other["result"]["capabilities"]["positionEncoding"] == .text("utf-16"))
  }

  // MARK: Findings

  @Test func aMistakeShowsAtOnceAndGoesWithItsFix() {
    let server = TestServer()
    server.open("feature a\na requirs pro\n")
    #expect(server.codes() == ["TG0001"])
    server.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"file:///nowhere/shop.gate\",\"version\":2},"
        + "\"contentChanges\":[{\"range\":{\"start\":{\"line\":1,\"character\":2},"
        + "\"end\":{\"line\":1,\"character\":9}},\"text\":\"requires\"}]}")
    #expect(server.codes()?.contains("TG0001") == false)
  }

  @Test func exactFindingsComeLater() {
    let server = TestServer()
    server.open("tiers free < pro\nfeature a\na requires pro\na requires pro or free\n")
    #expect(server.wait { server.codes()?.isEmpty == false })
  }

  /// While a line is typed, the policy has a mistake; what was found in other lines stays there.
  @Test func whatWasFoundBeforeStaysWhileSomebodyTypes() {
    let server = TestServer()
    let text = "tiers free < pro\nfeature a\na requires pro or pro\n"
    server.open(text)
    #expect(server.wait { server.codes()?.contains("TG0206") == true })
    server.change("feature b\nb requirs\n" + text, version: 2)
    let codes = server.codes() ?? []
    #expect(codes.contains("TG0206") && codes.count > 1)
    let told = server.messages.last { $0["method"] == .text("textDocument/publishDiagnostics") }
    let found = told?["params"]["diagnostics"].list.first { $0["code"] == .text("TG0206") }
    #expect(found?["range"]["start"]["line"] == .integer(4))
  }

  /// The line that is being typed is told what it lacks; once somebody goes on, what is wrong.
  @Test func theLineThatIsTypedIsToldWhatItLacks() {
    let server = TestServer()
    let text = "fact platform is ios or web\nfeature a\na is off when platform"
    server.open(text + " is ios\n")
    server.change(text + " \n", version: 2)
    #expect(server.codes() == ["TG0001"])
    server.change(text + " \na is off when platform is web\n", version: 3)
    #expect(server.codes() == ["TG0017"])
  }

  @Test func theLevelOfFindingsIsASetting() {
    let server = TestServer()
    server.open("tiers free < pro\nfeature a\na requires pro\na requires pro or free\n")
    #expect(server.wait { server.codes()?.isEmpty == false })
    server.notify(
      "workspace/didChangeConfiguration",
      "{\"settings\":{\"tollgate\":{\"lint\":{\"level\":\"none\"}}}}")
    #expect(server.wait { server.codes()?.isEmpty == true })
  }

  @Test func aFileThatIsUsedIsPartOfItsPolicy() {
    let server = TestServer()
    server.open("use \"prices.gate\"\nfeature a\na requires pro\n")
    #expect(server.codes() == ["TG0801"] || server.codes()?.count == 1)
    server.openAnother("tiers free < pro\n", "prices.gate")
    #expect(server.wait { server.codes()?.contains { $0 < "TG0900" && $0 > "TG0800" } == false })
    let answer = server.request(
      5, "textDocument/rename", server.at(2, 12, ",\"newName\":\"plus\""))
    guard case .object(let changes) = answer["result"]["changes"] else {
      Issue.record("\(answer)")
      return
    }
    #expect(
      changes.map { $0.key } == ["file:///nowhere/shop.gate", "file:///nowhere/prices.gate"])
  }

  // MARK: Requests

  @Test func completionsReplaceTheWordAtTheCursor() {
    let server = TestServer()
    server.open("tiers free < pro\nfeature 😀\nfeature a\na requires pr\n")
    let items = server.request(2, "textDocument/completion", server.at(3, 13))["result"]["items"]
    let pro = items.list.first { $0["label"] == .text("pro") }
    #expect(pro?["textEdit"]["range"]["start"]["character"] == .integer(11))
    #expect(pro?["textEdit"]["range"]["end"]["character"] == .integer(13))
    let resolved = server.request(3, "completionItem/resolve", (pro ?? .null).json())
    #expect(resolved["result"]["documentation"]["kind"] == .text("markdown"))
  }

  @Test func hoverSaysWhatDescribeSays() {
    let server = TestServer()
    server.open("tiers free < pro\nfeature csv\ncsv requires pro\n")
    let hover = server.later(2, "textDocument/hover", server.at(2, 1))["result"]
    let text = hover["contents"]["value"].text ?? ""
    #expect(text.hasPrefix("**csv**: a feature"))
    #expect(text.contains("pro"))
  }

  @Test func semanticTokensHaveADelta() {
    let server = TestServer()
    server.open("feature a\na requires pro\n")
    let first = server.request(2, "textDocument/semanticTokens/full", server.at(0, 0))["result"]
    #expect(first["data"].list.count % 5 == 0 && !first["data"].list.isEmpty)
    server.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"file:///nowhere/shop.gate\",\"version\":2},"
        + "\"contentChanges\":[{\"range\":{\"start\":{\"line\":1,\"character\":14},"
        + "\"end\":{\"line\":1,\"character\":14}},\"text\":\" or team\"}]}")
    let id = first["resultId"].text ?? ""
    let delta = server.request(
      3, "textDocument/semanticTokens/full/delta",
      server.at(0, 0, ",\"previousResultId\":\"\(id)\""))["result"]
    let edits = delta["edits"].list
    #expect(edits.count == 1)
    var data = first["data"].list
    if let edit = edits.first, let start = edit["start"].number,
      let count = edit["deleteCount"].number
    {
      data.replaceSubrange(start..<start + count, with: edit["data"].list)
    }
    let all = server.request(4, "textDocument/semanticTokens/full", server.at(0, 0))["result"]
    #expect(all["data"].list == data)
  }

  @Test func lensesNameTheCommandThatRunsThem() {
    let server = TestServer()
    server.open("feature a\na requires pro\nscenario \"x\"\n  expect a denied\n")
    let lenses = server.later(2, "textDocument/codeLens", server.at(0, 0))["result"].list
    let passes = lenses.first { $0["command"]["title"] == .text("passes") }?["command"] ?? .null
    #expect(passes["command"] == .text("tollgate.run"))
    #expect(passes["arguments"].list.last == .integer(3))
  }

  @Test func aRenameThatClashesFailsWithAdvice() {
    let server = TestServer()
    server.open("feature ab, cd\n")
    let answer = server.request(
      2, "textDocument/rename", server.at(0, 9, ",\"newName\":\"cd\""))
    #expect(answer["error"]["code"] == .integer(-32803))
    #expect(
      answer["error"]["message"]
        == .text("`cd` is the name of something else; choose another one"))
  }
}
