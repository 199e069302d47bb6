import Crypto
import Foundation
import Testing
import TollgateAppStore
import TollgatePurchases

/// Requests of the App Store Server API are signed with the app's key.
@Suite struct CredentialsTests {
  @Test func aTokenIsSignedWithTheKeyOfTheFile() async throws {
    let key = P256.Signing.PrivateKey()
    let credentials = try AppStoreCredentials(
      issuerID: "issuer", keyID: "KEY", pem: key.pemRepresentation)
    let authority = try Authority()
    let server = AppStoreServer(.trusting(authority), credentials: credentials) { _ in
      AppStoreServer.Response(
        status: 200,
        body: Array("{\"signedTransactionInfo\": \"\(try authority.text(transaction()))\"}".utf8))
    }
    let request = try #require(server.request(.statuses, of: "2000000000000001"))
    let token = try #require(request.headers["Authorization"]).dropFirst("Bearer ".count)
    let parts = token.split(separator: ".")
    #expect(parts.count == 3)
    let message = Data(parts.prefix(2).joined(separator: ".").utf8)
    let text =
      parts[2].replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/") + "=="
    let raw = try #require(Data(base64Encoded: text))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: raw)
    #expect(key.publicKey.isValidSignature(signature, for: message))
    guard case .genuine = await server.verify("2000000000000001") else {
      Issue.record("the answer was not believed")
      return
    }
  }

  @Test(arguments: ["", "SECRET", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
  func whatIsNoKeyIsRefused(_ text: String) {
    #expect(throws: (any Error).self) {
      try AppStoreCredentials(issuerID: "issuer", keyID: "KEY", pem: text)
    }
  }
}
