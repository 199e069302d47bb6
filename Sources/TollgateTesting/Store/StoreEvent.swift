public import TollgateRuntime

/// Something that happened in the simulated store.
public struct StoreEvent: Sendable, Hashable {
  /// When it happened.
  public let at: Instant
  /// What happened.
  public let kind: Kind
  /// The product, by its name in the policy.
  public let product: String
  /// The transaction that it is about; nothing for what has none yet.
  public let transactionID: String?
  /// Until when what is bought lasts now, the store's grace included; nothing for ever.
  public let until: Instant?

  /// What can happen.
  public enum Kind: Sendable, Hashable {
    /// It was bought.
    case purchased
    /// It was bought with a free trial.
    case trialStarted
    /// Somebody was asked whether it may be bought.
    case asked
    /// They said no.
    case declined
    /// It was renewed.
    case renewed
    /// The trial is over, and it was paid for the first time.
    case converted
    /// The person has switched renewal off.
    case cancelled
    /// The person has switched renewal on again.
    case uncancelled
    /// It could not be paid; the store gives a grace.
    case graceStarted
    /// It could not be paid, and gives no access until it is.
    case held
    /// It was paid after all.
    case recovered
    /// It is over.
    case expired(Expiry)
    /// So much of the price was paid back, in percent.
    case refunded(percent: Int)
    /// The refund was taken back.
    case refundReversed
    /// Another product took its place.
    case switched(to: String)
    /// Another product will take its place at the renewal.
    case switchScheduled(to: String)
    /// The person is asked to agree to a higher price.
    case priceRaised
    /// They agreed.
    case priceAccepted
    /// They did not.
    case priceDeclined
    /// Somebody in the family bought it, and shares it.
    case shared
    /// They share it no longer.
    case unshared
  }

  /// Why a subscription is over.
  public enum Expiry: String, Sendable, Hashable, CaseIterable {
    /// Its owner had switched renewal off.
    case cancelled
    /// It was not paid.
    case unpaid
    /// Its owner did not agree to the new price.
    case price
    /// Its time was up, and nothing renews it.
    case ended
  }

  /// The name of the kind, for programs: it never changes.
  public var code: String {
    switch kind {
    case .purchased: "purchased"
    case .trialStarted: "trial-started"
    case .asked: "asked"
    case .declined: "declined"
    case .renewed: "renewed"
    case .converted: "converted"
    case .cancelled: "cancelled"
    case .uncancelled: "uncancelled"
    case .graceStarted: "grace-started"
    case .held: "held"
    case .recovered: "recovered"
    case .expired: "expired"
    case .refunded: "refunded"
    case .refundReversed: "refund-reversed"
    case .switched: "switched"
    case .switchScheduled: "switch-scheduled"
    case .priceRaised: "price-raised"
    case .priceAccepted: "price-accepted"
    case .priceDeclined: "price-declined"
    case .shared: "shared"
    case .unshared: "unshared"
    }
  }
}
