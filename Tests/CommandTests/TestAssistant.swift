import Foundation
import Testing
import TollgateKit

@testable import tollgate

/// A server for assistants with what it sent. Each structured answer is held against the schema of
/// its tool.
final class TestAssistant {
  let folder: Folder
  private let server: AssistantServer
  private let sent = Locked<[JSONValue]>([])
  private var next = 0
  private var tools: [String: JSONValue] = [:]

  static let shop = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
      price 12 CNY per year
    bills > 500 requires pro

    scenario "the 500th is free, the 501st is not"
      given bills 499
      expect bills allowed
      expect bills adding 2 denied
    never bills denied with pro

    """

  /// - Parameter files: Those of the folder that it may read.
  init(
    _ files: [String: String] = ["Shop.gate": shop], mayWrite: Bool = false, begins: Bool = true
  ) throws {
    folder = try Folder(files)
    let sent = sent
    server = AssistantServer(
      Outbox(.lines) { bytes in
        #expect(bytes.last == 0x0A && !bytes.dropLast().contains(0x0A))
        if let value = try? JSONReader.read(bytes) { sent.withLock { $0.append(value) } }
      }, try AssistantFolders([folder.url.path]), mayWrite: mayWrite)
    if begins { _ = begin() }
  }

  /// Every message that was sent.
  var messages: [JSONValue] { sent.withLock { $0 } }

  func take(_ text: String) { server.take(Array(text.utf8)) }

  /// The answer to a request: `result` or `error`.
  func request(_ method: String, _ params: String = "{}") -> JSONValue {
    let id = ask(method, params)
    server.finish()
    return answer(to: id) ?? .null
  }

  /// Sends a request, and does not wait for the answer.
  func ask(_ method: String, _ params: String = "{}") -> Int {
    next += 1
    take(#"{"jsonrpc":"2.0","id":\#(next),"method":"\#(method)","params":\#(params)}"#)
    return next
  }

  func answer(to id: Int) -> JSONValue? {
    messages.last { $0["id"] == .integer(Int64(id)) }
  }

  func finish() { server.finish() }

  func begin(_ revision: String = "2025-11-25") -> JSONValue {
    request("initialize", #"{"protocolVersion":"\#(revision)","capabilities":{}}"#)["result"]
  }

  /// The result of a tool.
  func call(_ tool: String, _ arguments: [String: Any]) throws -> JSONValue {
    let data = try JSONSerialization.data(withJSONObject: arguments)
    let text = String(decoding: data, as: UTF8.self)
    let result = request("tools/call", #"{"name":"\#(tool)","arguments":\#(text)}"#)["result"]
    guard result["isError"] == .boolean(false) else { return result }
    if tools.isEmpty {
      for tool in request("tools/list")["result"]["tools"].list {
        tools[tool["name"].text ?? ""] = tool["outputSchema"]
      }
    }
    let content = result["structuredContent"]
    #expect(try Command.failures(of: content, by: tools[tool]?.json() ?? "") == [], "\(tool)")
    for (key, name) in TestAssistant.documents where content[key] != .null {
      #expect(Command.failures(of: content[key], named: name) == [], "\(tool): \(key)")
    }
    return result
  }

  /// The members that are documents of commands, and the names of their schemas.
  private static let documents = [
    ("lint", "lint"), ("test", "test"), ("decision", "decision"), ("difference", "diff"),
    ("impact", "impact"), ("proof", "prove"), ("table", "table"), ("description", "describe"),
  ]

  /// The text of a result.
  static func text(_ result: JSONValue) -> String {
    result["content"].list.compactMap { $0["text"].text }.joined(separator: "\n")
  }
}
