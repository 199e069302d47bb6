public import TollgateRuntime

/// Work that must not be lost until it is done: transactions to verify, purchases begun without a
/// network, changes to send to a server. A pure state machine; time comes in from outside.
///
/// An item is handed out when it is due, and is not handed out again until it failed. It leaves the
/// queue only when it is done or refused for good.
public struct RetryQueue<Payload: Sendable>: Sendable {
  /// A piece of work.
  public struct Item: Sendable {
    /// Tells it from others; the same work has the same id.
    public let id: String
    /// What is to be done.
    public let payload: Payload
    /// How often it failed.
    public fileprivate(set) var failures = 0
    /// When it is due next; nothing while it is being done, and where no time is set.
    public fileprivate(set) var due: Instant?
    fileprivate var failuresInARow = 0
    fileprivate var isOut = false
  }

  /// When failed work is tried again.
  public let schedule: RetrySchedule
  /// All that is to be done, the first to come first.
  public private(set) var items: [Item] = []

  /// An empty queue.
  public init(schedule: RetrySchedule = .standard) {
    self.schedule = schedule
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { items.isEmpty }

  /// When the next item is due by the clock.
  public var nextDue: Instant? { items.compactMap { $0.due }.min() }

  /// Puts in work; work that is there already stays as it is.
  ///
  /// - Parameters:
  ///   - due: When it is due; nothing for when the queue is woken.
  ///   - failures: How often it failed before the app was launched.
  public mutating func add(
    _ payload: Payload, id: String, at due: Instant?, failures: Int = 0
  ) {
    guard index(of: id) == nil else { return }
    items.append(Item(id: id, payload: payload, failures: failures, due: due))
  }

  /// Hands out what is due.
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

  /// Hands out the first item if it is due, for work that must be done in its order: what stands
  /// behind an item that failed waits with it.
  public mutating func takeFirst(at now: Instant) -> Item? {
    guard let due = items.first?.due, due <= now else { return nil }
    items[0].due = nil
    items[0].isOut = true
    return items[0]
  }

  /// Notes that an attempt failed; the item stays.
  ///
  /// - Returns: What a person is told: once for each item, at the failure that the schedule names.
  public mutating func fail(_ id: String, at now: Instant) -> PurchaseNotice? {
    guard let index = index(of: id) else { return nil }
    items[index].isOut = false
    items[index].failures += 1
    items[index].failuresInARow += 1
    items[index].due = schedule.nextAttempt(after: items[index].failuresInARow, at: now)
    guard items[index].failures == schedule.noticeAt else { return nil }
    return .failing(id: id, attempts: items[index].failures)
  }

  /// Takes out work that is done, or refused for good.
  public mutating func remove(_ id: String) {
    items.removeAll { $0.id == id }
  }

  /// Makes everything due that is not being done: the app came to the foreground, or there is a
  /// network again.
  public mutating func wake(at now: Instant) {
    for index in items.indices where !items[index].isOut {
      items[index].due = now
      items[index].failuresInARow = 0
    }
  }

  /// Makes everything due: the app was launched, and whatever was being done no longer is.
  public mutating func launch(at now: Instant) {
    for index in items.indices { items[index].isOut = false }
    wake(at: now)
  }

  private func index(of id: String) -> Int? {
    items.firstIndex { $0.id == id }
  }
}
