#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateRuntime

/// One reading of one transaction: the store's data at a certain time.
///
/// ```swift
/// let record = PurchaseRecord(
///   transactionID: "1000000123", product: "annual", kind: .subscription, start: .now,
///   end: tomorrow, paid: Money("12", "USD"), verification: .server)
/// try ledger.insert(record)
/// ```
///
/// The store may report something else later (a renewal, cancellation or refund): that is another
/// reading with the same transaction id, and a ``Ledger`` keeps the newest. A renewal is usually a
/// transaction of its own with the same ``originalID``.
///
/// It has no field for a receipt, token or card: these cannot be stored, logged or lost.
public struct PurchaseRecord: Sendable, Hashable {
  /// The store's id of the transaction; not empty. If ids of several stores could collide in one
  /// ledger, add the store's name as a prefix.
  public var transactionID: String
  /// The id of the first transaction of the subscription, which renewals and upgrades share. Only
  /// one product of a subscription is in force at a time. Without it, the transaction is on its
  /// own.
  public var originalID: String?
  /// The product, by a store's id or its name in the policy; not empty.
  public var product: String
  /// The kind of product.
  public var kind: Kind
  /// The state that the store reports.
  public var state: Grant.State
  /// The app's account that owns it; nil for everybody on this device.
  public var account: String?
  /// When it was bought, or its period began.
  public var start: Instant
  /// When its period ends (exclusive); a subscription must have it.
  public var end: Instant?
  /// The end of the access that the store gives after a failed payment.
  public var graceEnd: Instant?
  /// Whether the store will renew it. It matters only for subscriptions.
  public var renews: Bool
  /// The product that it will renew as, if another.
  public var renewsAs: String?
  /// Who bought it.
  public var ownership: Grant.Ownership
  /// When the store revoked it.
  public var revokedAt: Instant?
  /// The refunded part of the price, in percent from 0 to 100, if the store reports it: `33.333`.
  /// ``PurchaseTerms/partialRefund`` says what a partial refund means.
  public var refundPercentage: Decimal?
  /// Whether it is, or was, a free trial.
  public var isTrial: Bool
  /// Whether its buyer has an introductory price, or had one or a free trial before, as the store
  /// tells. A ledger knows it of the other transactions of the subscription by itself.
  public var isOfferUsed: Bool
  /// Whether an upgrade has replaced it; it grants nothing then.
  public var isSuperseded: Bool
  /// The quantity, from 1.
  public var quantity: Int64
  /// The paid amount.
  public var paid: Money?
  /// The payment method.
  public var method: PaymentMethod?
  /// The result of its verification.
  public var verification: Verification
  /// Where it was bought.
  public var environment: StoreEnvironment
  /// When the store reported all this: the version of the reading. The latest one counts.
  public var confirmed: Instant

  /// Creates a reading of a transaction; a ledger validates it when it is added.
  ///
  /// - Parameter confirmed: When the store reported it; nil for the start.
  public init(
    transactionID: String, originalID: String? = nil, product: String, kind: Kind,
    state: Grant.State = .active, account: String? = nil, start: Instant, end: Instant? = nil,
    graceEnd: Instant? = nil, renews: Bool = true, renewsAs: String? = nil,
    ownership: Grant.Ownership = .purchased, revokedAt: Instant? = nil,
    refundPercentage: Decimal? = nil, isTrial: Bool = false,
    isSuperseded: Bool = false, quantity: Int64 = 1, paid: Money? = nil,
    method: PaymentMethod? = nil, verification: Verification,
    environment: StoreEnvironment = .production, confirmed: Instant? = nil,
    isOfferUsed: Bool = false
  ) {
    self.transactionID = transactionID
    self.originalID = originalID
    self.product = product
    self.kind = kind
    self.state = state
    self.account = account
    self.start = start
    self.end = end
    self.graceEnd = graceEnd
    self.renews = renews
    self.renewsAs = renewsAs
    self.ownership = ownership
    self.revokedAt = revokedAt
    self.refundPercentage = refundPercentage
    self.isTrial = isTrial
    self.isOfferUsed = isOfferUsed
    self.isSuperseded = isSuperseded
    self.quantity = quantity
    self.paid = paid
    self.method = method
    self.verification = verification
    self.environment = environment
    self.confirmed = confirmed ?? start
  }

  /// The kind of product.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Renews until it is cancelled.
    case subscription
    /// Lasts for a time and does not renew.
    case nonRenewing = "non-renewing"
    /// Bought once, and never ends.
    case nonConsumable = "non-consumable"
    /// Used up; it is recorded, and grants nothing.
    case consumable
    /// A kind that Tollgate does not know; it grants nothing.
    case other
  }
}
