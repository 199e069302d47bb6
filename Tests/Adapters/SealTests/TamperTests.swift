import Foundation
import TollgateKit
import TollgateSeals
import Testing

/// Nothing that was changed, forged or made for something else is accepted.
@Suite struct TamperTests {
  @Test func whatWasSealedIsAccepted() throws {
    let key = try Sample.key()
    let keys = try Sample.keys(1)
    let opened = try Sample.policy(key).open(keys: keys, named: "Shop", at: Sample.now)
    #expect(opened.claims.sequence == 7)
    #expect(opened.claims.key == "key-1")
    #expect(opened.policy.fingerprint == (try Policy(source: Sample.text).fingerprint))
    let snapshot = try Sample.open(Sample.sealed(key), keys)
    #expect(snapshot.subject == "user-42")
    #expect(snapshot.latestSeen == Sample.now)
    let policy = try Policy(sealed: Sample.policy(key), keys: keys, named: "Shop", at: Sample.now)
    #expect(policy.decide("export", for: snapshot, at: Sample.now).isAllowed)
    let sealed = try Sample.sealed(key).text + "\n"
    _ = try Snapshot(
      sealed: sealed, keys: keys, policy: "Shop", subject: "user-42", at: Sample.now)
  }

  @Test func everyByteOfASealedSnapshotCounts() throws {
    let keys = try Sample.keys(1)
    let bytes = Array(try Sample.sealed(try Sample.key()).text.utf8)
    for place in bytes.indices {
      for other: UInt8 in [bytes[place] ^ 1, bytes[place] ^ 0x20, bytes[place] ^ 0x80, 0x41, 0x2E]
      where other != bytes[place] {
        var changed = bytes
        changed[place] = other
        let sealed = SealedSnapshot(String(decoding: changed, as: UTF8.self))
        #expect(name { try Sample.open(sealed, keys) } != "accepted", "byte \(place): \(other)")
      }
      var shorter = bytes
      shorter.remove(at: place)
      let cut = SealedSnapshot(String(decoding: shorter, as: UTF8.self))
      #expect(name { try Sample.open(cut, keys) } != "accepted", "without byte \(place)")
    }
  }

  @Test func everyByteOfASealedPolicyCounts() throws {
    let keys = try Sample.keys(1)
    let sealed = try Sample.policy(try Sample.key())
    func outcome(_ policy: SealedPolicy) -> String {
      name { try policy.open(keys: keys, named: "Shop", at: Sample.now) }
    }
    for place in sealed.file.indices {
      var changed = sealed
      changed.file[place] ^= 1
      #expect(outcome(changed) == "file", "byte \(place) of the file")
    }
    let seal = Array(sealed.seal.utf8)
    for place in seal.indices {
      for other: UInt8 in [seal[place] ^ 1, seal[place] ^ 0x20, 0x41] where other != seal[place] {
        var changed = seal
        changed[place] = other
        let policy = SealedPolicy(
          file: sealed.file, seal: String(decoding: changed, as: UTF8.self))
        #expect(outcome(policy) != "accepted", "byte \(place) of the seal")
      }
    }
  }

  @Test func claimsAreThoseOfTheAsk() throws {
    let key = try Sample.key()
    let keys = try Sample.keys(1, 2)
    let sealed = try Sample.sealed(key)
    #expect(name { try Sample.open(sealed, keys) } == "accepted")
    #expect(name { try Sample.open(sealed, keys, policy: "Other") } == "otherPolicy")
    #expect(name { try Sample.open(sealed, keys, subject: "user-43") } == "otherSubject")
    #expect(name { try Sample.open(sealed, keys, subject: "") } == "otherSubject")
    #expect(name { try Sample.open(sealed, keys, at: Sample.end) } == "expired")
    let last = Instant(milliseconds: Sample.end.milliseconds - 1)
    #expect(name { try Sample.open(sealed, keys, at: last) } == "accepted")
    let policy = try Sample.policy(key, expires: Sample.end)
    func outcome(_ named: String, _ floor: Int64, _ now: Instant) -> String {
      name { try policy.open(keys: keys, named: named, floor: SealFloor(policy: floor), at: now) }
    }
    #expect(outcome("Shop", 7, Sample.now) == "accepted")
    #expect(outcome("Shop", 8, Sample.now) == "rolledBack")
    #expect(outcome("shop", 7, Sample.now) == "otherPolicy")
    #expect(outcome("Shop", 7, Sample.end) == "expired")
  }

  @Test func keysAreRotatedAndRevoked() throws {
    let sealed = try Sample.sealed(try Sample.key(1))
    #expect(name { try Sample.open(sealed, try Sample.keys(2)) } == "unknownKey")
    #expect(name { try Sample.open(sealed, try Sample.keys(1, 2)) } == "accepted")
    #expect(
      name { try Sample.open(sealed, try Sample.keys(2, 1, revoked: ["key-1"])) } == "revokedKey")
    #expect(
      name { try Sample.open(sealed, try Sample.keys(2, revoked: ["key-1"])) } == "revokedKey")
    // Another key that calls itself the same.
    let other = try Sample.sealed(try Sample.key(3, id: "key-1"))
    #expect(name { try Sample.open(other, try Sample.keys(1)) } == "signature")
    #expect(name { try SealKeys([Sample.key(1).key, Sample.key(2, id: "key-1").key]) } == "key")
  }

  /// A clock that is set back extends nothing.
  @Test func theLatestTimeSeenCounts() throws {
    let keys = try Sample.keys(1)
    let sealed = try Sample.sealed(try Sample.key())
    let early = Instant(milliseconds: 0)
    #expect(
      name { try Sample.open(sealed, keys, floor: SealFloor(latestSeen: Sample.end), at: early) }
        == "expired")
    let opened = try Sample.open(sealed, keys, at: early)
    // What was sealed later than the clock says proves the time.
    #expect(opened.latestSeen == Sample.now)
    #expect(
      name { try Sample.open(sealed, keys, floor: SealFloor(snapshot: 8), at: Sample.now) }
        == "rolledBack")
  }

  static let headers: [(String, String)] = [
    (#"{"alg":"none","kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "unsigned"),
    (#"{"alg":"None","kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "unsigned"),
    (#"{"alg":"HS256","kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "algorithm"),
    (#"{"alg":"ES256","kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "algorithm"),
    (#"{"alg":"eddsa","kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "algorithm"),
    (#"{"alg":["EdDSA"],"kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "algorithm"),
    (#"{"kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "algorithm"),
    (#"{"alg":"EdDSA","kid":"key-1","typ":"tollgate-policy+jws"}"#, "kind"),
    (#"{"alg":"EdDSA","kid":"key-1","typ":"JWT"}"#, "kind"),
    (#"{"alg":"EdDSA","kid":"key-1"}"#, "kind"),
    (#"{"alg":"EdDSA","typ":"tollgate-snapshot+jws"}"#, "unreadable"),
    (#"{"alg":"EdDSA","kid":"","typ":"tollgate-snapshot+jws"}"#, "unreadable"),
    (#"{"alg":"EdDSA","kid":1,"typ":"tollgate-snapshot+jws"}"#, "unreadable"),
    (#"{"alg":"EdDSA","kid":"key-2","typ":"tollgate-snapshot+jws"}"#, "unknownKey"),
    (
      #"{"alg":"EdDSA","kid":"key-1","typ":"tollgate-snapshot+jws","crit":["x"],"x":1}"#,
      "unreadable"
    ),
    (#"{"alg":"EdDSA","kid":"key-1","typ":"tollgate-snapshot+jws","jwk":{}}"#, "unreadable"),
    (#"{"alg":"none","alg":"EdDSA","kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "unreadable"),
    (#"{"alg":"EdDSA","kid":"key-2","kid":"key-1","typ":"tollgate-snapshot+jws"}"#, "unreadable"),
    (#"["EdDSA"]"#, "unreadable"),
    ("", "unreadable"),
    (#"{"typ":"tollgate-snapshot+jws","kid":"key-1","alg":"EdDSA"}"#, "accepted"),
  ]

  /// Each is signed by the right key.
  @Test(arguments: headers) func headersSayOnlyWhatIsKnown(header: String, result: String) throws {
    let sealed = try Sample.signed(header, Sample.claims)
    #expect(name { try Sample.open(sealed, try Sample.keys(1)) } == result)
  }

  static let payloads: [(String, String)] = [
    (Sample.claims, "accepted"),
    (Sample.claims.replacingOccurrences(of: #""seq":7"#, with: #""seq":-1"#), "claim"),
    (Sample.claims.replacingOccurrences(of: #""seq":7"#, with: #""seq":"7""#), "claim"),
    (Sample.claims.replacingOccurrences(of: #""seq":7"#, with: #""seq":7.0"#), "claim"),
    (Sample.claims.replacingOccurrences(of: #""seq":7,"#, with: ""), "claim"),
    (Sample.claims.replacingOccurrences(of: #""seq":7"#, with: #""seq":7,"seq":9"#), "unreadable"),
    (Sample.claims.replacingOccurrences(of: #""exp":1790086400,"#, with: ""), "claim"),
    (Sample.claims.replacingOccurrences(of: "1790086400", with: "1790000000"), "claim"),
    (Sample.claims.replacingOccurrences(of: "1790086400", with: "9223372036854775807"), "claim"),
    (Sample.claims.replacingOccurrences(of: #""iat":1790000000,"#, with: ""), "claim"),
    (Sample.claims.replacingOccurrences(of: "1790000000", with: "-5"), "claim"),
    (Sample.claims.replacingOccurrences(of: #""sub":"user-42","#, with: ""), "claim"),
    (
      Sample.claims.replacingOccurrences(of: #""subject":"user-42""#, with: #""subject":"x""#),
      "claim"
    ),
    (Sample.claims.replacingOccurrences(of: #","subject":"user-42""#, with: ""), "claim"),
    (Sample.claims.replacingOccurrences(of: #""policy":"Shop","#, with: ""), "claim"),
    (Sample.claims.replacingOccurrences(of: #""schema":1"#, with: #""schema":2"#), "snapshot"),
    (Sample.claims.replacingOccurrences(of: #""seq":7"#, with: #""seq":7,"more":1"#), "accepted"),
    ("[]", "unreadable"), ("", "unreadable"), ("\u{FEFF}{", "unreadable"),
  ]

  @Test(arguments: payloads) func claimsAreChecked(payload: String, result: String) throws {
    let sealed = try Sample.signed(Sample.header, payload)
    #expect(name { try Sample.open(sealed, try Sample.keys(1)) } == result)
  }

  @Test func textsHaveThreePartsOfPlainBase64URL() throws {
    let keys = try Sample.keys(1)
    let text = try Sample.signed(Sample.header, Sample.claims).text
    let parts = text.split(separator: ".").map(String.init)
    func outcome(_ text: String) -> String {
      name { try Sample.open(SealedSnapshot(text), keys) }
    }
    #expect(outcome(text) == "accepted")
    #expect(outcome("\(parts[0]).\(parts[1]).") == "unsigned")
    #expect(outcome("\(parts[0]).\(parts[1])") == "unreadable")
    #expect(outcome("\(text).\(parts[2])") == "unreadable")
    #expect(outcome("") == "unreadable")
    #expect(outcome("..") == "unreadable")
    for padding in ["=", "==", " ", "\n", "\u{0}"] {
      #expect(outcome(text + padding + (padding == "\n" ? "\n" : "")) != "accepted")
      #expect(outcome("\(parts[0])\(padding).\(parts[1]).\(parts[2])") != "accepted")
      #expect(outcome("\(parts[0]).\(parts[1])\(padding).\(parts[2])") != "accepted")
    }
    // The last letter of 64 bytes has four bits that are not used: 15 other letters say the same.
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(text.last)
    for letter in alphabet where letter != last {
      #expect(outcome(String(text.dropLast()) + String(letter)) != "accepted")
    }
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(
      of: "_", with: "/")
    if standard != text { #expect(outcome(standard) != "accepted") }
    let long = SealedSnapshot(String(repeating: "A", count: 23 << 20))
    #expect(name { try Sample.open(long, keys) } == "tooLong")
  }

  /// The seal of one policy beside another, of a snapshot in the place of a policy's.
  @Test func aSealIsOfOneThing() throws {
    let key = try Sample.key()
    let keys = try Sample.keys(1)
    let other = try Policy(source: Sample.text + "\nfeature more\n").compiled()
    let policy = try Sample.policy(key)
    let mixed = SealedPolicy(file: other, seal: policy.seal)
    #expect(name { try mixed.open(keys: keys, named: "Shop", at: Sample.now) } == "file")
    let snapshot = SealedPolicy(file: policy.file, seal: try Sample.sealed(key).text)
    #expect(name { try snapshot.open(keys: keys, named: "Shop", at: Sample.now) } == "kind")
    #expect(name { try Sample.open(SealedSnapshot(policy.seal), keys) } == "kind")
  }
}
