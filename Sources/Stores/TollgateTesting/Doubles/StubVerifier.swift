public import TollgatePurchases

/// A verifier whose proof is the result.
///
/// ```swift
/// let verifier = StubVerifier()
/// let result = await verifier.verify(.genuine(record))  // just what was passed
/// ```
public struct StubVerifier: PurchaseVerifier {
  /// Creates a verifier.
  public init() {}

  /// Returns the proof as the result.
  public func verify(_ proof: VerificationResult) async -> VerificationResult { proof }
}
