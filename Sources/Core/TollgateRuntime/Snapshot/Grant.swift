/// A purchase, or an entitlement given outside the policy.
///
/// ```swift
/// let bought = Grant(product: "annual", until: tomorrow, renews: true)
/// let given = Grant(entitlement: "pro", start: now)
/// let snapshot = Snapshot(asOf: now, grants: [bought, given])
/// ```
public struct Grant: Sendable, Hashable {
  /// The product, by its name in the policy or by a store's id; one that the policy does not
  /// know grants nothing.
  public var product: String?
  /// The entitlement, by its name in the policy. A grant with both counts for both.
  public var entitlement: String?
  /// The state that the store tells.
  public var state: State
  /// When it begins; without it, it always has.
  public var start: Instant?
  /// When it ends, this instant outside; without it, never.
  public var until: Instant?
  /// Whether it is, or was, a trial: a trial gets no `grace`.
  public var isTrial: Bool
  /// Whether its buyer had a trial or an introductory price before: they are offered once.
  public var isOfferUsed: Bool
  /// Whether the store will renew it, if that is known.
  public var renews: Bool?
  /// Who bought it.
  public var ownership: Ownership
  /// How many of it; what an add-on adds is multiplied by it.
  public var quantity: Int64
  /// The store's transaction id.
  public var id: String?

  /// A grant of a product, an entitlement or both.
  public init(
    product: String? = nil, entitlement: String? = nil, state: State = .active,
    start: Instant? = nil, until: Instant? = nil, isTrial: Bool? = nil, renews: Bool? = nil,
    ownership: Ownership = .purchased, quantity: Int64 = 1, id: String? = nil,
    isOfferUsed: Bool = false
  ) {
    self.product = product
    self.entitlement = entitlement
    self.state = state
    self.start = start
    self.until = until
    self.isTrial = isTrial ?? (state == .trial)
    self.isOfferUsed = isOfferUsed
    self.renews = renews
    self.ownership = ownership
    self.quantity = quantity
    self.id = id
  }

  /// The state of a purchase, as the store tells it.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Paid for.
    case active
    /// In an introductory free period.
    case trial
    /// Payment failed, and the store still gives access.
    case grace
    /// Will not renew; access stays until it ends.
    case cancelled
    /// Payment failed, and the store gives no access until it is fixed.
    case hold
    /// Paused by its owner.
    case paused
    /// Not paid yet.
    case pending
    /// Over.
    case expired
    /// Paid back.
    case refunded
    /// Taken back.
    case revoked
    /// A state that Tollgate does not know; it gives no access.
    case other

    /// Whether a grant in this state gives access between its start and its end.
    package var givesAccess: Bool {
      switch self {
      case .active, .trial, .grace, .cancelled: true
      case .hold, .paused, .pending, .expired, .refunded, .revoked, .other: false
      }
    }
  }

  /// Who bought it.
  public enum Ownership: String, Sendable, Hashable, CaseIterable {
    /// This user.
    case purchased
    /// Someone in the family: counts only through a product that is `shared with family`.
    case familyShared = "family-shared"
    /// A way of owning that Tollgate does not know; it gives no access.
    case other
  }
}
