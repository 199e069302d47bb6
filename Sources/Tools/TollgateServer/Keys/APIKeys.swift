public import Foundation
public import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// A key that callers show: what it may do, and for which policies. The key itself is kept nowhere,
/// only its SHA-256: keys are drawn at random, so there is nothing to guess.
public struct APIKey: Sendable, Hashable {
  /// The rights that a key may have.
  public enum Permission: String, Sendable, Hashable, CaseIterable {
    /// Ask about a user.
    case ask
    /// Count what a user uses.
    case count
    /// Change and delete users.
    case write
    /// Reload policies, and read the metrics and what a shadow policy says.
    case admin
  }

  /// Who has it, for the log.
  public let name: String
  /// The SHA-256 of its text, in bytes.
  let digest: [UInt8]
  /// Its rights.
  public let permissions: Set<Permission>
  /// The policies that it is for; nil for all.
  public let policies: Set<String>?

  func isFor(_ policy: String) -> Bool { policies?.contains(policy) ?? true }

  /// Draws a new key.
  ///
  /// - Returns: The key to give away, and the line that the file of keys gets.
  public static func draw(
    name: String, permissions: Set<Permission>, policies: Set<String>? = nil
  ) -> (text: String, key: APIKey) {
    var random = SystemRandomNumberGenerator()
    var text = "tg_"
    text += hex((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
    let key = APIKey(
      name: name, digest: SHA256.hash(Array(text.utf8)[...]), permissions: permissions,
      policies: policies)
    return (text, key)
  }

  /// The key as an element of the file's list.
  public var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("name", name)
      writer.member("sha256", APIKey.hex(digest))
      writer.member("may", APIKey.Permission.allCases.filter(permissions.contains).map(\.rawValue))
      if let policies { writer.member("policies", policies.sorted()) }
    }
    return writer.text
  }

  fileprivate static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// The keys of a server, from a file:
///
/// ```json
/// {"schema": 1, "keys": [{"name": "shop", "sha256": "9f86…", "may": ["ask", "count"],
///                         "policies": ["Shop"]}]}
/// ```
///
/// Without `policies` a key is for all of them. `tollgate key api` draws a key and prints its line.
public struct APIKeys: Sendable, Hashable {
  private let keys: [APIKey]

  /// No keys.
  public init() { keys = [] }

  private init(_ keys: [APIKey]) { self.keys = keys }

  /// These keys and one more.
  ///
  /// - Throws: `SnapshotError` if one of them has its name.
  public func adding(_ key: APIKey) throws(SnapshotError) -> APIKeys {
    guard !keys.contains(where: { $0.name == key.name }) else { throw APIKeys.twice(key.name) }
    return APIKeys(keys + [key])
  }

  private static func twice(_ name: String) -> SnapshotError {
    SnapshotError(
      .refused(
        "two keys are called \(JSONText.quoted(name)); give each its own name",
        chinese: "有两个名为 \(JSONText.quoted(name)) 的密钥；请分别命名"))
  }

  /// The file.
  public var json: String {
    let lines = keys.map { "  " + $0.json }.joined(separator: ",\n")
    return "{\"schema\": 1, \"keys\": [\n\(lines)\n]}\n"
  }

  /// Reads the file.
  ///
  /// - Throws: `SnapshotError` with the place of the mistake.
  public init(json data: Data) throws(SnapshotError) {
    let value = try SnapshotError.read([UInt8](data.prefix(JSONReader.mostBytes + 1)))
    let object = try JSONObject(value)
    guard object["schema"] == .integer(1) else {
      throw SnapshotError(.schema(found: object["schema"]))
    }
    keys = try object.require("keys", .list) { value throws(SnapshotError) in
      try value.readList(APIKey.init(json:))
    }
    let twice = Dictionary(grouping: keys) { $0.name }.first { $0.value.count > 1 }
    if let twice { throw APIKeys.twice(twice.key) }
  }

  /// The key that somebody has; nil if there is none.
  func key(of name: String) -> APIKey? { keys.first { $0.name == name } }

  /// The key with this text; nil if there is none. It takes as long for every text of one length.
  func key(_ text: String) -> APIKey? {
    let digest = SHA256.hash(Array(text.utf8)[...])
    var found: APIKey?
    for key in keys where key.digest.isSame(as: digest) { found = key }
    return found
  }
}

extension APIKey {
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    name = try object.require("name", .text, Read.text)
    digest = try object.require("sha256", .text) { value throws(SnapshotError) in
      guard let bytes = APIKey.bytes(hex: try Read.text(value)), bytes.count == 32 else {
        throw SnapshotError(
          .refused(
            "expected the SHA-256 of the key in 64 hexadecimal digits",
            chinese: "应为 64 位十六进制的 SHA-256"))
      }
      return bytes
    }
    let names = Permission.allCases.map { $0.rawValue }
    permissions = Set(
      try object.require("may", .list) { value throws(SnapshotError) in
        try value.readList { value throws(SnapshotError) in
          guard let permission = Permission(rawValue: try Read.text(value)) else {
            throw value.isNot(.oneOf(names))
          }
          return permission
        }
      })
    policies = try object.read("policies") { value throws(SnapshotError) in
      Set(try value.readList(Read.text))
    }
  }

  private static func bytes(hex text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[place...(place + 1)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension [UInt8] {
  /// Whether the bytes are the same, in a time that depends on their number alone.
  func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for (mine, theirs) in zip(self, other) { difference |= mine ^ theirs }
    return difference == 0
  }
}
