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
