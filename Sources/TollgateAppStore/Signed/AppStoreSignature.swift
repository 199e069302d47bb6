public import TollgateRuntime

/// Tells whether Apple signed a text. ``AppleSignatureCheck`` is the one that looks at the chain of
/// certificates; it is there where the package is built with the trait `AppStore`. An app that has
/// another library for that brings its own.
public protocol SignatureCheck: Sendable {
  /// Returns where the signature is genuine, and only there.
  ///
  /// - Throws: What is wrong with the certificates or with the signature.
  func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal)
}

/// A signature as it came with a signed text (JWS, RFC 7515): nothing in it is believed yet.
public struct AppStoreSignature: Sendable, Hashable {
  /// The chain as DER: who signed, who vouches for that one, and the root.
  public let certificates: [[UInt8]]
  /// The bytes that are signed.
  public let message: [UInt8]
  /// The 64 bytes of an ECDSA signature on P-256: r, then s.
  public let bytes: [UInt8]
  /// When it was signed, as the text itself says; the certificates must be valid then.
  public let signedAt: Instant
}

extension AppStoreSignature: Redacted {
  /// What may be logged: no part of the text.
  public var description: String { "signature of \(signedAt.milliseconds)" }
}

/// Something with a store's text or token in it: it is printed and dumped as its description.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The description.
  public var debugDescription: String { description }
  /// Nothing of what is in it.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
