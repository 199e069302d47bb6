#if AppStore
  import Crypto

  extension TrustedRoots {
    /// Roots of one's own, for tests: each certificate as DER.
    public init(certificates: [[UInt8]]) {
      self.init(fingerprints: Set(certificates.map { TrustedRoots.fingerprint(of: $0) }))
    }

    /// Whether a certificate is one of these, byte for byte.
    public func contains(certificate: [UInt8]) -> Bool {
      fingerprints.contains(TrustedRoots.fingerprint(of: certificate))
    }

    private static func fingerprint(of certificate: [UInt8]) -> [UInt8] {
      Array(SHA256.hash(data: certificate))
    }
  }
#endif
