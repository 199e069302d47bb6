import Dispatch
import TollgateKit

/// Sends messages to the editor, from any thread, one after the other.
final class Outbox: Sendable {
  private let queue = DispatchQueue(label: "tollgate.outbox")
  private let write: @Sendable ([UInt8]) -> Void

  init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
    self.write = write
  }

  func answer(_ id: JSONValue, _ result: JSONValue) {
    send([.init("id", id), .init("result", result)])
  }

  func answer(_ id: JSONValue, _ error: ProtocolError) {
    let value = JSONValue.dictionary([
      "code": .integer(error.code), "message": .text(error.message),
    ])
    send([.init("id", id), .init("error", value)])
  }

  func notify(_ method: String, _ params: JSONValue) {
    send([.init("method", .text(method)), .init("params", params)])
  }

  func request(_ id: String, _ method: String, _ params: JSONValue?) {
    send(
      [.init("id", .text(id)), .init("method", .text(method))]
        + (params.map { [.init("params", $0)] } ?? []))
  }

  private func send(_ members: [JSONValue.Member]) {
    let body = JSONValue.object([.init("jsonrpc", .text("2.0"))] + members).json()
    let bytes = Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    queue.sync { write(bytes) }
  }
}
