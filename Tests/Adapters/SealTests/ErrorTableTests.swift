import Foundation
import TollgateKit
import TollgateSeals
import Testing

/// The table of the errors of seals in the documentation, against the cases of the code: each row
/// has something here that is refused with just that error.
@Suite struct ErrorTableTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The errors in the first column of the table.
  private static func rows() throws -> [String] {
    let page = try text("Sources/TollgateKit/TollgateKit.docc/Guides/Security.md")
    return page.split(separator: "\n").filter { $0.hasPrefix("| `SealError.") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`SealError\.([A-Za-z]+)`/).map { String($0.1) }
    }
  }

  /// The cases as the code declares them, of the enum itself and not of those inside it.
  private static func cases() throws -> [String] {
    let code = try text("Sources/TollgateSeals/SealError.swift")
    return code.matches(of: /(?m)^  case ([a-zA-Z]+)/).map { String($0.1) }
  }

  @Test func everyCaseIsARowAndEveryRowIsProvoked() throws {
    let rows = try ErrorTableTests.rows()
    #expect(rows.count == Set(rows).count)
    #expect(try Set(rows) == Set(ErrorTableTests.cases()))
    #expect(rows.count >= 19)
    let provoked = try provocations()
    #expect(Set(provoked.keys) == Set(rows))
    for (error, provoke) in provoked {
      #expect(name(of: provoke) == error, "\(error)")
    }
  }

  /// For each error something that is refused with it. `unavailable` is that of a build without
  /// Ed25519, which `CommandTests` provokes: here it is only made.
  private func provocations() throws -> [String: () throws -> Any] {
    let key = try Sample.key()
    let keys = try Sample.keys(1)
    let sealed = try Sample.sealed(key)
    let policy = try Sample.policy(key)
    func header(_ old: String, _ new: String) throws -> SealedSnapshot {
      try Sample.signed(Sample.header.replacing(old, with: new), Sample.claims)
    }
    func claims(_ old: String, _ new: String) throws -> SealedSnapshot {
      try Sample.signed(Sample.header, Sample.claims.replacing(old, with: new))
    }
    func open(_ snapshot: SealedSnapshot, _ keys: SealKeys) throws -> Any {
      try Sample.open(snapshot, keys)
    }
    var changed = policy
    changed.file[100] ^= 1
    return [
      "unsigned": { try open(header("EdDSA", "none"), keys) },
      "algorithm": { try open(header("EdDSA", "RS256"), keys) },
      "kind": { try open(SealedSnapshot(policy.seal), keys) },
      "unknownKey": { try open(sealed, Sample.keys(2)) },
      "revokedKey": { try open(sealed, Sample.keys(1, revoked: ["key-1"])) },
      "signature": { try open(Sample.sealed(Sample.key(3, id: "key-1")), keys) },
      "file": { try changed.open(keys: keys, named: "Shop", at: Sample.now) },
      "otherPolicy": { try Sample.open(sealed, keys, policy: "Other") },
      "otherSubject": { try Sample.open(sealed, keys, subject: "user-43") },
      "expired": { try Sample.open(sealed, keys, at: Sample.end) },
      "rolledBack": { try Sample.open(sealed, keys, floor: SealFloor(snapshot: 8)) },
      "claim": { try open(claims(#""seq":7"#, #""seq":"7""#), keys) },
      "unreadable": { try open(SealedSnapshot("a.b"), keys) },
      "tooLong": {
        let seal = String(repeating: "A", count: (16 << 10) + 1)
        return try SealedPolicy(file: [], seal: seal).open(keys: keys, named: "Shop")
      },
      "snapshot": { try open(claims(#""schema":1"#, #""schema":2"#), keys) },
      "policy": { try key.seal(policy: [1, 2, 3], sequence: 1) },
      "key": { try SealKey(id: "a", publicKey: [1, 2, 3]) },
      "unsealable": { try key.seal(policy: Sample.file(), sequence: -1) },
      "unavailable": { throw SealError.unavailable },
    ]
  }
}
