import TollgateKit
import TollgateRuntime

/// The public half of a key: with it an app checks seals. It is no secret.
///
/// ```swift
/// // In the app: the public half, 32 bytes.
/// let key = try SealKey(id: "2026-03", publicKey: bytes)
/// let keys = try SealKeys([key])
/// ```
public struct SealKey: Sendable, Hashable {
  /// The id that seals name their key by.
  public let id: String
  /// The 32 bytes of the public key.
  public let publicKey: [UInt8]

  /// A key of 32 bytes.
  ///
  /// - Parameters:
  ///   - id: 1 to 256 bytes without control characters.
  ///   - publicKey: As RFC 8032 encodes it.
  /// - Throws: ``SealError/key(_:)`` for another length, a point of a small group, which would
  ///   accept a signature of any message, or such an id.
  public init(id: String, publicKey: [UInt8]) throws(SealError) {
    guard SealKey.isID(id) else { throw .key(.id) }
    guard publicKey.count == Ed25519.keyBytes else { throw .key(.length) }
    guard !SealKey.isWeak(publicKey) else { throw .key(.weak) }
    self.id = id
    self.publicKey = publicKey
  }

  static func isID(_ id: String) -> Bool {
    (1...256).contains(id.utf8.count) && id.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether the key is one of the points of order 8 or less, in any encoding. The highest bit is
  /// the sign of x, and those points have the same y with either sign.
  private static func isWeak(_ key: [UInt8]) -> Bool {
    var key = key
    key[31] &= 0x7F
    return weak.contains(key)
  }

  /// y of the points of small order: 0, 1, -1 and two of order 8; and p, p + 1, which are 0 and 1
  /// again.
  private static let weak: Set<[UInt8]> = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [
      0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98,
      0xF0, 0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53,
      0xFC, 0x05,
    ],
    [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
      0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC,
      0x03, 0x7A,
    ],
  ]
}

/// The keys that an app accepts seals of, and the ids that it no longer does.
///
/// ```swift
/// // The new key counts, the lost one does not any more.
/// let keys = try SealKeys([newKey, oldKey], revoked: ["2025-11"])
/// let snapshot = try Snapshot(sealed: text, keys: keys, policy: "Shop", subject: "ada")
/// ```
///
/// While a key is replaced, both the old and the new one are in the list. A key that others may know
/// is revoked by its id: what it signed is refused, also what it signed before.
public struct SealKeys: Sendable, Hashable {
  /// The keys by their ids.
  public let keys: [String: SealKey]
  /// The ids that are refused, whether or not their keys are in the list.
  public let revoked: Set<String>

  /// Keys with different ids.
  ///
  /// - Throws: ``SealError/key(_:)`` if two keys have one id.
  public init(_ keys: [SealKey], revoked: Set<String> = []) throws(SealError) {
    var table: [String: SealKey] = [:]
    for key in keys {
      guard table.updateValue(key, forKey: key.id) == nil else { throw .key(.twice(key.id)) }
    }
    self.keys = table
    self.revoked = revoked
  }

  /// The key of an id that is known and not revoked.
  func key(_ id: String) throws(SealError) -> SealKey {
    if revoked.contains(id) { throw .revokedKey(id) }
    // Equal texts can have different bytes; an id is its bytes.
    guard let key = keys[id], key.id.utf8.elementsEqual(id.utf8) else { throw .unknownKey(id) }
    return key
  }
}

extension SealKey {
  /// The public key as a JSON Web Key (RFC 8037).
  public var json: String { JSONValue.object(members).json() }

  var members: [JSONValue.Member] {
    [
      .init("kty", .text("OKP")), .init("crv", .text("Ed25519")), .init("kid", .text(id)),
      .init("x", .text(Base64.encode(publicKey, .url))),
    ]
  }

  /// A key from a JSON Web Key; its private half is left out if it is there.
  init(json value: JSONValue) throws(SealError) {
    let object = try SealKey.object(value)
    try object.checkForm()
    guard object["kty"] == .text("OKP"), object["crv"] == .text("Ed25519") else {
      throw .key(.kind)
    }
    guard case .text(let id) = object["kid"] else { throw .key(.id) }
    try self.init(id: id, publicKey: try SealKey.bytes(object["x"]))
  }

  static func object(_ value: JSONValue) throws(SealError) -> JSONObject {
    guard let object = try? JSONObject(value) else { throw .key(.unreadable) }
    return object
  }

  static func bytes(_ value: JSONValue?) throws(SealError) -> [UInt8] {
    guard case .text(let text) = value, let bytes = Base64.decode(text.utf8, .url) else {
      throw .key(.unreadable)
    }
    return bytes
  }

  static func read(_ bytes: [UInt8]) throws(SealError) -> JSONValue {
    guard bytes.count <= 1 << 20, let value = try? JSONReader.read(bytes) else {
      throw .key(.unreadable)
    }
    return value
  }
}

extension JSONObject {
  /// Refuses a key that is also a set: what the set says of it would be lost.
  fileprivate func checkForm() throws(SealError) {
    let isKey = ["kty", "crv", "kid", "x", "d"].contains { self[$0] != nil }
    if isKey, self["keys"] != nil || self["revoked"] != nil { throw .key(.mixed) }
  }
}

extension SealKeys {
  /// Reads a set of keys: `{"keys": [KEY], "revoked": [ID]}`, where a key is a JSON Web Key
  /// (RFC 8037) with `kty`, `crv`, `kid` and `x`, and `revoked` may be missing; or one such key. A mixture of both is refused.
  ///
  /// - Parameter bytes: UTF-8, at most 1 MiB.
  /// - Throws: ``SealError/key(_:)``.
  public init(json bytes: [UInt8]) throws(SealError) {
    let value = try SealKey.read(bytes)
    let object = try SealKey.object(value)
    try object.checkForm()
    guard let list = object["keys"] else {
      try self.init([try SealKey(json: value)])
      return
    }
    guard case .list(let values) = list else { throw .key(.unreadable) }
    var keys: [SealKey] = []
    for value in values { keys.append(try SealKey(json: value)) }
    try self.init(keys, revoked: try SealKeys.ids(object["revoked"]))
  }

  private static func ids(_ value: JSONValue?) throws(SealError) -> Set<String> {
    guard let value, value != .null else { return [] }
    guard case .list(let values) = value else { throw .key(.unreadable) }
    var ids: Set<String> = []
    for value in values {
      guard case .text(let id) = value else { throw .key(.unreadable) }
      ids.insert(id)
    }
    return ids
  }
}

extension SigningKey {
  /// The private key as a JSON Web Key (RFC 8037): keep it in a file that only its owner reads.
  public var privateJSON: String {
    let secret = JSONValue.Member("d", .text(Base64.encode(seed, .url)))
    return JSONValue.object(key.members + [secret]).json()
  }

  /// Reads a private key that ``privateJSON`` wrote.
  ///
  /// - Throws: ``SealError/key(_:)``, also if the two halves do not belong together;
  ///   ``SealError/unavailable`` in a build without the trait.
  public init(json bytes: [UInt8]) throws(SealError) {
    let value = try SealKey.read(bytes)
    let known = try SealKey(json: value)
    guard let secret = try SealKey.object(value)["d"] else { throw .key(.noPrivateHalf) }
    try self.init(seed: try SealKey.bytes(secret), id: known.id)
    guard key == known else { throw .key(.halves) }
  }
}

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
