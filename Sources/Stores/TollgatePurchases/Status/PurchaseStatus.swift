public import TollgateRuntime

/// A user's purchases, for a settings page and a paywall.
///
/// ```swift
/// let status = await gate.status
/// show(status.tier ?? "no plan")
/// if let plan = status.plan { show(gate.text(of: plan.validity)) }  // Renews 2027-03-01
/// if status.ownership(of: "lifetime") == .unlocked { show("Nothing left to buy") }
/// ```
public struct PurchaseStatus: Sendable, Hashable {
  /// The highest tier that the user surely has; nil if the policy has no tiers. It is the first
  /// tier while the status is stale.
  public var tier: String?
  /// The tiers and entitlements that the user surely has, in order of declaration.
  public var entitlements: [String]
  /// The purchase that gives the most now; nil for none. It stays while the status is stale.
  public var plan: Plan?
  /// The products on hold, in order of declaration: their payment failed, and they open nothing until
  /// the user fixes it.
  public var onHold: [String]
  /// Every product of the policy, in order of declaration.
  public var products: [ProductStatus]
  /// Whether the purchase data is too old.
  public var isStale: Bool

  /// Whether a purchase is in force and the status is not stale.
  public var isValid: Bool { plan != nil && !isStale }

  /// The ownership of a product.
  public func ownership(of product: String) -> ProductStatus.Ownership? {
    products.first { $0.product == product }?.ownership
  }

  /// A purchase that is in force.
  public struct Plan: Sendable, Hashable {
    /// The name of the product in the policy.
    public var product: String
    /// The kind of product.
    public var kind: PurchaseRecord.Kind
    /// The state that the store reports; `grace` while only a grace keeps it.
    public var state: Grant.State
    /// When the paid time ends; nil for a lifetime.
    public var end: Instant?
    /// When access ends, grace included; nil for never.
    public var accessEnd: Instant?
    /// Whether the store will renew it.
    public var renews: Bool
    /// The product that it will renew as, if another.
    public var renewsAs: String?
    /// Whether it is a free trial.
    public var isTrial: Bool
    /// Who bought it.
    public var ownership: Grant.Ownership
    /// The payment method.
    public var method: PaymentMethod?
    /// The billing period; nil if the policy has none.
    public var period: Price.Period?

    /// Its renewal or end.
    public var validity: Validity {
      guard let end else { return .lifetime }
      return renews ? .renews(end) : .ends(end)
    }
  }

  /// The renewal or end of a purchase.
  public enum Validity: Sendable, Hashable {
    /// It renews at this instant.
    case renews(Instant)
    /// It ends at this instant.
    case ends(Instant)
    /// It never ends.
    case lifetime
  }

  /// A product, and whether the user owns it.
  public struct ProductStatus: Sendable, Hashable {
    /// Its name in the policy.
    public var product: String
    /// Whether it is owned.
    public var ownership: Ownership

    /// Whether a product is owned.
    public enum Ownership: String, Sendable, Hashable, CaseIterable {
      /// It was bought and is in force.
      case owned
      /// It was not bought, but the user has everything that it grants for ever through other
      /// purchases. It is shown as unlocked, with nothing to buy. `Paywall.State.covered` is less:
      /// the user has all of it now, perhaps only for the days of a trial.
      case unlocked
      /// Neither.
      case notOwned = "not-owned"
    }
  }
}
