import TollgateKit
import TollgateRuntime

/// The private half of a key: whoever has it can seal. Printing it shows only its id.
///
/// ```swift
/// // On the server; the private half stays there.
/// let signer = try SigningKey.make(id: "2026-03")
/// let sealed = try signer.seal(snapshot, policy: "Shop", sequence: 7, expires: tomorrow)
/// ```
public struct SigningKey: Sendable {
  /// The public half.
  public let key: SealKey
  /// The 32 bytes of the private key.
  let seed: [UInt8]

  /// The id that seals name the key by.
  public var id: String { key.id }

  /// A key of these 32 bytes.
  ///
  /// - Parameter id: By default, the thumbprint of the public key (RFC 7638).
  /// - Throws: ``SealError/key(_:)`` for another length; ``SealError/unavailable`` in a build
  ///   without the trait.
  public init(seed: [UInt8], id: String? = nil) throws(SealError) {
    guard seed.count == Ed25519.keyBytes else { throw .key(.length) }
    let publicKey = try Ed25519.publicKey(of: seed)
    key = try SealKey(id: id ?? SigningKey.thumbprint(of: publicKey), publicKey: publicKey)
    self.seed = seed
  }

  /// A new key from the system's random numbers.
  ///
  /// - Throws: ``SealError/unavailable`` in a build without the trait.
  public static func make(id: String? = nil) throws(SealError) -> SigningKey {
    try SigningKey(seed: try Ed25519.newSeed(), id: id)
  }

  /// The thumbprint of a public key (RFC 7638), in base64url.
  public static func thumbprint(of publicKey: [UInt8]) -> String {
    let text = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64.encode(publicKey, .url))"}"#
    return Base64.encode(SHA256.hash(Array(text.utf8)[...]), .url)
  }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
  /// The id; nothing of the private key.
  public var description: String { "signing key \(id)" }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
