public import TollgatePurchases

/// The conditions of a simulated store.
public struct StoreConditions: Sendable, Hashable {
  /// The grace after a failed payment; nil for none, the default in the App Store.
  public var grace: StorePeriod?
  /// How long the store tries to charge after the paid time; then the subscription ends.
  public var retry: StorePeriod
  /// The environment of the purchases.
  public var environment: StoreEnvironment
  /// The payment method.
  public var method: PaymentMethod

  /// Creates conditions; the defaults are those of the App Store without a billing grace.
  public init(
    grace: StorePeriod? = nil, retry: StorePeriod = .days(60),
    environment: StoreEnvironment = .production, method: PaymentMethod = .appleIAP
  ) {
    self.grace = grace
    self.retry = retry
    self.environment = environment
    self.method = method
  }
}

/// The result of verifying a transaction.
public enum SimulatedVerification: Sendable, Hashable {
  /// It succeeds, on the device or by a server.
  case works(Verification)
  /// The verifier cannot be reached.
  case unavailable(PurchaseError)
  /// The proof is refused.
  case refuses(InvalidProof)
}
