import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A Stripe subscription.
struct StripeSubscription {
  let items: [StripeItem]
  let isCollectionPaused: Bool
  /// The status, if unknown.
  var unknownStatus: String? { Status(rawValue: status) == nil ? status : nil }
  private let status: String
  private let start: Instant
  private let isLive: Bool
  private let trialEnd: Instant?
  private let endsEarly: Instant?
  private let ended: Instant?
  private let isUnpaidAtEnd: Bool
  private let isCancelled: Bool

  private enum Status: String {
    case active, trialing, unpaid, paused, canceled, incomplete
    case pastDue = "past_due"
    case incompleteExpired = "incomplete_expired"
  }

  init(_ object: JSONObject) throws(SnapshotError) {
    status = try object.require("status", .text, Read.name)
    isLive = try object.require("livemode", .boolean, Read.boolean)
    let created = try object.read("created", Read.seconds)
    guard let start = try object.read("start_date", Read.seconds) ?? created else {
      throw SnapshotError(.missing(.wholeNumber(from: 0))).under(.key("start_date"))
    }
    self.start = start
    trialEnd = try object.read("trial_end", Read.seconds)
    endsEarly = try object.read("cancel_at", Read.seconds)
    ended = try object.read("ended_at", Read.seconds)
    isCancelled =
      try object.read("cancel_at_period_end", Read.boolean) ?? false || endsEarly != nil
    isCollectionPaused = object.has("pause_collection")
    isUnpaidAtEnd =
      try object.read("cancellation_details", "reason", Read.text) == "payment_failed"
    // Only an unpaid period ends where it began.
    let isUnpaid = Status(rawValue: status) == .pastDue || isUnpaidAtEnd
    items = try StripeItem.items(of: object, isStartRead: isUnpaid)
  }

  /// An item as a purchase record.
  func record(of item: StripeItem, verification: Verification) -> PurchaseRecord {
    let (state, end, graceEnd) = period(of: item)
    let isTrial = trialEnd.map { $0 >= end } ?? false
    return PurchaseRecord(
      transactionID: item.id, product: item.price, kind: .subscription, state: state,
      start: start, end: end, graceEnd: graceEnd, renews: !isCancelled,
      isTrial: isTrial, quantity: item.quantity, method: .stripe,
      verification: verification, environment: isLive ? .production : .sandbox,
      isOfferUsed: trialEnd != nil && !isTrial
    )
  }

  /// The state, the end of the paid time, and the end of the time that Stripe adds to it.
  private func period(
    of item: StripeItem
  ) -> (state: Grant.State, end: Instant, graceEnd: Instant?) {
    let end = min(item.end, endsEarly ?? item.end)
    switch Status(rawValue: status) {
    case .active: return (isCancelled ? .cancelled : .active, end, nil)
    case .trialing:
      return (isCancelled ? .cancelled : .trial, min(end, trialEnd ?? end), nil)
    case .pastDue: return (.grace, item.start ?? start, end)
    // Its periods continue without payment, so none of them counts as paid.
    case .unpaid: return (.hold, start, nil)
    case .paused: return (.paused, trialEnd ?? end, nil)
    case .canceled:
      let ended = ended ?? end
      return (.expired, isUnpaidAtEnd ? min(ended, item.start ?? start) : ended, nil)
    case .incomplete: return (.pending, end, nil)
    case .incompleteExpired: return (.revoked, end, nil)
    case nil: return (.other, end, nil)
    }
  }
}

/// An item of a Stripe subscription: a price and a quantity.
struct StripeItem {
  let id: String
  let price: String
  /// Further names of the price in a policy: its lookup key, its product.
  let names: [String?]
  let quantity: Int64
  /// Nil if the document does not tell, and nothing depends on it.
  let start: Instant?
  let end: Instant

  static func items(
    of subscription: JSONObject, isStartRead: Bool
  ) throws(SnapshotError) -> [StripeItem] {
    try subscription.require("items", .object) { value throws(SnapshotError) in
      let list = try JSONObject(value)
      try list.checkIsComplete()
      return try list.require("data", .list) { value throws(SnapshotError) in
        try value.readList { item throws(SnapshotError) in
          try StripeItem(try JSONObject(item), of: subscription, isStartRead: isStartRead)
        }.filter { $0.quantity > 0 }
      }
    }
  }

  /// The period of the item, or in older versions of the API that of the subscription.
  private init(
    _ object: JSONObject, of subscription: JSONObject, isStartRead: Bool
  ) throws(SnapshotError) {
    func instant(_ key: String) throws(SnapshotError) -> Instant? {
      let whole = try subscription.read(key, Read.seconds)
      return try object.read(key, Read.seconds) ?? whole
    }
    func required(_ key: String) throws(SnapshotError) -> Instant {
      if let instant = try instant(key) { return instant }
      throw SnapshotError(.missing(.wholeNumber(from: 0))).under(.key(key))
    }
    id = try object.require("id", .text, Read.name)
    price = try object.require("price", "id", .text, Read.name)
    names = [
      try object.read("price", "lookup_key", Read.name),
      try object.read("price", "product", Read.reference),
    ]
    // A metered item has no quantity.
    quantity = try object.read("quantity", Read.amount) ?? 1
    let key = "current_period_start"
    start = isStartRead ? try required(key) : try instant(key)
    end = try required("current_period_end")
  }
}
