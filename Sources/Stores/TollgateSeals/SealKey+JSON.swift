import TollgateKit

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
