import Foundation
import Testing
import TollgateKit

@testable import tollgate

/// What the server does in the background: commands, cancellation, progress.
@Suite struct ServerWorkTests {
  // MARK: Commands

  private static let shop =
    "tiers free < pro\nfeature csv\nmeter bills\ncsv requires pro\nbills > 5 requires pro\n"
    + "scenario \"good\"\n  expect csv denied\nscenario \"bad\"\n  expect csv allowed\n"
    + "always csv allowed with pro\n"

  @Test func aScenarioOrClaimRunsByItsLine() {
    let server = TestServer()
    server.open(ServerWorkTests.shop)
    let good = server.run(2, "run", ",7")["result"]
    #expect(good["text"] == .text("the scenario “good” passes\n"))
    let bad = server.run(3, "run", ",8")["result"]
    #expect(bad["isFailure"] == .boolean(true))
    #expect(bad["text"].text?.contains("expected  allowed") == true)
    let claim = server.run(4, "run", ",10")["result"]
    #expect(claim["text"].text?.hasSuffix("is proved for every user\n") == true)
    #expect(server.run(5, "run", ",1")["error"]["code"] == .integer(-32803))
    #expect(server.run(6, "run")["error"]["code"] == .integer(-32602))
  }

  @Test func aTargetIsExplainedForASnapshotInTextOrJSON() {
    let server = TestServer()
    server.open(ServerWorkTests.shop)
    let pro = "{\"schema\":1,\"grants\":[{\"entitlement\":\"pro\",\"state\":\"active\"}]}"
    for (id, snapshot) in [(7, pro), (8, JSONValue.text(pro).json())] {
      let open = server.run(id, "explain", ",\"csv\"," + snapshot)["result"].text ?? ""
      #expect(open.hasPrefix("Open"))
    }
    for (id, snapshot) in [(2, ""), (3, ",{\"schema\": 1}")] {
      let locked = server.run(id, "explain", ",\"csv\"" + snapshot)["result"].text ?? ""
      #expect(locked.hasPrefix("Locked"))
    }
    let wrong = server.run(4, "explain", ",\"csv\",\"{\\\"schema\\\": \"")["error"]
    #expect(wrong["message"].text?.hasPrefix("the snapshot cannot be read: ") == true)
    #expect(
      server.run(5, "explain", ",\"cvs\"")["error"]["message"].text?.contains("`csv`") == true)
  }

  @Test func pagesComeAsHTMLAndMarkdown() {
    let server = TestServer()
    server.open(ServerWorkTests.shop)
    #expect(server.run(2, "table")["result"].text?.contains("<table") == true)
    #expect(server.run(3, "graph", ",\"csv\"")["result"].text?.contains("<svg") == true)
    #expect(server.run(4, "describe")["result"].text?.hasPrefix("# ") == true)
    #expect(server.run(5, "graph", ",\"cvs\"")["error"]["code"] == .integer(-32803))
    #expect(server.run(6, "none")["error"]["code"] == .integer(-32602))
    #expect(server.run(7, "diff")["error"]["code"] == .integer(-32803))
  }

  @Test func aPolicyIsComparedWithTheLastCommit() throws {
    let folder = try EditorFiles.repository("shop.gate", "tiers free < pro\nfeature csv\n")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("shop.gate")
    let server = TestServer()
    _ = server.request(1, "initialize")
    server.notify("initialized")
    let uri = JSONValue.text(file.absoluteString).json()
    server.notify(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\(uri),\"languageId\":\"gate\",\"version\":1,"
        + "\"text\":\"tiers free < pro\\nfeature csv\\ncsv requires pro\\n\"}}")
    let lenses = server.later(2, "textDocument/codeLens", "{\"textDocument\":{\"uri\":\(uri)}}")
    let first = lenses["result"].list.first?["command"] ?? .null
    #expect(
      first["title"]
        == .text("since the last commit: 1 target loses; 0 decide as before"))
    #expect(first["command"] == .text("tollgate.diff"))
    let told = server.later(
      3, "workspace/executeCommand", "{\"command\":\"tollgate.diff\",\"arguments\":[\(uri)]}")
    #expect(told["result"].text?.contains("loses") == true)
  }

  // MARK: Cancellation and progress

  /// A policy whose claims take a while: 3-SAT with many facts.
  private static let slow: String = {
    var text = "feature a\n"
    for index in 1...120 { text += "fact f\(index) is yes or no\n" }
    for index in 0..<500 {
      let (x, y, z) = (index * 7 % 120 + 1, index * 31 % 120 + 1, index * 57 % 120 + 1)
      text += "a is off when f\(x) and not f\(y) and f\(z)\n"
    }
    return text + "tiers free < pro\nnever a allowed with pro\n"
  }()

  @Test func aRequestIsCancelledByTheEditorOrByAChange() {
    let server = TestServer()
    server.open(ServerWorkTests.slow)
    server.ask(2, "textDocument/codeLens", server.at(0, 0))
    server.notify("$/cancelRequest", "{\"id\":2}")
    #expect(server.wait { server.messages.contains { $0["id"] == .integer(2) } })
    let cancelled = server.messages.last { $0["id"] == .integer(2) } ?? .null
    #expect(cancelled["error"]["code"] == .integer(-32800))
    server.ask(3, "textDocument/codeLens", server.at(0, 0))
    server.change("feature a\n", version: 2)
    #expect(server.wait { server.messages.contains { $0["id"] == .integer(3) } })
    let stale = server.messages.last { $0["id"] == .integer(3) } ?? .null
    #expect(stale["error"]["code"] == .integer(-32801))
    // What was cancelled is answered once, and cancelling it again does nothing.
    server.notify("$/cancelRequest", "{\"id\":2}")
    _ = server.later(4, "textDocument/hover", server.at(0, 8))
    #expect(server.messages.filter { $0["id"] == .integer(2) }.count == 1)
  }

  @Test(
    arguments: [
      "completion", "hover", "definition", "references", "documentHighlight", "prepareRename",
      "documentSymbol", "foldingRange", "semanticTokens/full", "inlayHint", "codeLens",
      "codeAction",
      "formatting",
    ], [0, 1, 20])
  func aRequestThatIsCancelledGetsOneAnswer(method: String, wait: UInt32) {
    let server = TestServer()
    server.open(ServerWorkTests.shop)
    let range =
      ",\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":9,\"character\":0}}"
    let more =
      range + ",\"context\":{\"diagnostics\":[],\"includeDeclaration\":true},\"options\":{}"
    server.ask(2, "textDocument/" + method, server.at(3, 14, more))
    usleep(wait * 1000)
    server.notify("$/cancelRequest", "{\"id\":2}")
    _ = server.later(3, "textDocument/hover", server.at(1, 9))
    #expect(server.wait { server.messages.contains { $0["id"] == .integer(2) } })
    let answers = server.messages.filter { $0["id"] == .integer(2) }
    #expect(answers.count == 1)
    #expect(
      answers.first?.has("result") == true
        || answers.first?["error"]["code"] == .integer(-32800))
  }

  @Test func aRequestWithATokenTellsItsProgress() {
    let server = TestServer()
    server.open(ServerWorkTests.shop)
    _ = server.later(
      2, "textDocument/codeLens",
      server.at(0, 0, ",\"workDoneToken\":\"t\"").replacing(
        "\"position\":{\"line\":0,\"character\":0},", with: ""))
    let kinds = server.messages.filter { $0["method"] == .text("$/progress") }
      .compactMap { $0["params"]["value"]["kind"].text }
    #expect(kinds == ["begin", "end"])
  }

  @Test func findingsThatTakeAWhileAskForAToken() {
    let server = TestServer()
    server.open(
      ServerWorkTests.slow,
      initialize: "{\"capabilities\":{\"window\":{\"workDoneProgress\":true}}}")
    #expect(
      server.wait {
        server.messages.contains { $0["method"] == .text("window/workDoneProgress/create") }
      })
    server.take("{\"jsonrpc\":\"2.0\",\"id\":\"findings-1\",\"result\":null}")
    server.change("feature a\n", version: 2)
    #expect(
      server.wait {
        let progress = server.messages.filter { $0["method"] == .text("$/progress") }
        return progress.first?["params"]["value"]["kind"] == .text("begin")
          && progress.last?["params"]["value"]["kind"] == .text("end")
      })
  }

  @Test func hintsAreAskedForAgainWhenTheSettingChanges() {
    let server = TestServer()
    server.open(
      ServerWorkTests.shop,
      initialize: "{\"capabilities\":{\"workspace\":{\"inlayHint\":{\"refreshSupport\":true}}}}")
    func refreshes() -> Int {
      server.messages.filter { $0["method"] == .text("workspace/inlayHint/refresh") }.count
    }
    server.notify(
      "workspace/didChangeConfiguration", "{\"settings\":{\"tollgate\":{\"hints\":true}}}")
    #expect(refreshes() == 0)
    server.notify(
      "workspace/didChangeConfiguration", "{\"settings\":{\"tollgate\":{\"hints\":false}}}")
    #expect(refreshes() == 1)
  }
}
