import TollgateKit
import TollgateRuntime

extension StoreEvent {
  /// The event in a sentence for developers: `annual renews and lasts until 2027-01-31`.
  public var words: String {
    switch kind {
    case .purchased: "\(product) is bought" + tail("and lasts until")
    case .trialStarted: "\(product) starts as a free trial" + tail("until")
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
