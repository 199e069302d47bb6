public import TollgatePurchases

/// What a simulated store is like.
public struct StoreConditions: Sendable, Hashable {
  /// For how long the store gives access to a subscription that could not be paid; nothing for not
  /// at all, as the App Store does unless told.
  public var grace: StorePeriod?
  /// For how long the store tries to be paid, from the end of the paid time; then it is over.
  public var retry: StorePeriod
  /// What is said to be bought where.
  public var environment: StoreEnvironment
  /// How everything is paid.
  public var method: PaymentMethod

  /// A store; what is left out is as in the App Store, without a billing grace.
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

/// What becomes of a transaction when its proof is verified.
public enum SimulatedVerification: Sendable, Hashable {
  /// It is verified, by the device or by a server.
  case works(Verification)
  /// Whoever verifies cannot be reached.
  case unavailable(PurchaseError)
  /// It is found to be false.
  case refuses(InvalidProof)
}
