public import TollgatePurchases
public import TollgateRuntime

/// An entitlement that a service reports under its own name: an entitlement of RevenueCat, or an
/// active entitlement of Stripe by its lookup key.
///
/// ```swift
/// for entitlement in imported.entitlements where entitlement.end == nil {
///   log("\(entitlement.name) is given by \(entitlement.transactionID ?? "no purchase")")
/// }
/// ```
public struct ImportedEntitlement: Sendable, Hashable {
  /// The service's name; in the policy it may be an entitlement, a tier, a product, or unknown.
  public var name: String
  /// The purchase that grants it. It lasts as long as that purchase, and counts only if the policy
  /// does not know the product. Without a purchase it lasts as long as the service's subscriptions
  /// in the import, or without an end if there are none.
  public var transactionID: String?
  /// When the service ends it, if that is before its purchase ends; nil if it lasts as long as that.
  public var end: Instant?
  /// The service's id of it.
  public var id: String?
  /// The environment.
  public var environment: StoreEnvironment
  /// The result of its verification.
  public var verification: Verification

  /// Creates an entitlement.
  public init(
    name: String, transactionID: String? = nil, end: Instant? = nil, id: String? = nil,
    environment: StoreEnvironment = .production, verification: Verification
  ) {
    self.name = name
    self.transactionID = transactionID
    self.end = end
    self.id = id
    self.environment = environment
    self.verification = verification
  }
}
