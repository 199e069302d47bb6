public import TollgatePurchases

/// A verifier whose proof is the result.
public struct StubVerifier: PurchaseVerifier {
  /// Creates a verifier.
  public init() {}

  /// Returns the proof as the result.
  public func verify(_ proof: VerificationResult) async -> VerificationResult { proof }
}
