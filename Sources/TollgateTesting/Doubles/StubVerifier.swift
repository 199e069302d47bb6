public import TollgatePurchases

/// A verifier that is told what to find: its proof is the result.
public struct StubVerifier: PurchaseVerifier {
  /// A verifier.
  public init() {}

  /// Finds what it is told.
  public func verify(_ proof: VerificationResult) async -> VerificationResult { proof }
}
