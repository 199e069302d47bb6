import TollgateRuntime

/// The trusted roots of a chain, identified by the SHA-256 of their DER.
public struct TrustedRoots: Sendable, Hashable {
  /// 32 bytes each.
  let fingerprints: Set<[UInt8]>

  /// Apple Root CA - G3, the root of everything that the App Store signs. It is published at
  /// apple.com/certificateauthority and valid until April 2039.
  public static let apple = TrustedRoots(fingerprints: [
    [
      0x63, 0x34, 0x3A, 0xBF, 0xB8, 0x9A, 0x6A, 0x03, 0xEB, 0xB5, 0x7E, 0x9B, 0x3F, 0x5F, 0xA7,
      0xBE, 0x7C, 0x4F, 0x5C, 0x75, 0x6F, 0x30, 0x17, 0xB3, 0xA8, 0xC4, 0x88, 0xC3, 0x65, 0x3E,
      0x91, 0x79,
    ]
  ])

  private init(fingerprints: Set<[UInt8]>) {
    self.fingerprints = fingerprints
  }

  /// Creates roots for tests: each certificate as DER.
  public init(certificates: [[UInt8]]) {
    fingerprints = Set(certificates.map { SHA256.hash($0[...]) })
  }

  /// Whether a certificate in DER is one of these, byte for byte.
  public func contains(certificate: [UInt8]) -> Bool {
    fingerprints.contains(SHA256.hash(certificate[...]))
  }
}
