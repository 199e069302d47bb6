import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateAppStore

@Suite struct RootTests {
  @Test func thePinnedRootIsThatOfApple() {
    let digits = TrustedRoots.apple.certificates.map { certificate in
      SHA256.hash(certificate[...]).map {
        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
      }.joined()
    }
    // Apple publishes this fingerprint beside the certificate.
    #expect(digits == ["63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"])
  }

  @Test func aRootForTestsIsDEROrPEM() throws {
    let der = try #require(TrustedRoots.apple.certificates.first)
    let digits = Base64.encode(der, .standard)
    let lines = stride(from: 0, to: digits.count, by: 64).map { start in
      String(digits.dropFirst(start).prefix(64))
    }
    for end in ["\n", "\r\n"] {
      let text = (["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----", ""])
        .joined(separator: end)
      #expect(TrustedRoots(file: Array(text.utf8)) == .apple)
    }
    #expect(TrustedRoots(file: der) == .apple)
    for wrong in ["", "x", "-----BEGIN CERTIFICATE-----\n", "-----END CERTIFICATE-----\n!"] {
      #expect(TrustedRoots(file: Array(wrong.utf8)) == nil)
    }
  }
}
