import TollgateKit

/// A signed text in three parts, header, payload and signature (compact JWS, RFC 7515), whose
/// signature was checked. The payload is not read before.
struct SealedText {
  /// The kind of a sealed document, as its header says.
  enum Kind: String {
    case policy = "tollgate-policy+jws"
    case snapshot = "tollgate-snapshot+jws"

    /// The longest text, in bytes: a snapshot has 16 MiB at most, and a third more in base64.
    var mostBytes: Int {
      switch self {
      case .policy: 16 << 10
      case .snapshot: 22 << 20
      }
    }
  }

  /// The id of the key.
  let key: String
  /// The claims.
  let payload: JSONObject

  /// The longest header, in bytes.
  private static let mostHeader = 1 << 10

  /// Reads a text that one of the keys signed.
  init(_ text: some Collection<UInt8>, _ kind: Kind, keys: SealKeys) throws(SealError) {
    guard text.count <= kind.mostBytes else {
      throw .tooLong(bytes: text.count, most: kind.mostBytes)
    }
    let parts = text.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .unreadable(.text) }
    key = try SealedText.key(parts[0], kind)
    guard !parts[2].isEmpty else { throw .unsigned }
    let message = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
    guard let signature = Base64.decode(parts[2], .url) else { throw .unreadable(.signature) }
    let known = try keys.key(key)
    guard try Ed25519.isSigned(message, with: signature, by: known.publicKey) else {
      throw .signature
    }
    payload = try SealedText.object(parts[1], .payload)
  }

  /// The id of the key in a header, which says nothing but algorithm, kind and key.
  private static func key(
    _ part: some Collection<UInt8>, _ kind: Kind
  ) throws(SealError) -> String {
    guard part.count <= mostHeader else { throw .unreadable(.header) }
    let header = try object(part, .header)
    guard case .text(let algorithm) = header["alg"] else { throw .algorithm }
    if algorithm.lowercased() == "none" { throw .unsigned }
    guard algorithm == "EdDSA" else { throw .algorithm }
    guard header["typ"] == .text(kind.rawValue) else { throw .kind }
    guard case .text(let key) = header["kid"], SealKey.isID(key), header.members.count == 3 else {
      throw .unreadable(.header)
    }
    return key
  }

  private static func object(
    _ part: some Collection<UInt8>, _ name: SealError.Part
  ) throws(SealError) -> JSONObject {
    guard let bytes = Base64.decode(part, .url), let value = try? JSONReader.read(bytes),
      let object = try? JSONObject(value)
    else { throw .unreadable(name) }
    return object
  }

  /// The text of a payload that a key signs.
  static func text(
    _ payload: [JSONValue.Member], _ kind: Kind, key: SigningKey
  ) throws(SealError) -> String {
    let header = JSONValue.object([
      .init("alg", .text("EdDSA")), .init("kid", .text(key.id)), .init("typ", .text(kind.rawValue)),
    ])
    let parts = [header, .object(payload)].map { Base64.encode(Array($0.json().utf8), .url) }
    let message = parts.joined(separator: ".")
    let signature = try Ed25519.signature(of: Array(message.utf8), seed: key.seed)
    return message + "." + Base64.encode(signature, .url)
  }
}
