public import TollgateRuntime

/// A change that an app's server is to hear of; it waits until the server has acknowledged it. Apps
/// without a server have none.
///
/// It tells the whole status, so a server that has heard of the last one knows everything.
public struct SyncItem: Sendable, Hashable {
  /// Tells it from others: a server that hears of it twice knows it by this.
  public var id: String
  /// Whose status it is.
  public var account: String?
  /// The tier that is held; nothing where the policy has no tiers.
  public var tier: String?
  /// The product in force; nothing where there is none.
  public var product: String?
  /// When its paid time ends; nothing for a lifetime.
  public var end: Instant?
  /// Whether it will be renewed.
  public var renews: Bool
  /// How it was paid.
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

  /// What a server is to hear of a change that a record brought about; nothing of one that time
  /// alone did, which is the server's to know.
  public init?(_ change: StatusChange, account: String? = nil) {
    guard change.kind != .expired, change.kind != .other, let record = change.records.first else {
      return nil
    }
    let plan = change.after.plan
    // A purchase and its end may be about the same reading of a transaction, and a purchase of
    // nobody in particular changes the status of each account.
    let version = "\(record.confirmed.milliseconds)/\(change.kind.rawValue)"
    let whose = account.map { "/" + $0 } ?? ""
    self.init(
      id: record.transactionID + "@" + version + whose, account: account, tier: change.after.tier,
      product: plan?.product, end: plan?.end, renews: plan?.renews ?? false, method: plan?.method)
  }
}

extension RetryQueue where Payload == SyncItem {
  /// Puts in a change that a record brought about.
  public mutating func add(_ change: StatusChange, account: String? = nil, at now: Instant) {
    if let item = SyncItem(change, account: account) { add(item, id: item.id, at: now) }
  }
}
