import TollgatePurchases

/// A request of the App Store Server API, ready to be sent by the HTTP client that a server has.
public struct AppStoreRequest: Sendable, Hashable {
  /// Always `GET`.
  public let method = "GET"
  /// The address, with its query.
  public let url: String
  /// The headers; the token in `Authorization` is a secret for as long as it is good.
  public let headers: [String: String]

  /// What is asked; each about a transaction of the person, by any of its ids.
  public enum Question: Sendable, Hashable {
    /// That transaction, as it is now.
    case transaction
    /// The statuses of all the person's subscriptions.
    case statuses
    /// All the person's purchases, page by page; the revision is that of the page before.
    case history(revision: String?)
    /// All that was paid back to the person, page by page.
    case refunds(revision: String?)
    /// The person's download of the app.
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

  /// Nothing for an id that cannot be one, or a place that answers nobody.
  init?(_ question: Question, of id: String, in environment: StoreEnvironment, token: String) {
    let letters = id.utf8
    guard !letters.isEmpty, letters.count <= 64, letters.allSatisfy({ $0.isDigitOrLetter }),
      let host = AppStoreRequest.host(environment)
    else { return nil }
    let query = question.revision.map { "?revision=" + AppStoreRequest.escaped($0) } ?? ""
    url = "https://\(host)\(question.path)\(id)\(query)"
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
  /// What may be logged: the address, without the token.
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
