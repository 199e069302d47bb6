#if AppStore
  import Crypto
  import SwiftASN1
  import TollgateKit
  import TollgateRuntime
  @_spi(FixedExpiryValidationTime) import X509

  /// The certificates of a signature up to a trusted root. Mistakes of single certificates are found first; then
  /// swift-certificates validates the chain (RFC 5280).
  struct SignatureChain {
    private let leaf: Certificate
    private let intermediate: Certificate
    private let root: Certificate

    /// Reads the certificates. The last must be that of a trusted root, by its name and key; from
    /// then on only the trusted one counts, as in Apple's own library.
    init(_ signature: AppStoreSignature, roots: TrustedRoots) throws(AppStoreRefusal) {
      let texts = signature.certificates
      guard texts.count == SignedText.chainLength else { throw .chainLength(texts.count) }
      leaf = try SignatureChain.certificate(texts[0], .leaf)
      intermediate = try SignatureChain.certificate(texts[1], .intermediate)
      let last = try SignatureChain.certificate(texts[2], .root)
      let trusted = roots.certificates.compactMap { try? Certificate(derEncoded: $0) }.first {
        $0.publicKey == last.publicKey && $0.subject == last.subject
      }
      guard let trusted else { throw .root }
      root = trusted
    }

    private static func certificate(
      _ bytes: [UInt8], _ place: AppStoreRefusal.Certificate
    ) throws(AppStoreRefusal) -> Certificate {
      guard let certificate = try? Certificate(derEncoded: bytes) else {
        throw .certificate(place)
      }
      return certificate
    }

    /// Checks the chain, and that its leaf made the signature.
    func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {
      try checkMarkers()
      try checkValidity(at: signature.signedAt)
      guard let key = P256.Signing.PublicKey(leaf.publicKey) else { throw .curve }
      try await checkTrust(at: signature.signedAt)
      guard let made = try? P256.Signing.ECDSASignature(rawRepresentation: signature.bytes) else {
        throw .signatureLength(signature.bytes.count)
      }
      guard key.isValidSignature(made, for: signature.message) else { throw .signature }
    }

    /// Anybody can get a certificate below Apple's root; only those that sign for the App Store
    /// have these markers.
    private func checkMarkers() throws(AppStoreRefusal) {
      guard leaf.extensions[oid: [1, 2, 840, 113_635, 100, 6, 11, 1]] != nil else {
        throw .marker(.leaf)
      }
      guard intermediate.extensions[oid: [1, 2, 840, 113_635, 100, 6, 2, 1]] != nil else {
        throw .marker(.intermediate)
      }
    }

    private func checkValidity(at instant: Instant) throws(AppStoreRefusal) {
      let date = instant.date
      let certificates = zip([leaf, intermediate, root], AppStoreRefusal.Certificate.allCases)
      for (certificate, place) in certificates {
        guard certificate.notValidBefore <= date, date <= certificate.notValidAfter else {
          throw .notValid(place, at: instant)
        }
      }
    }

    /// The chain must be the leaf, the intermediate and the trusted root, each issued by the next.
    private func checkTrust(at instant: Instant) async throws(AppStoreRefusal) {
      var verifier = Verifier(rootCertificates: CertificateStore([root])) {
        RFC5280Policy(fixedExpiryValidationTime: instant.date)
      }
      let result = await verifier.validate(
        leaf: leaf, intermediates: CertificateStore([intermediate]))
      guard case .validCertificate(let chain) = result,
        chain.elementsEqual([leaf, intermediate, root])
      else { throw .chain }
    }
  }
#endif
