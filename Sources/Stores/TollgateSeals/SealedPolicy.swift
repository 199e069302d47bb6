#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
public import TollgateRuntime

/// A compiled policy with a seal beside it (a detached signature), not yet checked.
///
/// ```swift
/// let sealed = try SealedPolicy(contentsOf: url)  // the file, and the seal beside it
/// let policy = try Policy(sealed: sealed, keys: keys, named: "Shop", floor: floor)
/// try gate.store.replace(policy)
/// ```
///
/// The seal is a JWS (RFC 7515, `EdDSA`) whose claims bind the policy's name, its fingerprint, the
/// SHA-256 of all bytes of the file, the time and a sequence number.
public struct SealedPolicy: Sendable, Hashable {
  /// The compiled file.
  public var file: [UInt8]
  /// The seal, in three parts of base64url.
  public var seal: String

  /// A compiled file and its seal.
  public init(file: [UInt8], seal: String) {
    self.file = file
    self.seal = seal
  }

  /// Reads a compiled file, and its seal from the file beside it that ends in `.seal`.
  ///
  /// - Throws: The file system's error. Nothing is checked yet.
  public init(contentsOf url: URL) throws {
    file = [UInt8](try Data(contentsOf: url))
    let seal = try Data(contentsOf: url.appendingPathExtension("seal"))
    self.seal = String(decoding: seal, as: UTF8.self)
  }

  /// The policy and what its seal says, if the seal is genuine and meant for this use.
  ///
  /// - Parameters:
  ///   - keys: The keys that are accepted.
  ///   - name: The name of the policy that is expected.
  ///   - floor: The lowest that is accepted.
  ///   - now: The time; the floor's latest time goes before an earlier one.
  /// - Throws: ``SealError``; nothing of the policy is used then.
  public func open(
    keys: SealKeys, named name: String, floor: SealFloor = SealFloor(), at now: Instant = .now
  ) throws(SealError) -> (policy: Policy, claims: SealClaims) {
    let text = try SealedText(SealedPolicy.trimmed(seal), .policy, keys: keys)
    let claims = try SealClaims(text.payload, key: text.key)
    let digest = try SealClaims.text(text.payload, "file")
    let fingerprint = try SealClaims.text(text.payload, "fingerprint")
    try claims.check(
      policy: name, subject: nil, least: floor.policy, at: floor.effective(now))
    guard digest == SealedPolicy.digest(of: file) else { throw .file }
    let policy = try policy()
    guard policy.name.utf8.elementsEqual(claims.policy.utf8), policy.fingerprint == fingerprint
    else { throw .file }
    return (policy, claims)
  }

  /// The policy in the file, whose every byte the seal vouches for.
  private func policy() throws(SealError) -> Policy {
    do throws(PolicyError) {
      return try Policy(compiled: file, trusting: .ownBundle)
    } catch {
      throw .policy(error)
    }
  }

  /// The bytes of a text without the end of line that an editor may have added.
  static func trimmed(_ text: String) -> ArraySlice<UInt8> {
    var bytes = Array(text.utf8)[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes
  }

  /// `sha256:` and 64 hexadecimal digits.
  static func digest(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let hash = SHA256.hash(bytes[...]).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "sha256:" + String(decoding: hash, as: UTF8.self)
  }
}

extension Policy {
  /// The policy in a compiled file with a seal. See ``SealedPolicy/open(keys:named:floor:at:)``.
  public init(
    sealed: SealedPolicy, keys: SealKeys, named name: String, floor: SealFloor = SealFloor(),
    at now: Instant = .now
  ) throws(SealError) {
    self = try sealed.open(keys: keys, named: name, floor: floor, at: now).policy
  }
}

extension SigningKey {
  /// The seal of a compiled policy.
  ///
  /// - Parameters:
  ///   - file: The bytes of the compiled file; its fingerprint is worked out again.
  ///   - sequence: Higher than that of the policy before.
  ///   - issued: The present time, kept to the second.
  ///   - expires: From when on the policy is refused; nil for never.
  /// - Throws: ``SealError``.
  public func seal(
    policy file: [UInt8], sequence: Int64, issued: Instant = .now, expires: Instant? = nil
  ) throws(SealError) -> String {
    let policy: Policy
    do throws(PolicyError) {
      policy = try Policy(compiled: file)
    } catch {
      throw .policy(error)
    }
    guard !policy.name.isEmpty else { throw .unsealable(.noName) }
    let claims = SealClaims(
      policy: policy.name, issued: issued, expires: expires, sequence: sequence, key: id)
    let members = try claims.members()
    return try SealedText.text(
      members + [
        .init("fingerprint", .text(policy.fingerprint)),
        .init("file", .text(SealedPolicy.digest(of: file))),
      ], .policy, key: self)
  }
}
