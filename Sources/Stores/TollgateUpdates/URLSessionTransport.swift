#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Asks a server with `URLSession`.
///
/// ```swift
/// let updater = PolicyUpdater(
///   gate.store, from: url, keeping: file, issued: releaseDate, transport: URLSessionTransport())
/// ```
public struct URLSessionTransport: PolicyTransport {
  private let session: URLSession

  /// Asks with a session. The session's own cache would answer in the server's place, so each
  /// request passes it by.
  public init(_ session: URLSession = .shared) {
    self.session = session
  }

  /// Asks the server once.
  public func fetch(_ request: PolicyRequest) async throws -> PolicyResponse {
    var asked = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await answer(to: asked)
    guard let answer = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return PolicyResponse(
      status: answer.statusCode, body: data, etag: Self.field("ETag", of: answer),
      lastModified: Self.field("Last-Modified", of: answer))
  }

  private func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
    try await withCheckedThrowingContinuation { continuation in
      let task = session.dataTask(with: request) { data, response, error in
        if let data, let response {
          continuation.resume(returning: (data, response))
        } else {
          continuation.resume(throwing: error ?? URLError(.unknown))
        }
      }
      task.resume()
    }
  }

  /// A field of the header, whatever the case of its name.
  private static func field(_ name: String, of response: HTTPURLResponse) -> String? {
    for case (let key as String, let value as String) in response.allHeaderFields
    where key.lowercased() == name.lowercased() {
      return value
    }
    return nil
  }
}
