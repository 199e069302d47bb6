#if canImport(CryptoKit)
  import CryptoKit
#elseif Seals
  import Crypto
#endif

/// Signatures with Ed25519 (RFC 8032).
///
/// Apple's systems bring it along (CryptoKit). Elsewhere it needs swift-crypto, which the package
/// includes only with the trait `Seals`:
///
/// ```swift
/// .package(url: "https://github.com/tollgate/tollgate", from: "0.1.0", traits: ["Seals"])
/// ```
///
/// Without the trait every seal is refused as ``SealError/unavailable``.
public enum Ed25519 {
  /// Whether this build can sign and check.
  public static var isAvailable: Bool {
    #if canImport(CryptoKit) || Seals
      true
    #else
      false
    #endif
  }

  /// The length of a private or a public key, in bytes.
  public static let keyBytes = 32
  /// The length of a signature, in bytes.
  public static let signatureBytes = 64

  /// Whether the owner of a key signed a message.
  ///
  /// - Parameters:
  ///   - signature: 64 bytes; another length is no signature.
  ///   - key: The 32 bytes of the public key.
  /// - Throws: ``SealError/unavailable`` in a build without the trait.
  public static func isSigned(
    _ message: [UInt8], with signature: [UInt8], by key: [UInt8]
  ) throws(SealError) -> Bool {
    #if canImport(CryptoKit) || Seals
      guard signature.count == signatureBytes,
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key)
      else { return false }
      return key.isValidSignature(signature, for: message)
    #else
      throw .unavailable
    #endif
  }

  /// The signature of a message.
  static func signature(of message: [UInt8], seed: [UInt8]) throws(SealError) -> [UInt8] {
    #if canImport(CryptoKit) || Seals
      do {
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        return Array(try key.signature(for: message))
      } catch {
        throw .key(.length)
      }
    #else
      throw .unavailable
    #endif
  }

  /// The public key of a private one.
  static func publicKey(of seed: [UInt8]) throws(SealError) -> [UInt8] {
    #if canImport(CryptoKit) || Seals
      do {
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        return Array(key.publicKey.rawRepresentation)
      } catch {
        throw .key(.length)
      }
    #else
      throw .unavailable
    #endif
  }

  /// A private key from the system's random numbers.
  static func newSeed() throws(SealError) -> [UInt8] {
    #if canImport(CryptoKit) || Seals
      Array(Curve25519.Signing.PrivateKey().rawRepresentation)
    #else
      throw .unavailable
    #endif
  }
}
