public import TollgateRuntime

/// An event in the simulated store.
///
/// ```swift
/// for moment in await app.advance(by: .years(1)) {
///   for event in moment.events { print(event) }  // 2027-01-31: annual renews and lasts until …
/// }
/// ```
public struct StoreEvent: Sendable, Hashable {
  /// When it happened.
  public let at: Instant
  /// The kind of event.
  public let kind: Kind
  /// The product, by its name in the policy.
  public let product: String
  /// The transaction concerned; nil if there is none yet.
  public let transactionID: String?
  /// When the purchase ends now, with the store's grace; nil for never.
  public let until: Instant?

  /// A kind of event.
  public enum Kind: Sendable, Hashable {
    /// It was bought.
    case purchased
    /// It was bought with a free trial.
    case trialStarted
    /// It waits for approval.
    case asked
    /// The approval was declined.
    case declined
    /// It renewed.
    case renewed
    /// The trial ended with the first payment.
    case converted
    /// The user cancelled it.
    case cancelled
    /// The user resumed it.
    case uncancelled
    /// The payment failed; a grace period runs.
    case graceStarted
    /// The payment failed; it is on hold.
    case held
    /// The payment succeeded after a failure.
    case recovered
    /// It ended.
    case expired(Expiry)
    /// This part of the price was refunded, in percent.
    case refunded(percent: Int)
    /// The refund was reversed.
    case refundReversed
    /// Another product replaced it.
    case switched(to: String)
    /// Another product will replace it at the renewal.
    case switchScheduled(to: String)
    /// The user is asked to agree to a higher price.
    case priceRaised
    /// The user agreed.
    case priceAccepted
    /// The user declined.
    case priceDeclined
    /// A family member bought it and shares it.
    case shared
    /// The family member stopped sharing it.
    case unshared
  }

  /// The reason why a subscription ended.
  public enum Expiry: String, Sendable, Hashable, CaseIterable {
    /// The user had cancelled it.
    case cancelled
    /// The payment failed.
    case unpaid
    /// The user did not agree to the new price.
    case price
    /// Its time was up, and it does not renew.
    case ended
  }

  /// The stable name of the kind, for programs.
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
