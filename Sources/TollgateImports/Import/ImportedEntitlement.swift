public import TollgatePurchases

/// Something that a service calls held under a name of its own: an entitlement of RevenueCat, an
/// active entitlement of Stripe by its lookup key.
public struct ImportedEntitlement: Sendable, Hashable {
  /// The service's name; the policy knows it as an entitlement, a tier, a product, or not at all.
  public var name: String
  /// The purchase that it comes from. It is held as long as that one, and only if the policy does
  /// not know its product. Without one it is held by itself, for as long as the service's
  /// subscriptions in the import last, or without an end where there are none.
  public var transactionID: String?
  /// The service's own id of it.
  public var id: String?
  /// Where it was bought.
  public var environment: StoreEnvironment
  /// What is known of whether it is genuine.
  public var verification: Verification

  /// Something that is held.
  public init(
    name: String, transactionID: String? = nil, id: String? = nil,
    environment: StoreEnvironment = .production, verification: Verification
  ) {
    self.name = name
    self.transactionID = transactionID
    self.id = id
    self.environment = environment
    self.verification = verification
  }
}
