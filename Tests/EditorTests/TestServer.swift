import Dispatch
import Foundation
import Testing
import TollgateKit

@testable import tollgate

/// A server with what it sent. Every message is held against the meta model.
final class TestServer {
  private let sent = Locked<[JSONValue]>([])
  let server: LanguageServer
  private(set) var isRunning = true
  /// The methods of the requests, by their ids.
  private var asked: [JSONValue: String] = [:]
  private var checked = 0

  init(pause: DispatchTimeInterval = .milliseconds(1)) {
    let sent = sent
    server = LanguageServer(
      Outbox { bytes in
        var reader = MessageReader()
        reader.append(bytes[...])
        while case .message(let body) = reader.next() {
          if let value = try? JSONReader.read(body) { sent.withLock { $0.append(value) } }
        }
      }, pause: pause, patience: pause)
  }

  func take(_ json: String) {
    isRunning = server.take(Array(json.utf8))
    server.refresh()
  }

  func request(_ id: Int, _ method: String, _ params: String = "{}") -> JSONValue {
    ask(id, method, params)
    return answer(to: id) ?? .null
  }

  /// Sends a request, and does not wait for the answer.
  func ask(_ id: Int, _ method: String, _ params: String = "{}") {
    asked[.integer(Int64(id))] = method
    take("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(params)}")
  }

  private func answer(to id: Int) -> JSONValue? {
    messages.last { $0["id"] == .integer(Int64(id)) && !$0.has("method") }
  }

  /// The answer to a request that is worked on in the background.
  func later(_ id: Int, _ method: String, _ params: String = "{}") -> JSONValue {
    ask(id, method, params)
    _ = wait { answer(to: id) != nil }
    return answer(to: id) ?? .null
  }

  func notify(_ method: String, _ params: String = "{}") {
    take("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}")
  }

  var messages: [JSONValue] {
    let messages = sent.withLock { $0 }
    for message in messages.dropFirst(checked) {
      checked += 1
      if let problem = MetaModel.shared?.problem(with: message, asked: asked) {
        Issue.record("\(problem)")
      }
    }
    return messages
  }

  /// Begins, and opens a file.
  func open(_ text: String, _ name: String = "shop.gate") {
    open(text, name, initialize: "{}")
  }

  /// Begins as an editor that can do more.
  func open(_ text: String, _ name: String = "shop.gate", initialize: String) {
    _ = request(1, "initialize", initialize)
    notify("initialized")
    openAnother(text, name)
  }

  /// Replaces the text of a file.
  func change(_ text: String, version: Int, _ name: String = "shop.gate") {
    notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"file:///nowhere/\(name)\",\"version\":\(version)},"
        + "\"contentChanges\":[{\"text\":\(JSONValue.text(text).json())}]}")
  }

  /// Runs a command about a file.
  func run(_ id: Int, _ command: String, _ more: String = "", _ name: String = "shop.gate")
    -> JSONValue
  {
    later(
      id, "workspace/executeCommand",
      "{\"command\":\"tollgate.\(command)\",\"arguments\":[\"file:///nowhere/\(name)\"\(more)]}")
  }

  func openAnother(_ text: String, _ name: String) {
    notify(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\"file:///nowhere/\(name)\",\"languageId\":\"gate\","
        + "\"version\":1,\"text\":\(JSONValue.text(text).json())}}")
  }

  func at(_ line: Int, _ character: Int, _ more: String = "", _ name: String = "shop.gate")
    -> String
  {
    "{\"textDocument\":{\"uri\":\"file:///nowhere/\(name)\"},"
      + "\"position\":{\"line\":\(line),\"character\":\(character)}\(more)}"
  }

  /// The codes of the findings that were sent last about a file.
  func codes(_ name: String = "shop.gate") -> [String]? {
    told(about: name).last.map {
      $0["params"]["diagnostics"].list.compactMap { $0["code"].text }
    }
  }

  /// How many times the server sent the findings of a file.
  func timesTold(_ name: String) -> Int { told(about: name).count }

  private func told(about name: String) -> [JSONValue] {
    messages.filter {
      $0["method"] == .text("textDocument/publishDiagnostics")
        && $0["params"]["uri"] == .text("file:///nowhere/\(name)")
    }
  }

  /// Waits up to ten seconds for something that the background does.
  func wait(for isThere: () -> Bool) -> Bool {
    for _ in 0..<1000 {
      if isThere() { return true }
      usleep(10_000)
    }
    return isThere()
  }
}
