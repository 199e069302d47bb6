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
