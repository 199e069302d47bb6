public import TollgateRuntime

/// A change that an app's server is to hear of; it waits in a ``RetryQueue`` until the server has
/// acknowledged it. Apps without a server have none.
public struct SyncItem: Sendable, Hashable {
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

  /// What a server is to hear of a change.
  public init(_ change: StatusChange) {
    let plan = change.after.plan
    tier = change.after.tier
    product = plan?.product
    end = plan?.end
    renews = plan?.renews ?? false
    method = plan?.method
  }
}

extension RetryQueue where Payload == SyncItem {
  /// Puts in a change that a record brought about; one that time alone did is the server's to know.
  public mutating func add(_ change: StatusChange, at now: Instant) {
    guard change.kind != .expired, change.kind != .other, let record = change.records.first else {
      return
    }
    let version = String(record.confirmed.milliseconds)
    add(SyncItem(change), id: record.transactionID + "@" + version, at: now)
  }
}
