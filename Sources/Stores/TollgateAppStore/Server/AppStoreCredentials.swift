import TollgateKit
import TollgateRuntime

/// The App Store Connect key for requests to the App Store Server API.
///
/// ```swift
/// let credentials = AppStoreCredentials(issuerID: issuer, keyID: "2X9R4HXF34") { message in
///   try keyService.signES256(message)  // the private key never comes here
/// }
/// ```
public struct AppStoreCredentials: Sendable {
  /// The issuer id.
  public let issuerID: String
  /// The key id.
  public let keyID: String
  /// Signs with ES256: 64 bytes, r and then s.
  let sign: @Sendable (_ message: [UInt8]) throws -> [UInt8]

  /// Creates credentials whose key is kept elsewhere, such as in a key service.
  ///
  /// - Parameter sign: Signs a message by ECDSA on P-256 with SHA-256: 64 bytes, r and then s.
  public init(
    issuerID: String, keyID: String,
    sign: @escaping @Sendable (_ message: [UInt8]) throws -> [UInt8]
  ) {
    self.issuerID = issuerID
    self.keyID = keyID
    self.sign = sign
  }

  /// A token for requests about one app, valid for five minutes (JWT, RFC 7519).
  func token(bundleID: String, at now: Instant) throws -> String {
    let seconds = now.milliseconds / 1000
    let header = JSONValue.object([
      .init("alg", .text("ES256")), .init("kid", .text(keyID)), .init("typ", .text("JWT")),
    ])
    let claims = JSONValue.object([
      .init("iss", .text(issuerID)), .init("iat", .integer(seconds)),
      .init("exp", .integer(seconds.saturatingAdd(300))),
      .init("aud", .text("appstoreconnect-v1")), .init("bid", .text(bundleID)),
    ])
    let message = [header, claims].map { Base64.encode(Array($0.json().utf8), .url) }
      .joined(separator: ".")
    return message + "." + Base64.encode(try sign(Array(message.utf8)), .url)
  }
}

extension AppStoreCredentials: Redacted {
  /// A description for logs: the key's id, not the key.
  public var description: String { "key \(keyID)" }
}

#if AppStore
  import Crypto

  extension AppStoreCredentials {
    /// Creates credentials with the `.p8` key file of App Store Connect.
    ///
    /// - Parameter pem: The text of the file, which begins with `-----BEGIN PRIVATE KEY-----`.
    /// - Throws: The crypto library's error for a text that is not a P-256 key.
    public init(issuerID: String, keyID: String, pem: String) throws {
      let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
      self.init(issuerID: issuerID, keyID: keyID) { message in
        Array(try key.signature(for: message).rawRepresentation)
      }
    }
  }
#endif
