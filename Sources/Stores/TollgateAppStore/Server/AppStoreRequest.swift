import TollgatePurchases

/// A request to the App Store Server API, for the server's own HTTP client.
///
/// ```swift
/// if let request = server.request(.history(revision: nil), of: "2000000000000001") {
///   let (status, body) = try await client.get(request.url, headers: request.headers)
///   log("\(request): \(status), \(body.count) bytes")
/// }
/// ```
public struct AppStoreRequest: Sendable, Hashable {
  /// Always `GET`.
  public let method = "GET"
  /// The address, with its query.
  public let url: String
  /// The headers; the token in `Authorization` is a secret while it is valid.
  public let headers: [String: String]

  /// An endpoint; each takes any transaction id of the user.
  public enum Endpoint: Sendable, Hashable {
    /// The current state of that transaction.
    case transaction
    /// The statuses of all the user's subscriptions.
    case statuses
    /// All the user's purchases, page by page; pass the previous page's revision.
    case history(revision: String?)
    /// All refunds of the user, page by page.
    case refunds(revision: String?)
    /// The user's download of the app.
    case appTransaction

    fileprivate var path: String {
      switch self {
      case .transaction: "/inApps/v1/transactions/"
      case .statuses: "/inApps/v1/subscriptions/"
      case .history: "/inApps/v2/history/"
      case .refunds: "/inApps/v2/refund/lookup/"
      case .appTransaction: "/inApps/v1/transactions/appTransactions/"
      }
    }

    fileprivate var revision: String? {
      switch self {
      case .history(let revision), .refunds(let revision): revision
      case .transaction, .statuses, .appTransaction: nil
      }
    }
  }

  /// Nil for an invalid id, or an environment without a server.
  init?(_ endpoint: Endpoint, of id: String, in environment: StoreEnvironment, token: String) {
    let letters = id.utf8
    guard !letters.isEmpty, letters.count <= 64, letters.allSatisfy({ $0.isDigitOrLetter }),
      let host = AppStoreRequest.host(environment)
    else { return nil }
    let query = endpoint.revision.map { "?revision=" + AppStoreRequest.escaped($0) } ?? ""
    url = "https://\(host)\(endpoint.path)\(id)\(query)"
    headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
  }

  private static func host(_ environment: StoreEnvironment) -> String? {
    switch environment {
    case .production: "api.storekit.itunes.apple.com"
    case .sandbox: "api.storekit-sandbox.itunes.apple.com"
    case .xcode, .other: nil
    }
  }

  /// A text as the value of a query (RFC 3986).
  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      if byte.isDigitOrLetter || "-._~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}

extension AppStoreRequest: Redacted {
  /// A description for logs: the address, without the token.
  public var description: String { "\(method) \(url)" }
}

extension UInt8 {
  /// Whether it is `0…9`, `A…Z` or `a…z`.
  fileprivate var isDigitOrLetter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
