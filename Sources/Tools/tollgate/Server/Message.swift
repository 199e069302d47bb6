import TollgateKit

/// A message of JSON-RPC 2.0 that the editor sent.
enum Message {
  case request(id: JSONValue, method: String, params: JSONValue)
  case notification(method: String, params: JSONValue)
  /// The answer to a request of the server.
  case response(id: JSONValue, result: JSONValue)
  /// JSON that is no message; with the id, where there is one.
  case invalid(id: JSONValue)

  init(_ value: JSONValue) {
    let id = value["id"]
    var isID = false
    switch id {
    case .integer, .text: isID = true
    default: break
    }
    guard value["jsonrpc"] == .text("2.0") else {
      self = .invalid(id: isID ? id : .null)
      return
    }
    let params = value["params"]
    guard let method = value["method"].text else {
      let isAnswer = value.has("result") || value.has("error")
      self = isID && isAnswer ? .response(id: id, result: value["result"]) : .invalid(id: id)
      return
    }
    if !value.has("id") {
      self = .notification(method: method, params: params)
    } else if isID {
      self = .request(id: id, method: method, params: params)
    } else {
      self = .invalid(id: .null)
    }
  }
}

/// An error of JSON-RPC or LSP.
struct ProtocolError: Error {
  var code: Int64
  var message: String

  static func parse(_ message: String) -> ProtocolError {
    ProtocolError(code: -32700, message: message)
  }

  static func invalidRequest(_ message: String) -> ProtocolError {
    ProtocolError(code: -32600, message: message)
  }

  static func noMethod(_ method: String) -> ProtocolError {
    ProtocolError(code: -32601, message: "there is no method \(JSONText.quoted(method))")
  }

  static func invalidParams(_ message: String) -> ProtocolError {
    ProtocolError(code: -32602, message: message)
  }

  static let notInitialized = ProtocolError(
    code: -32002, message: "the server is not initialized; send `initialize` first")
  static let cancelled = ProtocolError(code: -32800, message: "the request was cancelled")
  static let stale = ProtocolError(code: -32801, message: "the policy has changed since")

  /// The request is fine, and cannot be done.
  static func failed(_ message: String) -> ProtocolError {
    ProtocolError(code: -32803, message: message)
  }
}

extension JSONValue {
  /// A member of an object; `null` for any other value.
  subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    for member in members where member.key == key { return member.value }
    return .null
  }

  func has(_ key: String) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { $0.key == key }
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var boolean: Bool? {
    guard case .boolean(let value) = self else { return nil }
    return value
  }

  var number: Int? {
    guard case .integer(let value) = self else { return nil }
    return Int(exactly: value)
  }

  var list: [JSONValue] {
    guard case .list(let values) = self else { return [] }
    return values
  }

  /// An object; members without a value are left out.
  static func dictionary(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    var found: [Member] = []
    for (key, value) in members {
      if let value { found.append(Member(key, value)) }
    }
    return .object(found)
  }

  static func whole(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}
