public import TollgatePurchases

/// A store or server that answers a refresh when a test tells it to.
///
/// ```swift
/// let server = ManualRefresh()
/// let refresher = Refresher(freshness, clock: clock, refresh: { await server.ask() })
/// await refresher.handle(.launched)
/// await server.answer(with: .failure(.networkError))
/// ```
public actor ManualRefresh {
  /// The number of requests.
  public private(set) var requests = 0
  /// The number of flushes.
  public private(set) var flushes = 0
  private var waiting: [CheckedContinuation<Refresher.Outcome, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// Creates a server without requests.
  public init() {}

  /// The refresh of a ``Refresher``; it waits for ``answer(with:)``.
  public func ask() async -> Refresher.Outcome {
    requests += 1
    return await withCheckedContinuation { continuation in
      waiting.append(continuation)
      for watcher in watchers { watcher.resume() }
      watchers = []
    }
  }

  /// The flush of a ``Refresher``.
  public func flush() { flushes += 1 }

  /// Waits for a request, and answers all requests.
  public func answer(with answer: Refresher.Outcome) async {
    if waiting.isEmpty { await withCheckedContinuation { watchers.append($0) } }
    for continuation in waiting { continuation.resume(returning: answer) }
    waiting = []
  }
}
