import TollgateKit
import TollgateSeals
import Testing

/// Keys and what can be sealed with them.
@Suite struct KeyTests {
  @Test func aKeyIsReadAsItWasWritten() throws {
    let key = try SigningKey.make()
    let read = try SigningKey(json: Array(key.privateJSON.utf8))
    #expect(read.key == key.key)
    #expect(key.id == SigningKey.thumbprint(of: key.key.publicKey))
    #expect(try SealKeys(json: Array(key.key.json.utf8)).keys == [key.id: key.key])
    #expect(try SigningKey.make().key != key.key)
    let secret = try #require(key.privateJSON.split(separator: "\"d\":\"").last).prefix(43)
    #expect(!"\(key)".contains(secret) && !key.key.json.contains(secret))
    var dumped = ""
    dump(key, to: &dumped)
    #expect(!dumped.contains("seed"))
  }

  @Test func aSetOfKeysSaysWhichAreRevoked() throws {
    let (one, two) = (try Sample.key(1), try Sample.key(2))
    let json = #"{"keys": [\#(one.key.json), \#(two.key.json)], "revoked": ["key-1"]}"#
    let keys = try SealKeys(json: Array(json.utf8))
    #expect(keys == (try Sample.keys(1, 2, revoked: ["key-1"])))
    #expect(name { try Sample.open(Sample.sealed(one), keys) } == "revokedKey")
    #expect(name { try Sample.open(Sample.sealed(two), keys) } == "accepted")
  }

  @Test func keysThatAreNoneAreRefused() throws {
    let json = try Sample.key().privateJSON
    for (old, new) in [
      ("OKP", "EC"), ("Ed25519", "X25519"), ("key-1", ""), ("\"x\":\"", "\"x\":\"A"),
      ("\"d\":\"A", "\"d\":\"B"), ("\"d\"", "\"e\""), ("{", "["),
    ] {
      let changed = json.replacing(old, with: new)
      #expect(changed != json)
      #expect(name { try SigningKey(json: Array(changed.utf8)) } == "key", "\(new)")
    }
    for weak: [UInt8] in [
      [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
      [0xEC] + [UInt8](repeating: 0xFF, count: 31),
    ] {
      #expect(name { try SealKey(id: "a", publicKey: weak) } == "key")
    }
    #expect(name { try SealKey(id: "a", publicKey: [1, 2, 3]) } == "key")
    #expect(name { try SigningKey(seed: [1, 2, 3]) } == "key")
  }

  @Test func whatCannotBeSealedIsTold() throws {
    let key = try Sample.key()
    func outcome(_ change: (inout Snapshot) -> Void, _ end: Instant = Sample.end) -> String {
      var snapshot = Sample.snapshot
      change(&snapshot)
      return name {
        try key.seal(snapshot, policy: "Shop", sequence: 1, issued: Sample.now, expires: end)
      }
    }
    #expect(outcome { _ in } == "accepted")
    #expect(outcome { $0.subject = nil } == "unsealable")
    #expect(outcome { $0.asOf = Sample.end } == "unsealable")
    #expect(outcome({ _ in }, Sample.now) == "unsealable")
    #expect(outcome({ _ in }, Instant(milliseconds: .max)) == "unsealable")
    let nameless = try Policy(source: "feature a\n").compiled()
    #expect(name { try key.seal(policy: nameless, sequence: 1) } == "unsealable")
    #expect(name { try key.seal(policy: Sample.file(), sequence: -1) } == "unsealable")
    #expect(name { try key.seal(policy: [1, 2, 3], sequence: 1) } == "policy")
  }

  /// Every error has a sentence of its own in both languages.
  @Test func everyErrorHasItsOwnWords() {
    let errors: [SealError] = [
      .tooLong(bytes: 2, most: 1), .unreadable(.header), .claim("seq"), .unsigned, .algorithm,
      .kind, .unknownKey("a"), .revokedKey("a"), .signature, .file, .otherPolicy("a"),
      .otherSubject, .expired(Sample.now), .rolledBack(sequence: 1, floor: 2), .key(.weak),
      .key(.length), .key(.mixed), .unsealable(.noName), .unsealable(.noSubject), .unavailable,
    ]
    for locale in ["en", "zh-Hans"] {
      let words = errors.map { $0.description(in: locale) }
      #expect(Set(words).count == errors.count)
    }
  }
}
