public import TollgateKit
public import TollgateRuntime

/// Runs a ``Freshness``: asks the store when it says so, one request at a time, and retries after a
/// failure.
///
/// ```swift
/// let refresher = Refresher(freshness, refresh: { await session.refresh() })
/// refresher.note(.launched)
/// // Beside every decision; it returns at once, whatever the network does.
/// refresher.note(.asked)
/// ```
public actor Refresher {
  /// The result of a refresh: the time of the data, or the error.
  public typealias Outcome = Result<Instant, PurchaseError>

  /// The freshness of the purchase data.
  public private(set) var freshness: Freshness
  private let clock: any StoreClock
  private let ask: @Sendable () async -> Outcome
  private let flush: @Sendable () async -> Void
  private var underWay: Task<Outcome, Never>?
  private var flushing: Task<Void, Never>?
  private var timer: Task<Void, Never>?

  /// Creates a refresher.
  ///
  /// - Parameters:
  ///   - clock: The source of the time.
  ///   - refresh: Asks the store or server, and takes in the answer.
  ///   - flushOutbox: Sends the waiting items; two calls never overlap.
  public init(
    _ freshness: Freshness, clock: any StoreClock = SystemClock(),
    refresh: @escaping @Sendable () async -> Outcome,
    flushOutbox: @escaping @Sendable () async -> Void = {}
  ) {
    self.freshness = freshness
    self.clock = clock
    ask = refresh
    flush = flushOutbox
  }

  deinit { timer?.cancel() }

  /// Reports an event, and returns at once.
  public nonisolated func note(_ event: Freshness.Event) {
    Task { await self.handle(event) }
  }

  /// Handles an event, and starts the requests it causes. It does not wait for the network.
  public func handle(_ event: Freshness.Event) {
    for request in freshness.handle(event, at: clock.now()) {
      switch request {
      case .refresh: start()
      case .flushOutbox: startFlush()
      }
    }
    setTimer()
  }

  /// Waits for fresh purchase data. It returns at once if the data is fresh, else with the result
  /// of the running refresh. All callers share one refresh.
  public func refreshIfStale() async -> Outcome {
    if let underWay { return await underWay.value }
    if let confirmed = freshness.confirmed, !freshness.isNeeded(at: clock.now()) {
      return .success(confirmed)
    }
    handle(.opened)
    guard let underWay else { return .failure(.networkError) }
    return await underWay.value
  }

  /// Asks now, also if the data is fresh, and waits for the answer. All callers share one refresh.
  ///
  /// - Returns: ``PurchaseError/networkError`` at once if there is no network.
  public func refresh() async -> Outcome {
    if underWay == nil { handle(.opened) }
    guard let underWay else { return .failure(.networkError) }
    return await underWay.value
  }

  /// Waits until no request is under way.
  package func waitUntilAnswered() async {
    while let underWay { _ = await underWay.value }
  }

  private func start() {
    underWay = Task {
      let answer = await ask()
      underWay = nil
      switch answer {
      case .success(let instant): handle(.refreshed(instant))
      case .failure(let error): handle(.failed(error))
      }
      return answer
    }
  }

  /// Runs after the current flush, so that items added meanwhile are sent too.
  private func startFlush() {
    let before = flushing
    flushing = Task {
      await before?.value
      await flush()
    }
  }

  /// Waits until the current flush has ended.
  public func waitUntilFlushed() async {
    await flushing?.value
  }

  /// Wakes when a failed refresh is due again.
  private func setTimer() {
    timer?.cancel()
    timer = nil
    guard let due = freshness.due else { return }
    timer = Task { [weak self, clock] in
      do {
        try await clock.sleep(until: due)
      } catch {
        return  // Another timer has replaced this one.
      }
      await self?.handle(.ticked)
    }
  }
}
