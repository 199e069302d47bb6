import TollgateKit
import TollgateRuntime

extension StoreEvent {
  /// What happened, in a sentence for developers: `annual is renewed until 2027-01-31`.
  public var words: String {
    switch kind {
    case .purchased: "\(product) is bought" + tail("until")
    case .trialStarted: "\(product) is bought, free on trial" + tail("until")
    case .asked: "\(product) waits for approval"
    case .declined: "\(product) is not approved"
    case .renewed: "\(product) is renewed" + tail("until")
    case .converted: "the trial of \(product) is over; it is paid" + tail("until")
    case .cancelled: "\(product) is cancelled" + tail("and lasts until")
    case .uncancelled: "\(product) will be renewed again" + tail("on")
    case .graceStarted: "\(product) could not be paid; the store gives a grace" + tail("until")
    case .held: "\(product) could not be paid and is on hold"
    case .recovered: "\(product) is paid after all" + tail("until")
    case .expired(let reason): "\(product) is over: \(reason.words)"
    case .refunded(percent: 100): "\(product) is refunded"
    case .refunded(let percent): "\(product) is refunded by \(percent) %"
    case .refundReversed: "the refund of \(product) is taken back"
    case .switched(let other): "\(product) becomes \(other)" + tail("until")
    case .switchScheduled(let other): "\(product) will become \(other)" + tail("on")
    case .priceRaised: "the price of \(product) will rise; consent is asked for" + tail("until")
    case .priceAccepted: "the new price of \(product) is accepted"
    case .priceDeclined: "the new price of \(product) is declined" + tail("; it lasts until")
    case .shared: "\(product) is shared by the family" + tail("until")
    case .unshared: "\(product) is shared no longer"
    }
  }

  private func tail(_ word: String) -> String {
    guard let until else { return "" }
    return (word.hasPrefix(";") ? word : " " + word) + " " + until.shortText
  }
}

extension StoreEvent.Expiry {
  /// Why it is over.
  fileprivate var words: String {
    switch self {
    case .cancelled: "it was cancelled"
    case .unpaid: "it was not paid"
    case .price: "the new price was not accepted"
    case .ended: "its time is up"
    }
  }
}

extension Instant {
  /// The instant without what is zero: `2026-03-01`, `2026-03-01T08:00Z`.
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
