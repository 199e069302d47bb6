import TollgateKit
public import TollgateRuntime

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

/// The claims of a seal about its document.
///
/// ```swift
/// let sealed = SealedSnapshot(text)
/// let (snapshot, claims) = try sealed.open(keys: keys, policy: "Shop", subject: "ada")
/// gate.update(merging: snapshot)
/// log("sealed at \(claims.issued) with \(claims.key), number \(claims.sequence)")
/// ```
public struct SealClaims: Sendable, Hashable {
  /// The name of the policy that it is, or that it is for.
  public var policy: String
  /// The user that a snapshot is about; nil for a policy.
  public var subject: String?
  /// When it was sealed, to the second.
  public var issued: Instant
  /// From when on it is refused; nil for never. A snapshot always has one.
  public var expires: Instant?
  /// A number that rises with each policy, or with each snapshot of a user.
  public var sequence: Int64
  /// The id of the key that signed it.
  public var key: String
}

extension SealClaims {
  /// Seconds since 1970 up to the end of the year 9999.
  private static let seconds: ClosedRange<Int64> = 0...253_402_300_799

  /// Reads the claims that seals of both kinds have.
  init(_ object: JSONObject, key: String) throws(SealError) {
    policy = try SealClaims.text(object, "policy")
    subject = object["sub"] == nil ? nil : try SealClaims.text(object, "sub")
    issued = try SealClaims.instant(object, "iat")
    expires = object["exp"] == nil ? nil : try SealClaims.instant(object, "exp")
    guard case .integer(let number) = object["seq"], number >= 0 else { throw .claim("seq") }
    sequence = number
    self.key = key
    if let expires, expires <= issued { throw .claim("exp") }
  }

  static func text(_ object: JSONObject, _ name: String) throws(SealError) -> String {
    guard case .text(let text) = object[name], !text.isEmpty else { throw .claim(name) }
    return text
  }

  private static func instant(_ object: JSONObject, _ name: String) throws(SealError) -> Instant {
    guard case .integer(let number) = object[name], seconds.contains(number) else {
      throw .claim(name)
    }
    return Instant(milliseconds: number * 1000)
  }

  /// The claims as members of an object.
  ///
  /// - Throws: ``SealError/unsealable(_:)`` for numbers that no seal can say.
  func members() throws(SealError) -> [JSONValue.Member] {
    guard sequence >= 0 else { throw .unsealable(.sequence) }
    var members: [JSONValue.Member] = [.init("policy", .text(policy))]
    if let subject { members.append(.init("sub", .text(subject))) }
    let issue = try SealClaims.second(issued)
    members.append(.init("iat", .integer(issue)))
    if let expires {
      let end = try SealClaims.second(expires)
      guard end > issue else { throw .unsealable(.ended) }
      members.append(.init("exp", .integer(end)))
    }
    members.append(.init("seq", .integer(sequence)))
    return members
  }

  private static func second(_ instant: Instant) throws(SealError) -> Int64 {
    let second = instant.milliseconds / 1000
    guard instant.milliseconds >= 0, seconds.contains(second) else {
      throw .unsealable(.instant)
    }
    return second
  }

  /// Checks that a genuine seal is meant for this policy and user, and is neither old nor expired.
  ///
  /// - Parameters:
  ///   - subject: The user; nil for the seal of a policy.
  ///   - least: The lowest sequence number that is accepted.
  ///   - now: The latest time that is known.
  func check(
    policy name: String, subject user: String?, least: Int64, at now: Instant
  ) throws(SealError) {
    guard policy.utf8.elementsEqual(name.utf8) else { throw .otherPolicy(policy) }
    if let user {
      guard let subject, subject.utf8.elementsEqual(user.utf8) else { throw .otherSubject }
    }
    guard sequence >= least else { throw .rolledBack(sequence: sequence, floor: least) }
    // A document sealed at an instant proves that it has come, whatever a clock says.
    if let expires, max(now, issued) >= expires { throw .expired(expires) }
  }
}
