public import TollgateKit
public import TollgateRuntime

/// Drives a ``Freshness``: asks the store when it says so, once at a time, and again after a
/// failure.
///
/// ```swift
/// let refresher = Refresher(freshness, refresh: { await app.askStore() }, flushOutbox: { … })
/// refresher.note(.launched)
/// // Beside every decision; it returns at once, whatever the network does.
/// refresher.note(.asked)
/// ```
public actor Refresher {
  /// What a refresh came to: when the news is of, or why there is none.
  public typealias Outcome = Result<Instant, PurchaseError>

  /// How fresh the news is.
  public private(set) var freshness: Freshness
  private let clock: any StoreClock
  private let ask: @Sendable () async -> Outcome
  private let flush: @Sendable () async -> Void
  private var underWay: Task<Outcome, Never>?
  private var flushing: Task<Void, Never>?
  private var timer: Task<Void, Never>?

  /// A refresher.
  ///
  /// - Parameters:
  ///   - clock: Where the time comes from.
  ///   - refresh: Asks the store or server, and takes in what it answers.
  ///   - flushOutbox: Sends what waits to be sent; two of them never run at once.
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

  /// Takes note of an event, and returns at once.
  public nonisolated func note(_ event: Freshness.Event) {
    Task { await self.handle(event) }
  }

  /// Takes note of an event, and starts what it asks for. It does not wait for the network.
  public func handle(_ event: Freshness.Event) {
    for request in freshness.handle(event, at: clock.now()) {
      switch request {
      case .refresh: start()
      case .flushOutbox: startFlush()
      }
    }
    setTimer()
  }

  /// Fresh news, for whoever wants to wait for it: at once if there is some, else what the refresh
  /// under way comes to. However many wait, there is one.
  public func answer() async -> Outcome {
    if let underWay { return await underWay.value }
    if let confirmed = freshness.confirmed, !freshness.isStale(at: clock.now()) {
      return .success(confirmed)
    }
    handle(.opened)
    guard let underWay else { return .failure(.networkError) }
    return await underWay.value
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

  /// After the one that runs, if any: what came in meanwhile is sent too.
  private func startFlush() {
    let before = flushing
    flushing = Task {
      await before?.value
      await flush()
    }
  }

  /// Waits for what is being sent, if anything is.
  public func flushed() async {
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
        return  // Another timer has taken its place.
      }
      await self?.handle(.ticked)
    }
  }
}
