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
