import TollgateKit
import TollgatePurchases
import TollgateSyntax
import TollgateUsage

/// Why a request gets no answer of its kind, as RFC 9457 has it. Its words are for whoever calls:
/// they never tell where a file or a database is, or anything of another user.
struct Problem: Error, Sendable, Hashable {
  /// The kinds, each with its status.
  enum Kind: String, Sendable, CaseIterable {
    /// The request cannot be read.
    case unreadable = "unreadable-request"
    case unauthorized
    /// The key may not do this.
    case forbidden
    /// There is no such page, or the policy is not served.
    case notFound = "not-found"
    case unknownPolicy = "unknown-policy"
    case unknownTarget = "unknown-target"
    case unknownUser = "unknown-user"
    case unknownID = "unknown-id"
    case wrongMethod = "wrong-method"
    /// The id belongs to another use, or what was reserved has ended.
    case conflict
    /// The user was changed since the version that the request names.
    case changed = "changed-since"
    case tooLong = "too-long"
    case wrongType = "wrong-content-type"
    /// It can be read, and cannot be done: a feature that is to be counted, a policy with a mistake.
    case refused
    case tooMany = "too-many-requests"
    case failed = "server-failed"
    case unavailable

    var status: Int {
      switch self {
      case .unreadable: 400
      case .unauthorized: 401
      case .forbidden: 403
      case .notFound, .unknownPolicy, .unknownTarget, .unknownUser, .unknownID: 404
      case .wrongMethod: 405
      case .conflict: 409
      case .changed: 412
      case .tooLong: 413
      case .wrongType: 415
      case .refused: 422
      case .tooMany: 429
      case .failed: 500
      case .unavailable: 503
      }
    }

    var title: String {
      switch self {
      case .unreadable: "The request cannot be read"
      case .unauthorized: "A key is needed"
      case .forbidden: "The key may not do this"
      case .notFound: "There is nothing here"
      case .unknownPolicy: "There is no such policy"
      case .unknownTarget: "The policy has no such target"
      case .unknownUser: "There is no such user"
      case .unknownID: "There is no such use"
      case .wrongMethod: "The page has no such method"
      case .conflict: "It was used or ended before"
      case .changed: "The user was changed meanwhile"
      case .tooLong: "The request is too long"
      case .wrongType: "The content has the wrong type"
      case .refused: "It cannot be done"
      case .tooMany: "Too many at once"
      case .failed: "The server failed"
      case .unavailable: "The database does not answer"
      }
    }
  }

  var kind: Kind
  /// The place and what to do, in a sentence.
  var detail: String
  /// After so many seconds a repetition may go well.
  var retryAfter: Int?
  /// Further headers of the answer.
  var headers: [String: String] = [:]

  init(_ kind: Kind, _ detail: String, retryAfter: Int? = nil) {
    self.kind = kind
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// The document.
  var answer: ServerAnswer {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("type", "urn:tollgate:problem:\(kind.rawValue)")
      writer.member("title", kind.title)
      writer.member("status", kind.status)
      writer.member("detail", detail)
    }
    var answer = ServerAnswer.content(
      writer.utf8, type: "application/problem+json", status: kind.status)
    answer.headers.merge(headers) { $1 }
    if let retryAfter { answer.headers["retry-after"] = String(retryAfter) }
    if kind == .unauthorized { answer.headers["www-authenticate"] = "Bearer" }
    return answer
  }

  static let databaseIsAway = Problem(
    .unavailable, "the database cannot be used now; repeat the request", retryAfter: 1)

  /// The problem that an error of the engine is for a caller.
  init(_ error: any Error) {
    switch error {
    case let error as Problem: self = error
    case let error as SnapshotError: self.init(.unreadable, error.description(in: "en"))
    case let error as PolicyError: self.init(.refused, error.description(in: "en"))
    case let error as UsageError: self.init(error)
    case is CancellationError: self.init(.unavailable, "the server ends", retryAfter: 1)
    default: self.init(.failed, "the server failed; its log says more")
    }
  }

  private init(_ error: UsageError) {
    let words = error.description(in: "en")
    switch error {
    case .unknownTarget: self.init(.unknownTarget, words)
    case .notAMeter, .missingThing, .amountTooSmall, .refills, .notAnID, .tooMuch:
      self.init(.refused, words)
    case .idTaken, .ended, .moreThanReserved: self.init(.conflict, words)
    case .unknownID: self.init(.unknownID, words)
    case .busy: self.init(.unavailable, words, retryAfter: 1)
    case .noBook, .store: self = .databaseIsAway
    }
  }
}
