import Testing
import TollgateRuntime

/// The hashes, against published vectors.
@Suite struct HashTests {
  /// MurmurHash3 x86 32 with seed 0: the published vectors (Wikipedia, SMHasher), checked against an
  /// implementation in Python.
  static let vectors: [(text: String, hash: UInt32)] = [
    ("", 0x0000_0000), ("a", 0x3C25_69B2), ("aa", 0x3710_91A9), ("abc", 0xB3DD_93FA),
    ("abcd", 0x43ED_676A), ("test", 0xBA6B_D213), ("Hello, world!", 0xC036_3E43),
    ("The quick brown fox jumps over the lazy dog", 0x2E4F_F723),
  ]

  @Test(arguments: vectors) func murmur3(vector: (text: String, hash: UInt32)) {
    #expect(Murmur3.hash(vector.text.utf8) == vector.hash)
  }

  @Test func theBucketOfASubjectIsStable() {
    #expect(Murmur3.hash("new-paywall:user-1".utf8) == 1_846_707_428)
    #expect(Murmur3.bucket(rollout: "new-paywall", subject: "user-1") == 4299)
  }

  @Test func sha256() {
    func hex(_ text: String) -> String {
      SHA256.hash(Array(text.utf8)[...]).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      hex(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
