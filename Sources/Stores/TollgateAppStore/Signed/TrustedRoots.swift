import TollgateKit

/// The roots that a chain may end in. A chain ends in one if its last certificate holds the key and
/// the name of the root, also in another edition of that certificate: only the root here is trusted,
/// and the one in a text serves to find it.
///
/// ```swift
/// // In a test with Xcode's StoreKit configuration, whose certificate the app carries.
/// if let xcode = TrustedRoots(file: bytes) {
///   let check = AppleSignatureCheck(roots: xcode)
///   show(check)
/// }
/// ```
public struct TrustedRoots: Sendable, Hashable {
  /// The certificates as DER.
  let certificates: Set<[UInt8]>

  /// Apple Root CA - G3, the root of everything that the App Store signs. It is published at
  /// apple.com/certificateauthority and valid until April 2039.
  public static let apple = TrustedRoots(
    certificates: [Base64.decode(rootG3.utf8, .standard) ?? []])

  /// Creates roots for tests: each certificate as DER.
  public init(certificates: [[UInt8]]) {
    self.certificates = Set(certificates)
  }

  /// Creates the root of a file for tests: a certificate as DER or PEM; nil if it is neither.
  public init?(file: [UInt8]) {
    // A certificate in DER is a sequence.
    guard file.first != 0x30 else {
      self.init(certificates: [file])
      return
    }
    let lines = file.split { $0 == 0x0A || $0 == 0x0D }
    let begin = lines.firstIndex { $0.elementsEqual("-----BEGIN CERTIFICATE-----".utf8) }
    let end = lines.firstIndex { $0.elementsEqual("-----END CERTIFICATE-----".utf8) }
    guard let begin, let end, begin < end,
      let bytes = Base64.decode(lines[(begin + 1)..<end].joined(), .standard), bytes.first == 0x30
    else { return nil }
    self.init(certificates: [bytes])
  }

  private static let rootG3 = """
    MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEcz\
    MSYwJAYDVQQLDB1BcHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkG\
    A1UEBhMCVVMwHhcNMTQwNDMwMTgxOTA2WhcNMzkwNDMwMTgxOTA2WjBnMRswGQYDVQQDDBJBcHBsZSBSb290IENB\
    IC0gRzMxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5MRMwEQYDVQQKDApBcHBsZSBJbmMu\
    MQswCQYDVQQGEwJVUzB2MBAGByqGSM49AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJygRMc3RCV8cWjTnHcFBbZDuWm\
    BSp3ZHtfTjjTuxxEtX/1H7YyYl3J6YRbTzBPEVoA/VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZXpmkOlEK\
    MaNCMEAwHQYDVR0OBBYEFLuw3qFYM4iapIqZ3r6966/ayySrMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQD\
    AgEGMAoGCCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZLuN+yRhHFD/3meoyhpmvOwgPUnPWTxnS4\
    at+qIxUCMG1mihDK1A3UT82NQz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM6BgD56KyKA==
    """
}
