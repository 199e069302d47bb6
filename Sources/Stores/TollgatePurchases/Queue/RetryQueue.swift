public import TollgateRuntime

/// Work that must not be lost until it is done: transactions to verify, purchases begun without a
/// network, changes for a server. A pure state machine; the caller gives the time.
///
/// ```swift
/// var queue = RetryQueue<PurchaseRecord>()
/// queue.add(record, id: record.transactionID, at: .now)
/// for item in queue.take(at: .now) {
///   let isSent = await upload(item.payload)
///   if isSent { queue.remove(item.id) } else { _ = queue.fail(item.id, at: .now) }
/// }
/// ```
///
/// An item is taken when it is due, and not again until it failed. It leaves the queue only when it
/// is done or finally refused.
public struct RetryQueue<Payload: Sendable>: Sendable {
  /// An item of work.
  public struct Item: Sendable {
    /// Its identity; the same work has the same id.
    public let id: String
    /// The work.
    public let payload: Payload
    /// The number of failures.
    public fileprivate(set) var failures = 0
    /// When it is due next; nil while it is in progress, or has no time.
    public fileprivate(set) var due: Instant?
    fileprivate var failuresInARow = 0
    fileprivate var isOut = false
  }

  /// The retries of failed work.
  public let schedule: RetrySchedule
  /// All items, the first first.
  public private(set) var items: [Item] = []

  /// An empty queue.
  public init(schedule: RetrySchedule = .standard) {
    self.schedule = schedule
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { items.isEmpty }

  /// When the next item is due by the clock; nil if none is.
  public var nextDue: Instant? { items.compactMap { $0.due }.min() }

  /// Adds work; work with a known id stays as it is.
  ///
  /// - Parameters:
  ///   - due: When it is due; nil until the queue is woken.
  ///   - failures: The number of failures in earlier launches.
  public mutating func add(
    _ payload: Payload, id: String, at due: Instant?, failures: Int = 0
  ) {
    guard index(of: id) == nil else { return }
    items.append(Item(id: id, payload: payload, failures: failures, due: due))
  }

  /// Takes the due items.
  public mutating func take(at now: Instant) -> [Item] {
    var taken: [Item] = []
    for index in items.indices {
      guard let due = items[index].due, due <= now else { continue }
      items[index].due = nil
      items[index].isOut = true
      taken.append(items[index])
    }
    return taken
  }

  /// Takes the first item if it is due, for work that must stay in order: the items after a failed
  /// one wait for it.
  public mutating func takeFirst(at now: Instant) -> Item? {
    guard let due = items.first?.due, due <= now else { return nil }
    items[0].due = nil
    items[0].isOut = true
    return items[0]
  }

  /// Notes that an attempt failed; the item stays.
  ///
  /// - Returns: A message for the user: once per item, at the failure that the schedule names.
  public mutating func fail(_ id: String, at now: Instant) -> PurchaseNotice? {
    guard let index = index(of: id) else { return nil }
    items[index].isOut = false
    items[index].failures += 1
    items[index].failuresInARow += 1
    items[index].due = schedule.nextAttempt(after: items[index].failuresInARow, at: now)
    guard items[index].failures == schedule.noticeAt else { return nil }
    return .failing(id: id, attempts: items[index].failures)
  }

  /// Removes work that is done or finally refused.
  public mutating func remove(_ id: String) {
    items.removeAll { $0.id == id }
  }

  /// Makes everything due that is not in progress: the app came to the foreground, or the network
  /// is back.
  public mutating func wake(at now: Instant) {
    for index in items.indices where !items[index].isOut {
      items[index].due = now
      items[index].failuresInARow = 0
    }
  }

  /// Makes everything due: the app was launched, so nothing is in progress any more.
  public mutating func launch(at now: Instant) {
    for index in items.indices { items[index].isOut = false }
    wake(at: now)
  }

  private func index(of id: String) -> Int? {
    items.firstIndex { $0.id == id }
  }
}

/// The waits before a failed attempt is made again, and when the user is told.
///
/// ```swift
/// // After a minute, then after an hour; the user hears of it after the second failure.
/// let schedule = RetrySchedule(delays: [60_000, 3_600_000], noticeAt: 2)
/// let queue = RetryQueue<PurchaseRecord>(schedule: schedule)
/// ```
public struct RetrySchedule: Sendable, Hashable {
  /// The waits after the first, second, … failure in a row, in milliseconds. After the last one
  /// there is no retry by the clock: failed work waits until the app is launched, comes to the
  /// foreground, or is online again.
  public var delays: [Int64]
  /// The failure at which the user is told, from 1; 0 for never. Retries go on.
  public var noticeAt: Int

  /// Creates a schedule.
  public init(delays: [Int64], noticeAt: Int = 3) {
    self.delays = delays
    self.noticeAt = noticeAt
  }

  /// 1, 2, 4 and 8 seconds; the user is told at the third failure.
  public static let standard = RetrySchedule(delays: [1000, 2000, 4000, 8000])

  /// Only when the app is launched again.
  public static let nextLaunch = RetrySchedule(delays: [])

  /// When the next attempt is due; nil if none is due by the clock alone.
  ///
  /// - Parameters:
  ///   - failures: The number of failures in a row, the last at `now`.
  public func nextAttempt(after failures: Int, at now: Instant) -> Instant? {
    guard failures >= 1, failures <= delays.count else { return nil }
    return now.advanced(by: delays[failures - 1])
  }
}

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
