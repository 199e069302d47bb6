import Dispatch
import TollgateKit

/// How messages follow each other in a stream.
enum MessageFraming: Sendable {
  /// As the base protocol of LSP has it: headers that end with an empty line, then as many bytes as
  /// `Content-Length` says.
  case headers
  /// As the Model Context Protocol has it: one message a line.
  case lines

  /// A message as it is sent. JSON on one line has no line break.
  fileprivate func framed(_ body: String) -> [UInt8] {
    switch self {
    case .headers: Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    case .lines: Array((body + "\n").utf8)
    }
  }
}

/// Takes messages out of a stream of bytes.
///
/// The body of a message that is too long is skipped. After a header that cannot be read, the next
/// one is looked for, wherever a line with `Content-Length` is. Either is one fault.
struct MessageReader {
  /// The longest message that is read, in bytes: 64 MiB.
  static let longest = 64 << 20
  /// The longest header that is read, in bytes.
  static let longestHeader = 8192

  /// Why a message cannot be read.
  enum Fault: Error, Hashable {
    /// There is no `Content-Length`, or it is not a number.
    case noLength
    case tooLong(Int)
    case headerTooLong
  }

  enum Item: Equatable {
    case message([UInt8])
    case fault(Fault)
  }

  private let framing: MessageFraming
  private var bytes: [UInt8] = []
  private var place = 0
  /// How much of a body that is too long is still to come; of a line, how much was skipped.
  private var unwanted = 0
  /// Whether the next header is looked for.
  private var isLost = false
  /// Up to where there is no end of a line.
  private var searched = 0

  init(_ framing: MessageFraming = .headers) {
    self.framing = framing
  }

  /// Adds what was read.
  mutating func append(_ more: ArraySlice<UInt8>) {
    if place > 1 << 16 {
      bytes.removeFirst(place)
      searched = max(0, searched - place)
      place = 0
    }
    bytes += more
  }

  /// The next message or fault; nil where more bytes are needed.
  mutating func next() -> Item? {
    switch framing {
    case .headers: nextBehindHeader()
    case .lines: nextLine()
    }
  }

  /// Reads standard input to its end, or until `take` wants no more; whether it was that. Before it
  /// waits for more, it calls `pause`.
  static func readInput(
    _ framing: MessageFraming, pause: () -> Void = {}, _ take: (Item) -> Bool
  ) -> Bool {
    var reader = MessageReader(framing)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while let item = reader.next() {
        guard take(item) else { return true }
      }
      pause()
      let count = (try? Descriptor.read(Descriptor.input, into: &buffer)) ?? 0
      guard count > 0 else { return false }
      reader.append(buffer[..<count])
    }
  }

  // MARK: Lines

  private mutating func nextLine() -> Item? {
    while let end = bytes.firstLineFeed(from: searched) {
      let line = bytes[place..<end]
      place = end + 1
      searched = place
      let length = unwanted + line.count
      unwanted = 0
      if length > MessageReader.longest { return .fault(.tooLong(length)) }
      // An empty line is no message.
      if line.contains(where: { $0 > 0x20 }) { return .message(Array(line)) }
    }
    searched = bytes.count
    if unwanted + bytes.count - place > MessageReader.longest {
      unwanted += bytes.count - place
      place = bytes.count
    }
    return nil
  }

  // MARK: Bodies behind headers

  private mutating func nextBehindHeader() -> Item? {
    let skipped = min(unwanted, bytes.count - place)
    place += skipped
    unwanted -= skipped
    guard unwanted == 0, !isLost || findHeader() else { return nil }
    guard let end = headerEnd() else {
      return bytes.count - place > MessageReader.longestHeader ? lose(.headerTooLong) : nil
    }
    guard let length = contentLength(upTo: end.header) else { return lose(.noLength) }
    guard length <= MessageReader.longest else {
      place = end.body
      unwanted = length
      return .fault(.tooLong(length))
    }
    guard bytes.count - end.body >= length else { return nil }
    let message = Array(bytes[end.body..<end.body + length])
    place = end.body + length
    return .message(message)
  }

  // MARK: Headers

  /// Where the header ends and the body begins. Bare line feeds count as line ends.
  private func headerEnd() -> (header: Int, body: Int)? {
    var index = place
    let last = min(bytes.count, place + MessageReader.longestHeader)
    while index < last {
      if bytes[index] == 0x0A {
        if index + 1 < bytes.count, bytes[index + 1] == 0x0A { return (index, index + 2) }
        if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
          return (index, index + 3)
        }
      }
      index += 1
    }
    return nil
  }

  private func contentLength(upTo end: Int) -> Int? {
    let header = String(decoding: bytes[place..<end], as: UTF8.self)
    for line in header.split(whereSeparator: { $0.isNewline }) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].filter { $0 != " " && $0 != "\t" }
      guard let length = Int(digits), length >= 0 else { return nil }
      return length
    }
    return nil
  }

  // MARK: After a broken header

  /// The name of the header that every message has, in small letters.
  private static let name = Array("content-length:".utf8)
  /// The longest line that is taken for it, in bytes.
  private static let longestLine = 64

  /// Gives up the header at this place.
  private mutating func lose(_ fault: Fault) -> Item {
    isLost = true
    place += 1
    return .fault(fault)
  }

  /// Goes on to the next line with a length, if there is one by now. In a body there is none: JSON
  /// has no line ends in its texts.
  private mutating func findHeader() -> Bool {
    while place < bytes.count {
      switch isLength(at: place) {
      case true?:
        isLost = false
        return true
      case false?: place += 1
      case nil: return false
      }
    }
    return false
  }

  /// Whether a line with a length begins at a place; nil where more bytes are needed to tell.
  private func isLength(at start: Int) -> Bool? {
    var index = start
    for byte in MessageReader.name {
      guard index < bytes.count else { return nil }
      let isLetter = byte >= 0x61 && byte <= 0x7A
      guard bytes[index] == byte || isLetter && bytes[index] == byte - 0x20 else { return false }
      index += 1
    }
    var hasDigits = false
    while index < bytes.count {
      switch bytes[index] {
      case 0x30...0x39: hasDigits = true
      case 0x20, 0x09: break
      case 0x0A, 0x0D: return hasDigits
      default: return false
      }
      index += 1
      if index - start > MessageReader.longestLine { return false }
    }
    return nil
  }
}

/// A message of JSON-RPC 2.0 that the client sent.
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

/// An error of JSON-RPC, or of a protocol on top of it.
struct ProtocolError: Error {
  var code: Int64
  var message: String
  /// More for programs.
  var data: JSONValue?

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

/// Sends messages to the client, from any thread, one after the other.
final class Outbox: Sendable {
  private let queue = DispatchQueue(label: "tollgate.outbox")
  private let framing: MessageFraming
  private let write: @Sendable ([UInt8]) -> Void

  init(_ framing: MessageFraming = .headers, _ write: @escaping @Sendable ([UInt8]) -> Void) {
    self.framing = framing
    self.write = write
  }

  /// Standard output. A client that is gone reads nothing; its closed input ends the server.
  convenience init(toOutput framing: MessageFraming) {
    self.init(framing) { bytes in try? Descriptor.write(bytes, to: Descriptor.output) }
  }

  func answer(_ id: JSONValue, _ result: JSONValue) {
    send([.init("id", id), .init("result", result)])
  }

  func answer(_ id: JSONValue, _ error: ProtocolError) {
    let value = JSONValue.dictionary([
      "code": .integer(error.code), "message": .text(error.message), "data": error.data,
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
    let bytes = framing.framed(body)
    queue.sync { write(bytes) }
  }
}
