public import TollgateRuntime

/// The log of a user's purchase changes: entries are added, never changed or removed.
///
/// ```swift
/// var audit = AuditLog()
/// if let change = tracker.observe(ledger, at: .now) { audit.add(change) }
/// for entry in audit.newestFirst { show(entry.at, entry.kind, entry.product) }
/// ```
///
/// The fields of an entry are a closed list, without a receipt, token or card number.
public struct AuditLog: Sendable, Hashable {
  /// A logged change.
  public struct Entry: Sendable, Hashable {
    /// When the change was noticed.
    public let at: Instant
    /// The kind of change.
    public let kind: StatusChange.Kind
    /// The product, by the store's id.
    public let product: String
    /// The store's id of the transaction.
    public let transactionID: String
    /// The paid amount, if known.
    public let paid: Money?
    /// The payment method, if known.
    public let method: PaymentMethod?
    /// The state that the store reports.
    public let status: Grant.State
  }

  /// All entries, the oldest first.
  public private(set) var entries: [Entry] = []

  /// Creates an empty log.
  public init() {}

  /// Adds an entry for each purchase of a change.
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
