import Crypto
import Foundation
import TollgateKit
import TollgateSeals

/// What the tests seal, and keys to do it with.
enum Sample {
  static let now = Instant(milliseconds: 1_790_000_000_000)
  static let end = now.advanced(by: 86_400_000)

  static let text = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
    feature export
    meter bills
    export requires pro
    bills > 5 requires pro
    """

  static func file(_ text: String = text) throws -> [UInt8] {
    try Policy(source: text).compiled()
  }

  static func key(_ byte: UInt8 = 1, id: String? = nil) throws -> SigningKey {
    try SigningKey(seed: [UInt8](repeating: byte, count: 32), id: id ?? "key-\(byte)")
  }

  static func keys(_ bytes: UInt8..., revoked: Set<String> = []) throws -> SealKeys {
    try SealKeys(bytes.map { try key($0).key }, revoked: revoked)
  }

  static func policy(
    _ key: SigningKey, sequence: Int64 = 7, expires: Instant? = nil, text: String = text
  ) throws -> SealedPolicy {
    let file = try file(text)
    let seal = try key.seal(policy: file, sequence: sequence, issued: now, expires: expires)
    return SealedPolicy(file: file, seal: seal)
  }

  static let snapshot = Snapshot(
    subject: "user-42", asOf: now, grants: [Grant(product: "annual")], usage: ["bills": Usage(3)])

  static func sealed(_ key: SigningKey, sequence: Int64 = 7) throws -> SealedSnapshot {
    SealedSnapshot(
      try key.seal(snapshot, policy: "Shop", sequence: sequence, issued: now, expires: end))
  }

  static func open(
    _ sealed: SealedSnapshot, _ keys: SealKeys, policy: String = "Shop",
    subject: String = "user-42", floor: SealFloor = SealFloor(), at time: Instant = now
  ) throws -> Snapshot {
    try sealed.open(keys: keys, policy: policy, subject: subject, floor: floor, at: time).snapshot
  }

  /// The claims of a sound snapshot.
  static let claims = """
    {"policy":"Shop","sub":"user-42","iat":1790000000,"exp":1790086400,"seq":7,"snapshot":\
    {"schema":1,"subject":"user-42"}}
    """

  static let header = #"{"alg":"EdDSA","kid":"key-1","typ":"tollgate-snapshot+jws"}"#

  /// Any header and payload, signed by the key of the samples.
  static func signed(_ header: String, _ payload: String) throws -> SealedSnapshot {
    let message = url(Data(header.utf8)) + "." + url(Data(payload.utf8))
    let key = try Curve25519.Signing.PrivateKey(
      rawRepresentation: [UInt8](repeating: 1, count: 32))
    return SealedSnapshot(message + "." + url(try key.signature(for: Data(message.utf8))))
  }

  static func url(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { place in
      let start = hex.index(hex.startIndex, offsetBy: place)
      return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
    }
  }
}

/// A short name for each error, to be compared.
func name(of body: () throws -> some Any) -> String {
  do {
    _ = try body()
    return "accepted"
  } catch let error as SealError {
    return String("\(Mirror(reflecting: error).children.first?.label ?? plain(error))")
  } catch {
    return "\(type(of: error))"
  }
}

private func plain(_ error: SealError) -> String {
  switch error {
  case .unsigned: "unsigned"
  case .algorithm: "algorithm"
  case .kind: "kind"
  case .signature: "signature"
  case .file: "file"
  case .otherSubject: "otherSubject"
  case .unavailable: "unavailable"
  default: "other"
  }
}
