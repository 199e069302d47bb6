public import TollgatePurchases

/// A store or server that answers a refresh when a test says so.
///
/// ```swift
/// let server = HeldRefresh()
/// let refresher = Refresher(freshness, clock: clock, refresh: { await server.ask() })
/// await refresher.handle(.launched)
/// await server.answer(with: .failure(.networkError))
/// ```
public actor HeldRefresh {
  /// How often it was asked.
  public private(set) var requests = 0
  /// How often what waits was sent to it.
  public private(set) var flushes = 0
  private var waiting: [CheckedContinuation<Refresher.Outcome, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// A server that nobody has asked yet.
  public init() {}

  /// What a ``Refresher`` calls to refresh; it waits for ``answer(with:)``.
  public func ask() async -> Refresher.Outcome {
    requests += 1
    return await withCheckedContinuation { continuation in
      waiting.append(continuation)
      for watcher in watchers { watcher.resume() }
      watchers = []
    }
  }

  /// What a ``Refresher`` calls to send what waits.
  public func flush() { flushes += 1 }

  /// Waits until somebody asks, and answers everybody who does.
  public func answer(with answer: Refresher.Outcome) async {
    if waiting.isEmpty { await withCheckedContinuation { watchers.append($0) } }
    for continuation in waiting { continuation.resume(returning: answer) }
    waiting = []
  }
}
