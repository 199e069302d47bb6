public import Foundation
import TollgateKit
import TollgateRuntime

/// How a policy comes from a server: the app's own way of asking it, with its keys, proxies and
/// certificates. ``URLSessionTransport`` is one.
///
/// ```swift
/// /// Asks through the app's own client.
/// struct ClientTransport: PolicyTransport {
///   func fetch(_ request: PolicyRequest) async throws -> PolicyResponse {
///     let (status, bytes) = try await client.get(
///       request.url.absoluteString, headers: request.headers)
///     return PolicyResponse(status: status, body: Data(bytes))
///   }
/// }
/// ```
public protocol PolicyTransport: Sendable {
  /// Asks the server once. An error of any kind means that there is no answer; the policy in use
  /// stays.
  func fetch(_ request: PolicyRequest) async throws -> PolicyResponse
}

extension PolicyTransport {
  /// The answer of the server; nil for nothing new.
  func answer(
    to request: PolicyRequest
  ) async throws(PolicyUpdateError) -> PolicyResponse? {
    let response: PolicyResponse
    do {
      response = try await fetch(request)
    } catch {
      throw .noAnswer(reason: "\(error)")
    }
    switch response.status {
    case 200: return response
    case 304: return nil
    default: throw .status(response.status)
    }
  }
}

/// A question to a server: is there another policy?
///
/// ```swift
/// let note: @Sendable (PolicyRequest) -> Void = { log("asks \($0.url)") }
/// ```
public struct PolicyRequest: Sendable, Hashable {
  /// The address.
  public var url: URL
  /// The fields of the header: `If-None-Match` and `If-Modified-Since`, where the server gave what
  /// they need.
  public var headers: [String: String]

  package init(url: URL, headers: [String: String]) {
    self.url = url
    self.headers = headers
  }
}

/// A server's answer (RFC 9110).
///
/// ```swift
/// let response = PolicyResponse(status: 200, body: data)
/// ```
public struct PolicyResponse: Sendable, Hashable {
  /// The status: 200 with a policy, 304 for no other one.
  public var status: Int
  /// The text of a policy, or a compiled one.
  public var body: Data
  /// The field `ETag` of the header.
  public var etag: String?
  /// The `Last-Modified` header.
  public var lastModified: String?

  /// An answer.
  public init(
    status: Int, body: Data = Data(), etag: String? = nil, lastModified: String? = nil
  ) {
    self.status = status
    self.body = body
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// A date of HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers
/// write.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The instant of a date; nil for any other text.
  static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      words[1].utf8.count == 2, words[3].utf8.count == 4, words[4].utf8.count == 8,
      let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let number = month + 1
    let two = number < 10 ? "0\(number)" : "\(number)"
    return Instant("\(words[3])-\(two)-\(words[1])T\(words[4])Z")
  }
}
