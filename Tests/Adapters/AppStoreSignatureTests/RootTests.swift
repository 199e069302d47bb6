import Testing
import TollgateAppStore

@Suite struct RootTests {
  @Test func aRootIsTrustedByteForByte() {
    let roots = TrustedRoots(certificates: [[0x30, 0x03, 0x02, 0x01, 0x05]])
    #expect(roots.contains(certificate: [0x30, 0x03, 0x02, 0x01, 0x05]))
    #expect(!roots.contains(certificate: [0x30, 0x03, 0x02, 0x01, 0x06]))
    #expect(!TrustedRoots.apple.contains(certificate: [0x30, 0x03, 0x02, 0x01, 0x05]))
    #expect(!TrustedRoots(certificates: []).contains(certificate: []))
  }
}
