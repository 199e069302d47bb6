/// Checks Apple's signatures: the chain of certificates up to a pinned root, Apple's markers in
/// them, their validity at the time of signing, and the signature itself.
///
/// It needs swift-certificates, which the package includes only with the trait `AppStore`:
///
/// ```swift
/// .package(url: "https://github.com/tollgate/tollgate", from: "0.1.0", traits: ["AppStore"])
/// ```
///
/// Without the trait it refuses everything as ``AppStoreRefusal/unchecked``.
public struct AppleSignatureCheck: SignatureCheck {
  /// Whether this build can check signatures (the trait `AppStore` is on).
  public static var isAvailable: Bool {
    #if AppStore
      true
    #else
      false
    #endif
  }

  /// The trusted roots of a chain.
  public let roots: TrustedRoots

  /// Creates a check with Apple's root, or with others in a test.
  public init(roots: TrustedRoots = .apple) {
    self.roots = roots
  }

  /// Returns only if the signature is genuine and its chain ends in a trusted root.
  ///
  /// - Throws: The mistake; ``AppStoreRefusal/unchecked`` in a build without the trait.
  public func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {
    #if AppStore
      try await SignatureChain(signature, roots: roots).check(signature)
    #else
      throw .unchecked
    #endif
  }
}
