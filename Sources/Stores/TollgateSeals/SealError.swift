public import TollgateKit
public import TollgateRuntime

/// The reason why something sealed, or a key, is refused. Nothing of it is used then.
///
/// ```swift
/// do {
///   let snapshot = try Snapshot(sealed: text, keys: keys, policy: "Shop", subject: "ada")
///   gate.update(merging: snapshot)
/// } catch {
///   log("the server's answer is not used: \(error)")
/// }
/// ```
public enum SealError: Error, Sendable {
  // MARK: It cannot be read.

  /// The text is longer than any seal.
  case tooLong(bytes: Int, most: Int)
  /// A part is not what it must be.
  case unreadable(Part)
  /// A claim is missing, or has the wrong type or value.
  case claim(String)
  /// The snapshot in it cannot be read.
  case snapshot(SnapshotError)
  /// The sealed file cannot be read as a policy, or lacks what the app asks for.
  case policy(PolicyError)

  // MARK: It is not signed as it must be.

  /// It is not signed at all: `alg` is `none`, or there is no signature.
  case unsigned
  /// It is signed with another algorithm than EdDSA.
  case algorithm
  /// It is a seal of another kind, such as a policy's where a snapshot's is expected.
  case kind
  /// No key of this id is known.
  case unknownKey(String)
  /// The key of this id is revoked.
  case revokedKey(String)
  /// The signature is not that of this text by this key.
  case signature
  /// The bytes of the file are not those that were sealed.
  case file

  // MARK: It is genuine, and not to be used here.

  /// It belongs to the policy of this name.
  case otherPolicy(String)
  /// It is about another user.
  case otherSubject
  /// It could be used until this instant.
  case expired(Instant)
  /// Its sequence number is below the least one that is accepted.
  case rolledBack(sequence: Int64, floor: Int64)

  // MARK: Keys and builds.

  /// The key cannot be used.
  case key(KeyFault)
  /// The document cannot be sealed.
  case unsealable(Unsealable)
  /// This build has no Ed25519: it needs the trait `Seals`.
  case unavailable

  /// A part of a seal.
  public enum Part: String, Sendable, Hashable {
    /// Three parts separated by points.
    case text
    /// The first part.
    case header
    /// The second part.
    case payload
    /// The third part.
    case signature
  }

  /// The fault of a key.
  public enum KeyFault: Sendable, Hashable {
    /// It is not JSON of the expected form.
    case unreadable
    /// It has members of one key and members of a set of keys.
    case mixed
    /// It is no Ed25519 key.
    case kind
    /// It has no id, or one that is too long.
    case id
    /// It does not have 32 bytes.
    case length
    /// It accepts signatures of anything.
    case weak
    /// Two keys have this id.
    case twice(String)
    /// It is a public key, where a private one is needed.
    case noPrivateHalf
    /// Its private and public halves do not belong together.
    case halves
  }

  /// Why something cannot be sealed.
  public enum Unsealable: Sendable, Hashable {
    /// The policy has no name.
    case noName
    /// The snapshot has no subject.
    case noSubject
    /// It would end before it begins, or before the time of its data.
    case ended
    /// The sequence number is below 0.
    case sequence
    /// An instant is outside the years 1970 to 9999.
    case instant
  }
}
