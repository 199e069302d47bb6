/// A request, free of any HTTP library: the same one comes from a socket, from a test, and from a
/// server of one's own that has the routes of ``DecisionServer`` beside its own.
///
/// ```swift
/// let request = ServerRequest(
///   "POST", "/v1/check", body: Array(#"{"user": "ada", "target": "bills"}"#.utf8))
/// let answer = await server.answer(request)
/// ```
public struct ServerRequest: Sendable {
  /// The method in capitals.
  public var method: String
  /// The path as it was sent, percent-encoded, without the query.
  public var path: String
  /// The query without its question mark; empty for none.
  public var query: String
  /// The headers; names are in small letters.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// A request.
  ///
  /// - Parameters:
  ///   - target: The path, with the query if there is one.
  ///   - headers: Names count without upper and lower case.
  public init(
    _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : ""
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    self.body = body
  }

  /// The values of the query by name; of one that is there twice the first counts.
  var parameters: [String: String] {
    var found: [String: String] = [:]
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Percent.decoded(pair[0], isQuery: true)
      guard found[name] == nil else { continue }
      found[name] = pair.count > 1 ? Percent.decoded(pair[1], isQuery: true) : ""
    }
    return found
  }
}

extension ServerRequest {
  /// The request whose answer has the headers of this one: HEAD is asked like GET.
  var asGet: ServerRequest {
    guard method == "HEAD" else { return self }
    var request = self
    request.method = "GET"
    return request
  }

  /// Whether it is for a page that browsers ask, too: OFREP's, also below a policy's name.
  var isOfBrowsers: Bool {
    guard path.hasPrefix("/ofrep/") || path.hasPrefix("/p/") else { return false }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropFirst().first == "ofrep"
      || parts.count > 3 && parts[1] == "p" && parts[3] == "ofrep"
  }
}

/// An answer, free of any HTTP library.
///
/// ```swift
/// let answer = await server.answer(ServerRequest("GET", "/healthz"))
/// log("\(answer.status) \(answer.text)")
/// ```
public struct ServerAnswer: Sendable {
  /// The status.
  public var status: Int
  /// The headers; names are in small letters.
  public var headers: [String: String]
  /// The content.
  public var body: Body
  /// The route that answered, as it is in the list of routes; nil where none did.
  public internal(set) var route: String?

  /// The content of an answer.
  public enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// Pieces that come one by one, until the server or the reader ends it.
    case stream(AsyncStream<[UInt8]>)
  }

  /// An answer.
  public init(status: Int = 200, headers: [String: String] = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The content as a text; empty for a stream.
  public var text: String {
    guard case .bytes(let bytes) = body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func json(_ text: String, status: Int = 200) -> ServerAnswer {
    content(Array(text.utf8), type: "application/json", status: status)
  }

  static func json(_ bytes: [UInt8], status: Int = 200) -> ServerAnswer {
    content(bytes, type: "application/json", status: status)
  }

  static func content(_ bytes: [UInt8], type: String, status: Int = 200) -> ServerAnswer {
    ServerAnswer(
      status: status, headers: ["content-type": type, "cache-control": "no-store"],
      body: .bytes(bytes))
  }

  /// Done, and there is nothing to tell.
  static let done = ServerAnswer(status: 204)
}

/// Percent-encoding, read as clients write it: what is no encoded byte stays as it is.
enum Percent {
  static func decoded(_ text: some StringProtocol, isQuery: Bool = false) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return String(text) }
    return String(decoding: decoded(bytes, isQuery: isQuery), as: UTF8.self)
  }

  /// Whether a part of an address is UTF-8 once it is decoded.
  static func isText(_ text: String) -> Bool {
    guard text.utf8.contains(0x25) else { return true }
    let bytes = decoded(Array(text.utf8), isQuery: false)
    return String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  private static func decoded(_ bytes: [UInt8], isQuery: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x25, place + 2 < bytes.count, let high = digit(bytes[place + 1]),
        let low = digit(bytes[place + 2])
      {
        result.append(high << 4 | low)
        place += 3
      } else {
        result.append(isQuery && byte == 0x2B ? 0x20 : byte)
        place += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
