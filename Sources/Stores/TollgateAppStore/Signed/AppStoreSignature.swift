import TollgateKit
public import TollgateRuntime

/// Checks that Apple signed a text. ``AppleSignatureCheck`` checks the chain of certificates; it
/// needs the trait `AppStore`. An app with another library for that implements its own.
///
/// ```swift
/// /// Signatures that a service of one's own checks.
/// struct RemoteCheck: SignatureCheck {
///   func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {
///     guard await isSigned(signature.message, by: signature.certificates, signature.bytes) else {
///       throw .signature
///     }
///   }
/// }
/// ```
public protocol SignatureCheck: Sendable {
  /// Returns only if the signature is genuine.
  ///
  /// - Throws: The mistake in the certificates or the signature.
  func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal)
}

/// The signature of a signed text (JWS, RFC 7515), not yet verified.
///
/// ```swift
/// func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {
///   guard signature.bytes.count == 64 else { throw .signatureLength(signature.bytes.count) }
///   guard signature.signedAt <= .now else { throw .signature }
/// }
/// ```
public struct AppStoreSignature: Sendable, Hashable {
  /// The chain as DER: the signer, its issuer, and the root.
  public let certificates: [[UInt8]]
  /// The bytes that are signed.
  public let message: [UInt8]
  /// The 64 bytes of an ECDSA signature on P-256: r, then s.
  public let bytes: [UInt8]
  /// When it was signed, according to the text; the certificates must be valid then.
  public let signedAt: Instant
}

extension AppStoreSignature: Redacted {
  /// A description for logs: no part of the text.
  public var description: String { "signature of \(signedAt.milliseconds)" }
}

/// A value that contains a store's text or token: printing it shows only its description.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The description.
  public var debugDescription: String { description }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// Checks Apple's signatures: the chain of certificates up to a pinned root, Apple's markers in
/// them, their validity at the time of signing, and the signature itself.
///
/// It needs swift-certificates, which the package includes only with the trait `AppStore`:
///
/// ```swift
/// .package(url: "https://github.com/tollgate/tollgate", from: "0.1.0", traits: ["AppStore"])
/// ```
///
/// Without the trait it refuses everything as ``AppStoreRefusal/unchecked``.
public struct AppleSignatureCheck: SignatureCheck {
  /// Whether this build can check signatures (the trait `AppStore` is on).
  public static var isAvailable: Bool {
    #if AppStore
      true
    #else
      false
    #endif
  }

  /// The trusted roots of a chain.
  public let roots: TrustedRoots

  /// Creates a check with Apple's root, or with others in a test.
  public init(roots: TrustedRoots = .apple) {
    self.roots = roots
  }

  /// Returns only if the signature is genuine and its chain ends in a trusted root.
  ///
  /// - Throws: The mistake; ``AppStoreRefusal/unchecked`` in a build without the trait.
  public func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {
    #if AppStore
      try await SignatureChain(signature, roots: roots).check(signature)
    #else
      throw .unchecked
    #endif
  }
}

/// A signed text in three parts, header, payload and signature (compact JWS, RFC 7515), read but
/// not yet verified.
struct SignedText {
  /// The longest text, in bytes; Apple's have about 5,000, notifications about 20,000.
  static let mostBytes = 256 << 10
  /// The number of certificates in a chain.
  static let chainLength = 3

  let certificates: [[UInt8]]
  let payload: JSONValue
  let message: [UInt8]
  let signature: [UInt8]

  init(_ text: some Collection<UInt8>) throws(AppStoreRefusal) {
    guard !text.isEmpty else { throw .empty }
    guard text.count <= SignedText.mostBytes else {
      throw .tooLong(bytes: text.count, most: SignedText.mostBytes)
    }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .parts(parts.count) }
    let header = try SignedText.object(parts[0], .header)
    certificates = try SignedText.certificates(of: header)
    payload = .object(try SignedText.object(parts[1], .payload).members)
    guard let signature = Base64.decode(parts[2], .url) else { throw .encoding(.signature) }
    guard signature.count == 64 else { throw .signatureLength(signature.count) }
    self.signature = signature
    message = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
  }

  /// The part as a JSON object.
  private static func object(
    _ part: some Collection<UInt8>, _ name: AppStoreRefusal.Part
  ) throws(AppStoreRefusal) -> JSONObject {
    guard let bytes = Base64.decode(part, .url) else { throw .encoding(name) }
    let value: JSONValue
    do throws(SnapshotError) {
      value = try SnapshotError.read(bytes)
    } catch {
      // Keys can contain text of the document.
      throw .badJSON(name, SnapshotError(error.problem))
    }
    guard let object = try? JSONObject(value) else { throw .unreadable(name) }
    return object
  }

  /// The chain of certificates in a header with Apple's algorithm.
  private static func certificates(of header: JSONObject) throws(AppStoreRefusal) -> [[UInt8]] {
    guard case .text(let algorithm) = header["alg"] else { throw .algorithm(nil) }
    guard algorithm == "ES256" else {
      throw .algorithm(registeredAlgorithms.contains(algorithm) ? algorithm : nil)
    }
    // Extensions that the signer requires (RFC 7515, 4.1.11) are not supported.
    guard header["crit"] == nil else { throw .criticalHeader }
    guard case .list(let texts) = header["x5c"] else { throw .chainLength(0) }
    guard texts.count == chainLength else { throw .chainLength(texts.count) }
    var certificates: [[UInt8]] = []
    for (text, place) in zip(texts, AppStoreRefusal.Certificate.allCases) {
      guard case .text(let text) = text, let bytes = Base64.decode(text.utf8, .standard) else {
        throw .certificate(place)
      }
      certificates.append(bytes)
    }
    return certificates
  }

  /// The names that may be shown; any other text is left out.
  private static let registeredAlgorithms: Set = [
    "none", "HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
    "ES256K", "ES384", "ES512", "EdDSA",
  ]
}
