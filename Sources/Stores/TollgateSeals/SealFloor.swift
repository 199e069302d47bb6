public import TollgateKit
public import TollgateRuntime

/// The lowest that is accepted: an older policy or snapshot, though genuine, does not come back.
///
/// ```swift
/// // Kept between launches: an older seal is not taken again.
/// var floor = try SealFloor(json: text)
/// let opened = try SealedSnapshot(text).open(
///   keys: keys, policy: "Shop", subject: "ada", floor: floor)
/// floor.snapshot = opened.claims.sequence
/// ```
///
/// An app keeps it (``json``) where its snapshots are, and gives it back at the next start. A device
/// that its owner controls can lose it; a server cannot.
public struct SealFloor: Sendable, Hashable {
  /// The lowest sequence number of a policy.
  public var policy: Int64
  /// The lowest sequence number of a snapshot.
  public var snapshot: Int64
  /// The latest time ever seen; an earlier clock is not believed. Nil if none is known.
  public var latestSeen: Instant?

  /// A floor; by default, everything is accepted.
  public init(policy: Int64 = 0, snapshot: Int64 = 0, latestSeen: Instant? = nil) {
    self.policy = policy
    self.snapshot = snapshot
    self.latestSeen = latestSeen
  }

  /// The later of a clock and the latest time seen.
  public func effective(_ now: Instant) -> Instant { max(now, latestSeen ?? now) }

  /// Takes note of a time.
  public mutating func see(_ instant: Instant) { latestSeen = effective(instant) }

  /// `{"policy": 3, "snapshot": 12, "latestSeen": "2026-11-22T20:00:00Z"}`
  public var json: String {
    var members: [JSONValue.Member] = [
      .init("policy", .integer(policy)), .init("snapshot", .integer(snapshot)),
    ]
    if let latestSeen { members.append(.init("latestSeen", .instant(latestSeen))) }
    return JSONValue.object(members).json()
  }

  /// Reads what ``json`` wrote.
  ///
  /// - Throws: ``SnapshotError`` with the path of the problem. An app whose floor is damaged asks
  ///   its server for one.
  public init(json text: String) throws(SnapshotError) {
    let object = try JSONObject(try SnapshotError.read(Array(text.utf8)))
    policy = try object.read("policy", Read.amount) ?? 0
    snapshot = try object.read("snapshot", Read.amount) ?? 0
    latestSeen = try object.read("latestSeen", Read.instant)
  }
}
