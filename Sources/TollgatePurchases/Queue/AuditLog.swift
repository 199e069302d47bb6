public import TollgateRuntime

/// What happened to a person's purchases: entries are added, never changed or removed.
///
/// The fields of an entry are a closed list. No receipt, token or card number has a place in it.
public struct AuditLog: Sendable, Hashable {
  /// Something that happened.
  public struct Entry: Sendable, Hashable {
    /// When it was noticed.
    public let at: Instant
    /// What happened.
    public let kind: StatusChange.Kind
    /// The product, as the store calls it.
    public let product: String
    /// The store's id of the transaction.
    public let transactionID: String
    /// What was paid, if it is known.
    public let paid: Money?
    /// How it was paid, if it is known.
    public let method: PaymentMethod?
    /// What the store says about it.
    public let status: Grant.State
  }

  /// All entries, the first first.
  public private(set) var entries: [Entry] = []

  /// A log in which nothing stands yet.
  public init() {}

  /// Adds an entry for each purchase that a change is about.
  public mutating func add(_ change: StatusChange) {
    entries += AuditLog.entries(for: change)
  }

  mutating func add(_ entry: Entry) { entries.append(entry) }

  static func entries(for change: StatusChange) -> [Entry] {
    change.records.map { record in
      Entry(
        at: change.at, kind: change.kind, product: record.product,
        transactionID: record.transactionID, paid: record.paid, method: record.method,
        status: change.kind == .expired ? .expired : record.state)
    }
  }

  /// The entries about a transaction, the newest first.
  public func entries(of transactionID: String) -> [Entry] {
    newestFirst.filter { $0.transactionID == transactionID }
  }

  /// All entries, the newest first.
  public var newestFirst: [Entry] { entries.reversed() }
}
