import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateAppStore

/// Requests to the App Store Server API, and their answers.
@Suite struct ServerTests {
  /// Simulates the App Store, and keeps the requests.
  final class Store: Sendable {
    private let answers: [String: (Int, String)]

    /// - Parameter answers: Status and body by the beginning of an address; for any other there is
    ///   no answer.
    init(_ answers: [String: (Int, String)]) { self.answers = answers }

    struct Silent: Error {}

    @Sendable func send(_ request: AppStoreRequest) throws -> AppStoreServer.Response {
      guard let (status, body) = answers.first(where: { request.url.hasPrefix($0.key) })?.value
      else { throw Silent() }
      return AppStoreServer.Response(status: status, body: Array(body.utf8))
    }
  }

  static let production = "https://api.storekit.itunes.apple.com/inApps/v1/transactions/"
  static let sandbox = "https://api.storekit-sandbox.itunes.apple.com/inApps/v1/transactions/"
  static let credentials = AppStoreCredentials(
    issuerID: "57246542-96fe-1a63-e053-0824d011072a", keyID: "2X9R4HXF34"
  ) { _ in [UInt8](repeating: 9, count: 64) }

  private func server(
    _ answers: [String: (Int, String)] = [:], environments: Set<StoreEnvironment> = [.production]
  ) -> AppStoreServer {
    let store = Store(answers)
    return AppStoreServer(
      .credulous(environments: environments), credentials: Self.credentials,
      clock: { Instant(milliseconds: 1_772_352_000_999) }, send: store.send)
  }

  @Test("LG-UT-P3, LG-BE-15 requests go to production or the sandbox, with a token")
  func requests() throws {
    let cases: [(AppStoreRequest.Endpoint, String)] = [
      (.transaction, "/inApps/v1/transactions/2000000000000001"),
      (.statuses, "/inApps/v1/subscriptions/2000000000000001"),
      (.history(revision: nil), "/inApps/v2/history/2000000000000001"),
      (
        .history(revision: "a b/+=&ü"),
        "/inApps/v2/history/2000000000000001?revision=a%20b%2F%2B%3D%26%C3%BC"
      ),
      (.refunds(revision: "r"), "/inApps/v2/refund/lookup/2000000000000001?revision=r"),
      (.appTransaction, "/inApps/v1/transactions/appTransactions/2000000000000001"),
    ]
    let hosts: [(StoreEnvironment, String)] = [
      (.production, "https://api.storekit.itunes.apple.com"),
      (.sandbox, "https://api.storekit-sandbox.itunes.apple.com"),
    ]
    let server = server()
    for (question, path) in cases {
      for (environment, host) in hosts {
        let request = try #require(
          server.request(question, of: "2000000000000001", in: environment))
        #expect(request.url == host + path)
        #expect(request.method == "GET")
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.headers["Authorization"]?.hasPrefix("Bearer eyJ") == true)
        #expect("\(request) \(String(reflecting: request))".contains("eyJ") == false)
      }
      #expect(server.request(question, of: "1", in: .xcode) == nil)
    }
    for id in ["", "1/2", "../x", "1?a=b", "é", "1 2", String(repeating: "1", count: 65)] {
      #expect(server.request(.transaction, of: id) == nil, "\(id)")
    }
  }

  @Test func theTokenSaysWhoAsksForFiveMinutes() throws {
    let request = try #require(server().request(.transaction, of: "1"))
    let parts = try #require(request.headers["Authorization"]).dropFirst("Bearer ".count)
      .split(separator: ".")
    let texts = parts.prefix(2).compactMap { Base64.decode($0.utf8, .url) }
      .map { String(decoding: $0, as: UTF8.self) }
    let claims = [
      #""iss":"57246542-96fe-1a63-e053-0824d011072a""#, #""iat":1772352000"#, #""exp":1772352300"#,
      #""aud":"appstoreconnect-v1""#, #""bid":"com.example.app""#,
    ]
    #expect(
      texts == [
        #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#, "{\(claims.joined(separator: ","))}",
      ])
    #expect(parts.count == 3)
    #expect(Base64.decode(parts[2].utf8, .url) == [UInt8](repeating: 9, count: 64))
  }

  @Test("ET-9.2, KO-6.2, LG-SEC-P2 Apple's servers are asked, and only what Apple signed counts")
  func asking() async throws {
    let id = "2000000000000001"
    func answer(_ changes: [String: String] = [:]) -> (Int, String) {
      (200, #"{"signedTransactionInfo": "\#(Fixture.transaction(changes))"}"#)
    }
    let result = await server([Self.production: answer()]).verify(id)
    guard case .genuine(let record) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(record.transactionID == id)
    let missing = (404, #"{"errorCode": 4040010, "errorMessage": "Transaction id not found."}"#)
    let test = answer(["environment": #""Sandbox""#])
    let cases: [([String: (Int, String)], VerificationResult)] = [
      ([Self.production: answer(["transactionId": #""2""#])], .invalid(.malformed)),
      ([Self.production: answer(["bundleId": #""com.example.other""#])], .invalid(.app)),
      ([Self.production: (200, "{}")], .invalid(.malformed)),
      ([Self.production: (200, "")], .invalid(.malformed)),
      ([Self.production: missing], .invalid(.malformed)),
      // The sandbox is not asked if it does not count.
      ([Self.production: missing, Self.sandbox: test], .invalid(.malformed)),
      ([Self.production: test], .invalid(.environment)),
      ([Self.production: (400, "{}")], .invalid(.malformed)),
      ([:], .unavailable(.networkError)),
    ]
    for (answers, expected) in cases {
      #expect(await server(answers).verify(id) == expected)
    }
    let notYet = #"{"errorCode": 4040006, "errorMessage": "Try again."}"#
    let failures = [(401, ""), (429, ""), (500, ""), (503, "{}"), (404, notYet)]
    for (status, body) in failures {
      let result = await server([Self.production: (status, body)]).verify(id)
      guard case .unavailable = result else {
        Issue.record("\(status): \(result)")
        continue
      }
    }
    let lenient = server(
      [Self.production: missing, Self.sandbox: test], environments: [.production, .sandbox])
    guard case .genuine(let tested) = await lenient.verify(id) else {
      Issue.record("the sandbox was not asked")
      return
    }
    #expect(tested.environment == .sandbox)
  }

  @Test func theKeyStaysUnsaid() {
    var dumped = ""
    dump(Self.credentials, to: &dumped)
    #expect("\(Self.credentials)" == "key 2X9R4HXF34")
    #expect(!dumped.contains("57246542"))
  }
}
