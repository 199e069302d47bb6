import Testing

@testable import TollgateAppStore

@Suite struct RootTests {
  @Test func thePinnedRootIsThatOfApple() {
    let digits = TrustedRoots.apple.fingerprints.map { bytes in
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(digits == ["63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"])
  }
}
