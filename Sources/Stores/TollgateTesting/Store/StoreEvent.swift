import TollgateKit
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
    /// It was bought at its introductory price.
    case introductionStarted
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
    case .introductionStarted: "introduction-started"
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

extension StoreEvent {
  /// The event in a sentence for developers: `annual renews and lasts until 2027-01-31`.
  public var words: String {
    switch kind {
    case .purchased: "\(product) is bought" + tail("and lasts until")
    case .trialStarted: "\(product) starts as a free trial" + tail("until")
    case .introductionStarted:
      "\(product) is bought at its introductory price" + tail("and lasts until")
    case .asked: "\(product) waits for approval"
    case .declined: "\(product) is not approved"
    case .renewed: "\(product) renews" + tail("and lasts until")
    case .converted: "the trial of \(product) ends; the first paid period lasts" + tail("until")
    case .cancelled: "\(product) is cancelled" + tail("and lasts until")
    case .uncancelled: "\(product) is resumed and renews" + tail("on")
    case .graceStarted: "the payment for \(product) failed; a grace period runs" + tail("until")
    case .held: "the payment for \(product) failed; it is on hold"
    case .recovered: "the payment for \(product) succeeded; it lasts" + tail("until")
    case .expired(let reason): "\(product) has ended: \(reason.words)"
    case .refunded(percent: 100): "\(product) is refunded"
    case .refunded(let percent): "\(product) is refunded by \(percent) %"
    case .refundReversed: "the refund of \(product) is reversed"
    case .switched(let other): "\(product) becomes \(other)" + tail("and lasts until")
    case .switchScheduled(let other): "\(product) will become \(other)" + tail("on")
    case .priceRaised: "the price of \(product) will rise; the user can agree" + tail("until")
    case .priceAccepted: "the new price of \(product) is accepted"
    case .priceDeclined: "the new price of \(product) is declined" + tail("; it lasts until")
    case .shared: "\(product) is shared by the family" + tail("and lasts until")
    case .unshared: "\(product) is no longer shared"
    }
  }

  private func tail(_ word: String) -> String {
    guard let until else { return "" }
    return (word.hasPrefix(";") ? word : " " + word) + " " + until.shortText
  }
}

extension StoreEvent: CustomStringConvertible {
  /// When and what: `2026-03-01: annual renews and lasts until 2027-03-01`.
  public var description: String { "\(at.shortText): \(words)" }
}

extension StoreEvent.Expiry {
  /// The reason of an end.
  fileprivate var words: String {
    switch self {
    case .cancelled: "it was cancelled"
    case .unpaid: "the payment failed"
    case .price: "the new price was not accepted"
    case .ended: "its time is up"
    }
  }
}

extension Instant {
  /// The instant without zeros at its end: `2026-03-01`, `2026-03-01T08:00Z`.
  package var shortText: String {
    var text = self.text
    if text.hasSuffix("T00:00:00Z") { text.removeLast(10) }
    if text.hasSuffix(":00Z") {
      text.removeLast(4)
      text += "Z"
    }
    return text
  }
}
