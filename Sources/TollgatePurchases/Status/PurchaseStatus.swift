public import TollgateRuntime

/// What a settings page and a shop show about a person's purchases.
public struct PurchaseStatus: Sendable, Hashable {
  /// The name of the highest tier that is surely held; nothing where the policy has no tiers. It is
  /// the first tier while the status is stale.
  public var tier: String?
  /// The names of all tiers and entitlements that are surely held, in order of declaration.
  public var entitlements: [String]
  /// The purchase that gives the most now; nothing where none is in force. It is told also while
  /// the status is stale.
  public var plan: Plan?
  /// Every product of the policy, in order of declaration.
  public var products: [ProductStanding]
  /// Whether the purchases were confirmed too long ago to be believed.
  public var isStale: Bool

  /// Whether a purchase is in force, and may be believed.
  public var isValid: Bool { plan != nil && !isStale }

  /// How a product stands.
  public func ownership(of product: String) -> ProductStanding.Ownership? {
    products.first { $0.product == product }?.ownership
  }

  /// A purchase that is in force.
  public struct Plan: Sendable, Hashable {
    /// The name of the product in the policy.
    public var product: String
    /// What was bought.
    public var kind: PurchaseRecord.Kind
    /// What the store says about it; `grace` while only a grace keeps it.
    public var state: Grant.State
    /// When the paid time ends; nothing for a lifetime.
    public var end: Instant?
    /// When access ends, grace included, as far as is known.
    public var accessEnd: Instant?
    /// Whether the store will renew it.
    public var renews: Bool
    /// The product it will be renewed as, where that is another.
    public var renewsAs: String?
    /// Whether it is a free trial.
    public var isTrial: Bool
    /// Who bought it.
    public var ownership: Grant.Ownership
    /// How it was paid.
    public var method: PaymentMethod?
    /// How often its price is paid; nothing where the policy has none.
    public var period: Price.Period?

    /// What becomes of it.
    public var validity: Validity {
      guard let end else { return .lifetime }
      return renews ? .renews(end) : .ends(end)
    }
  }

  /// What becomes of a purchase.
  public enum Validity: Sendable, Hashable {
    /// It is renewed at this instant.
    case renews(Instant)
    /// It ends at this instant.
    case ends(Instant)
    /// It never ends.
    case lifetime
  }

  /// A product in the shop.
  public struct ProductStanding: Sendable, Hashable {
    /// Its name in the policy.
    public var product: String
    /// Whether it is owned.
    public var ownership: Ownership

    /// Whether a product is owned.
    public enum Ownership: String, Sendable, Hashable, CaseIterable {
      /// It was bought and is in force.
      case owned
      /// It was not, but everything that it grants is held for good through other purchases; it is
      /// shown as unlocked, and there is nothing to buy.
      case covered
      /// It is neither.
      case notOwned = "not-owned"
    }
  }
}
