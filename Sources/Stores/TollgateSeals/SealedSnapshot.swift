public import TollgateKit
public import TollgateRuntime

/// A snapshot that is sealed: a JWS (RFC 7515, `EdDSA` as in RFC 8037), not yet checked.
///
/// ```swift
/// let sealed = SealedSnapshot(text)
/// let opened = try sealed.open(keys: keys, policy: "Shop", subject: "ada", floor: floor)
/// gate.update(merging: opened.snapshot)
/// ```
///
/// Its claims are `policy`, `sub`, `iat`, `exp` and `seq`, and `snapshot` with the snapshot itself
/// (schema 1). All are required; others are ignored.
public struct SealedSnapshot: Sendable, Hashable {
  /// Three parts of base64url.
  public var text: String

  /// A sealed text.
  public init(_ text: String) {
    self.text = text
  }

  /// The snapshot and what its seal says, if the seal is genuine and meant for this use.
  ///
  /// - Parameters:
  ///   - keys: The keys that are accepted.
  ///   - policy: The name of the policy that asks.
  ///   - subject: The user that asks.
  ///   - floor: The lowest that is accepted.
  ///   - now: The time; the floor's latest time goes before an earlier one.
  /// - Throws: ``SealError``; nothing of the snapshot is used then.
  public func open(
    keys: SealKeys, policy: String, subject: String, floor: SealFloor = SealFloor(),
    at now: Instant = .now
  ) throws(SealError) -> (snapshot: Snapshot, claims: SealClaims) {
    let text = try SealedText(SealedPolicy.trimmed(self.text), .snapshot, keys: keys)
    let claims = try SealClaims(text.payload, key: text.key)
    guard let named = claims.subject else { throw .claim("sub") }
    guard claims.expires != nil else { throw .claim("exp") }
    guard let value = text.payload["snapshot"] else { throw .claim("snapshot") }
    var snapshot = try SealedSnapshot.snapshot(value)
    guard let inner = snapshot.subject, inner.utf8.elementsEqual(named.utf8) else {
      throw .claim("sub")
    }
    // The latest time that is known, as a decision works it out.
    let known = [snapshot.asOf, snapshot.latestSeen, floor.effective(now)].compactMap { $0 }
    try claims.check(
      policy: policy, subject: subject, least: floor.snapshot, at: known.max() ?? now)
    let seen = [snapshot.latestSeen, floor.latestSeen, claims.issued].compactMap { $0 }
    snapshot.latestSeen = seen.max()
    return (snapshot, claims)
  }

  private static func snapshot(_ value: JSONValue) throws(SealError) -> Snapshot {
    do throws(SnapshotError) {
      return try Snapshot(json: value)
    } catch {
      throw .snapshot(error)
    }
  }
}

extension Snapshot {
  /// The snapshot in a sealed text. See ``SealedSnapshot/open(keys:policy:subject:floor:at:)``.
  public init(
    sealed text: String, keys: SealKeys, policy: String, subject: String,
    floor: SealFloor = SealFloor(), at now: Instant = .now
  ) throws(SealError) {
    self = try SealedSnapshot(text)
      .open(keys: keys, policy: policy, subject: subject, floor: floor, at: now).snapshot
  }
}

extension SigningKey {
  /// The sealed text of a snapshot, which must have a subject.
  ///
  /// - Parameters:
  ///   - policy: The name of the policy that it is for.
  ///   - sequence: Higher than that of the user's snapshot before.
  ///   - issued: The present time, kept to the second.
  ///   - expires: From when on the snapshot is refused.
  /// - Throws: ``SealError``.
  public func seal(
    _ snapshot: Snapshot, policy: String, sequence: Int64, issued: Instant = .now, expires: Instant
  ) throws(SealError) -> String {
    guard let subject = snapshot.subject, !subject.isEmpty else {
      throw .unsealable(.noSubject)
    }
    guard !policy.isEmpty else { throw .unsealable(.noName) }
    for known in [snapshot.asOf, snapshot.latestSeen] {
      if let known, known >= expires { throw .unsealable(.ended) }
    }
    let claims = SealClaims(
      policy: policy, subject: subject, issued: issued, expires: expires, sequence: sequence,
      key: id)
    let members = try claims.members()
    guard let value = try? JSONReader.read(Array(snapshot.json().utf8)) else {
      throw .claim("snapshot")
    }
    return try SealedText.text(members + [.init("snapshot", value)], .snapshot, key: self)
  }
}
