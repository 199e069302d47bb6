#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateRuntime

/// One reading of one transaction: what a store said about it at a certain time.
///
/// The store may say something else later (it was renewed, cancelled, refunded): that is another
/// reading with the same transaction id, and a ``Ledger`` keeps the newest. A renewal is usually a
/// transaction of its own that shares its ``originalID`` with the one before.
///
/// There is no place in it for a receipt, a token or a card: what is not here cannot be stored,
/// logged or lost.
public struct PurchaseRecord: Sendable, Hashable {
  /// The store's id of the transaction; not empty. Ids of several stores must not meet in one
  /// ledger: put the store's name before those that could.
  public var transactionID: String
  /// The id of the first transaction of the line that this one belongs to: a subscription with its
  /// renewals and upgrades. Of one line, one product is in force at a time. Without it, the
  /// transaction is a line of its own.
  public var originalID: String?
  /// The product, by a store's id or by its name in the policy; not empty.
  public var product: String
  /// What was bought.
  public var kind: Kind
  /// What the store says about it.
  public var state: Grant.State
  /// Whose it is, as the app tells accounts apart; without it, everybody's on this device.
  public var account: String?
  /// When it was bought, or when its period began.
  public var start: Instant
  /// When its period ends, this instant outside; a subscription must have it.
  public var end: Instant?
  /// Until when the store gives access although the payment failed.
  public var graceEnd: Instant?
  /// Whether the store will renew it. It counts only for subscriptions.
  public var renews: Bool
  /// The product that it will be renewed as, where that is another.
  public var renewsAs: String?
  /// Who bought it.
  public var ownership: Grant.Ownership
  /// When the store took it back.
  public var revokedAt: Instant?
  /// How much of the price was paid back, in percent from 0 to 100, where the store says so:
  /// `33.333`. What a part that was paid back means is for ``PurchaseTerms/partialRefund`` to say.
  public var refundPercentage: Decimal?
  /// Whether it is, or was, a free trial.
  public var isTrial: Bool
  /// Whether an upgrade has taken its place; it gives nothing by itself then.
  public var isSuperseded: Bool
  /// How many of it, from 1.
  public var quantity: Int64
  /// What was paid.
  public var paid: Money?
  /// How it was paid.
  public var method: PaymentMethod?
  /// What is known of whether it is genuine.
  public var verification: Verification
  /// Where it was bought.
  public var environment: StoreEnvironment
  /// When the store said all this: the version of the reading. The later one counts.
  public var confirmed: Instant

  /// A reading of a transaction; it is looked at when it goes into a ledger.
  ///
  /// - Parameter confirmed: When the store said so; without it, when the purchase began.
  public init(
    transactionID: String, originalID: String? = nil, product: String, kind: Kind,
    state: Grant.State = .active, account: String? = nil, start: Instant, end: Instant? = nil,
    graceEnd: Instant? = nil, renews: Bool = true, renewsAs: String? = nil,
    ownership: Grant.Ownership = .purchased, revokedAt: Instant? = nil,
    refundPercentage: Decimal? = nil, isTrial: Bool = false,
    isSuperseded: Bool = false, quantity: Int64 = 1, paid: Money? = nil,
    method: PaymentMethod? = nil, verification: Verification,
    environment: StoreEnvironment = .production, confirmed: Instant? = nil
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
    self.isSuperseded = isSuperseded
    self.quantity = quantity
    self.paid = paid
    self.method = method
    self.verification = verification
    self.environment = environment
    self.confirmed = confirmed ?? start
  }

  /// What was bought.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Renews by itself until it is cancelled.
    case subscription
    /// Lasts for a time and does not renew.
    case nonRenewing = "non-renewing"
    /// Bought once, for ever.
    case nonConsumable = "non-consumable"
    /// Used up; it is recorded, and gives nothing that lasts.
    case consumable
    /// A kind that Tollgate does not know; it gives nothing.
    case other
  }
}
