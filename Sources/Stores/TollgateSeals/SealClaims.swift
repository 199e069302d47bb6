public import TollgateRuntime
import TollgateKit

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
