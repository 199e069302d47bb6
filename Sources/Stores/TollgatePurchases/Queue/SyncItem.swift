public import TollgateRuntime

/// A change for the app's server; it waits until the server has acknowledged it. Apps without a
/// server have none.
///
/// ```swift
/// if let change = tracker.observe(ledger, at: .now),
///   let item = SyncItem(change, account: account)
/// {
///   upload(["tier": item.tier ?? "", "until": item.end?.text ?? ""])
/// }
/// ```
///
/// It contains the whole status, so the last item is all that a server needs.
public struct SyncItem: Sendable, Hashable {
  /// Its identity, by which a server recognises an item that is sent twice.
  public var id: String
  /// Whose status it is.
  public var account: String?
  /// The user's tier; nil if the policy has no tiers.
  public var tier: String?
  /// The product in force; nil for none.
  public var product: String?
  /// When its paid time ends; nil for a lifetime.
  public var end: Instant?
  /// Whether it will renew.
  public var renews: Bool
  /// The payment method.
  public var method: PaymentMethod?

  init(
    id: String, account: String?, tier: String?, product: String?, end: Instant?, renews: Bool,
    method: PaymentMethod?
  ) {
    self.id = id
    self.account = account
    self.tier = tier
    self.product = product
    self.end = end
    self.renews = renews
    self.method = method
  }

  /// The item for a change that a record caused; nil for a change that only time caused, which the
  /// server knows by itself.
  public init?(_ change: StatusChange, account: String? = nil) {
    guard change.kind != .expired, change.kind != .other, let record = change.records.first else {
      return nil
    }
    let plan = change.after.plan
    // A purchase and its end may concern the same reading of a transaction, and a purchase without
    // an account changes the status of every account.
    let version = "\(record.confirmed.milliseconds)/\(change.kind.rawValue)"
    let whose = account.map { "/" + $0 } ?? ""
    self.init(
      id: record.transactionID + "@" + version + whose, account: account, tier: change.after.tier,
      product: plan?.product, end: plan?.end, renews: plan?.renews ?? false, method: plan?.method)
  }
}

extension RetryQueue where Payload == SyncItem {
  /// Adds a change that a record caused.
  public mutating func add(_ change: StatusChange, account: String? = nil, at now: Instant) {
    if let item = SyncItem(change, account: account) { add(item, id: item.id, at: now) }
  }
}
