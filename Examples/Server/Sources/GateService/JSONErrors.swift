import Foundation
import Hummingbird
import NIOCore
import TollgateKit
import TollgateUsage

/// A request that makes no sense, and why.
struct BadRequest: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// Turns every error into `{"error": "…"}` with its status.
struct JSONErrors<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let (status, message) = JSONErrors.told(error)
      if status.code >= 500 { context.logger.error("\(error)") }
      return .json(#"{"error":\#(message.json)}"#, status: status)
    }
  }

  private static func told(_ error: any Error) -> (HTTPResponse.Status, String) {
    switch error {
    case let error as BadRequest: (.badRequest, error.message)
    case let error as SnapshotError: (.badRequest, error.description(in: "en"))
    case let error as PolicyError: (.unprocessableContent, error.description(in: "en"))
    case let error as UsageError: (status(of: error), words(of: error))
    case is NIOTooManyBytesError: (.contentTooLarge, "the body is too long")
    case let error as HTTPError:
      (error.status, error.body ?? error.status.reasonPhrase.lowercased())
    default: (.internalServerError, "the service failed; its log says more")
    }
  }

  private static func status(of error: UsageError) -> HTTPResponse.Status {
    switch error {
    case .unknownTarget: .notFound
    case .idTaken: .conflict
    case .busy: .serviceUnavailable
    case .store: .internalServerError
    default: .badRequest
    }
  }

  /// What a caller may know: not where the database is.
  private static func words(of error: UsageError) -> String {
    if case .store = error { return "the database cannot be used; the log says more" }
    return error.description(in: "en")
  }
}

extension Response {
  static func json(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    page(text, "application/json", status)
  }

  static func text(_ text: String) -> Response { page(text, "text/plain; charset=utf-8", .ok) }

  private static func page(
    _ text: String, _ type: String, _ status: HTTPResponse.Status
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
  }
}

extension String {
  /// The text as JSON.
  var json: String {
    let data = try? JSONEncoder().encode(self)
    return String(decoding: data ?? Data(#""""#.utf8), as: UTF8.self)
  }
}
