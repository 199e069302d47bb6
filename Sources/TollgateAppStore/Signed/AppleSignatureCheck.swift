/// Checks signatures as Apple makes them: the chain of certificates up to a pinned root, Apple's
/// marks in them, their validity when the text was signed, and the signature itself.
///
/// It needs swift-certificates, which the package brings only with the trait `AppStore`:
///
/// ```swift
/// .package(url: "https://github.com/tollgate/tollgate", from: "0.1.0", traits: ["AppStore"])
/// ```
///
/// Built without it, it believes nobody: everything is refused as ``AppStoreRefusal/unchecked``.
public struct AppleSignatureCheck: SignatureCheck {
  /// Whether this build can check signatures: whether it was built with the trait `AppStore`.
  public static var isAvailable: Bool {
    #if AppStore
      true
    #else
      false
    #endif
  }

  /// The certificates that a chain may end in.
  public let roots: TrustedRoots

  /// A check up to Apple's root, or up to others in a test.
  public init(roots: TrustedRoots = .apple) {
    self.roots = roots
  }

  /// Returns where one of the roots vouches, over two more certificates of Apple's, for who made the
  /// signature.
  ///
  /// - Throws: What is wrong; ``AppStoreRefusal/unchecked`` in a build without the trait.
  public func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {
    #if AppStore
      try await SignatureChain(signature, roots: roots).check(signature)
    #else
      throw .unchecked
    #endif
  }
}
