import TollgateRuntime

#if Server
  import Crypto
  public import Foundation
  public import TollgateKit
  import _CryptoExtras
#else
  import TollgateKit
#endif

/// Accepts what Google Play pushes through Cloud Pub/Sub: each push shows a token (a JWT) that
/// Google signed for the service account of the subscription.
///
/// ```swift
/// let keys = try GooglePlayKeys(json: Data(contentsOf: certificates))
/// options.webhooks.googlePlay = GooglePlayPush(
///   audience: "https://gate.example.com/v1/webhooks/google-play",
///   email: "push@example.iam.gserviceaccount.com", verify: keys.verify)
/// ```
///
/// The server fetches no keys. Google changes its keys every few weeks, so whoever runs the server
/// brings them; a push that is refused meanwhile comes again for as long as the subscription keeps
/// it.
public struct GooglePlayPush: Sendable {
  /// Whether a key of Google made a signature (RS256: RSA with PKCS #1 v1.5 and SHA-256).
  public typealias Verify =
    @Sendable (_ signed: [UInt8], _ signature: [UInt8], _ keyID: String) -> Bool

  /// The audience of the token, as the subscription names it.
  public var audience: String
  /// The service account of the subscription.
  public var email: String
  /// The app, such as `com.example.app`; nil for any.
  public var packageName: String?
  /// Whether a key of Google made a signature.
  public var verify: Verify

  /// Accepts the pushes of a subscription.
  public init(
    audience: String, email: String, packageName: String? = nil, verify: @escaping Verify
  ) {
    self.audience = audience
    self.email = email
    self.packageName = packageName
    self.verify = verify
  }

  /// How far Google's clock may be from the server's, in seconds.
  static let tolerance: Int64 = 300
  /// The longest time for which a token may be good, in seconds.
  static let mostLifetime: Int64 = 86_400
  /// The longest token, in bytes.
  private static let mostBytes = 16 << 10

  /// Whether an `Authorization` header shows a token of Google's for this subscription.
  func accepts(_ header: String, at now: Instant) -> Bool {
    guard header.lowercased().hasPrefix("bearer "), header.utf8.count <= GooglePlayPush.mostBytes
    else { return false }
    let token = header.dropFirst(7).utf8.filter { $0 != 0x20 }
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let head = GooglePlayPush.object(parts[0]),
      let signature = Base64.decode(parts[2], .url),
      // The key decides the algorithm; a token that asks for another one is not Google's.
      head["alg"] == .text("RS256"), head["crit"] == nil, case .text(let keyID)? = head["kid"],
      verify(Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1]), signature, keyID),
      let claims = GooglePlayPush.object(parts[1])
    else { return false }
    return isMeant(claims) && isTimely(claims, at: now)
  }

  private static func object(_ part: some Collection<UInt8>) -> JSONObject? {
    guard let bytes = Base64.decode(part, .url), let value = try? SnapshotError.read(bytes) else {
      return nil
    }
    return try? JSONObject(value)
  }

  private func isMeant(_ claims: JSONObject) -> Bool {
    let issuers = ["https://accounts.google.com", "accounts.google.com"]
    guard case .text(let issuer)? = claims["iss"], issuers.contains(issuer) else { return false }
    return claims["aud"] == .text(audience) && claims["email"] == .text(email)
      && claims["email_verified"] == .boolean(true)
  }

  private func isTimely(_ claims: JSONObject, at now: Instant) -> Bool {
    guard case .integer(let begin)? = claims["iat"], case .integer(let end)? = claims["exp"],
      begin >= 0, end >= begin, end - begin <= GooglePlayPush.mostLifetime
    else { return false }
    let seconds = now.milliseconds / 1000
    return seconds >= begin - GooglePlayPush.tolerance
      && seconds < end.saturatingAdd(GooglePlayPush.tolerance)
  }
}

#if Server
  /// The keys by which Google signs tokens, as it publishes them: the certificates of
  /// `https://www.googleapis.com/oauth2/v1/certs`, or the JWK set of `…/v3/certs`.
  ///
  /// ```swift
  /// let keys = try GooglePlayKeys(json: Data(contentsOf: url))
  /// options.webhooks.googlePlay = GooglePlayPush(
  ///   audience: audience, email: email, verify: keys.verify)
  /// ```
  public struct GooglePlayKeys: Sendable {
    private let keys: [String: _RSA.Signing.PublicKey]

    /// Reads the keys.
    ///
    /// - Throws: `SnapshotError` with the place of the mistake.
    public init(json data: Data) throws(SnapshotError) {
      let bytes = [UInt8](data.prefix(JSONReader.mostBytes + 1))
      let object = try JSONObject(try SnapshotError.read(bytes))
      var keys: [String: _RSA.Signing.PublicKey] = [:]
      if let set = object["keys"] {
        for (id, key) in try set.readList(GooglePlayKeys.jwk) { keys[id] = key }
      } else {
        keys = try JSONValue.object(object.members).readTable(GooglePlayKeys.pem)
      }
      self.keys = keys
    }

    /// Whether the key with this id made a signature.
    @Sendable public func verify(_ signed: [UInt8], _ signature: [UInt8], _ keyID: String) -> Bool {
      guard let key = keys[keyID] else { return false }
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature),
        for: Crypto.SHA256.hash(data: signed),
        padding: .insecurePKCS1v1_5)
    }

    private static func jwk(
      _ value: JSONValue
    ) throws(SnapshotError) -> (String, _RSA.Signing.PublicKey) {
      let object = try JSONObject(value)
      func number(_ key: String) throws(SnapshotError) -> [UInt8] {
        try object.require(key, .text) { value throws(SnapshotError) in
          guard let bytes = Base64.decode(try Read.text(value).utf8, .url) else { throw notAKey }
          return bytes
        }
      }
      let (n, e) = (try number("n"), try number("e"))
      guard let key = try? _RSA.Signing.PublicKey(n: n, e: e) else { throw notAKey }
      return (try object.require("kid", .text, Read.text), key)
    }

    /// A certificate or a public key in PEM.
    private static func pem(_ value: JSONValue) throws(SnapshotError) -> _RSA.Signing.PublicKey {
      let text = try Read.text(value)
      if let key = try? _RSA.Signing.PublicKey(pemRepresentation: text) { return key }
      let lines = text.split { $0.isNewline }.filter { !$0.hasPrefix("-----") }
      guard let bytes = Base64.decode(lines.joined().utf8, .standard),
        let key = CertificateKey.publicKey(in: bytes),
        let read = try? _RSA.Signing.PublicKey(derRepresentation: key)
      else { throw notAKey }
      return read
    }

    private static let notAKey = SnapshotError(
      .refused("expected an RSA key as Google publishes it", chinese: "应为 Google 公布的 RSA 公钥"))
  }
#endif

/// Finds the public key in a certificate (X.509 in DER), so that Google's keys need no package for
/// certificates. Nothing of the certificate is checked: whoever runs the server trusts its file.
enum CertificateKey {
  /// The subject's public key with its algorithm, in DER; nil for another text.
  static func publicKey(in certificate: [UInt8]) -> [UInt8]? {
    guard let outer = element(certificate[...]), outer.tag == 0x30,
      let body = element(outer.content), body.tag == 0x30
    else { return nil }
    var rest = body.content
    var parts: [ArraySlice<UInt8>] = []
    while let part = element(rest) {
      // The version is optional.
      if part.tag != 0xA0 { parts.append(part.whole) }
      rest = rest[part.whole.endIndex...]
    }
    // The serial number, the algorithm, the issuer, the validity and the subject come before it.
    guard parts.count > 5, parts[5].first == 0x30 else { return nil }
    return Array(parts[5])
  }

  /// The first element of DER.
  private static func element(
    _ bytes: ArraySlice<UInt8>
  ) -> (tag: UInt8, whole: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
    guard bytes.count >= 2, let tag = bytes.first else { return nil }
    var place = bytes.startIndex + 2
    var length = Int(bytes[bytes.startIndex + 1])
    if length >= 0x80 {
      let digits = length - 0x80
      guard (1...3).contains(digits), bytes.count >= 2 + digits else { return nil }
      length = bytes[place..<(place + digits)].reduce(0) { $0 << 8 | Int($1) }
      place += digits
    }
    guard length <= bytes.endIndex - place else { return nil }
    let end = place + length
    return (tag, bytes[bytes.startIndex..<end], bytes[place..<end])
  }
}
