public import TollgateKit
public import TollgateRuntime

/// A clock that a test sets by hand. A sleeping task wakes when the clock reaches its time.
///
/// ```swift
/// let clock = TestClock(try #require(Instant("2026-01-31")))
/// clock.advance(by: .months(1))  // 2026-02-28
/// ```
public final class TestClock: StoreClock {
  private struct Sleeper: Sendable {
    var id: Int
    var until: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var now: Instant
    var sleepers: [Sleeper] = []
    /// The ids that were cancelled before they slept.
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state: Locked<State>

  /// Creates a clock at an instant.
  public init(_ now: Instant) {
    state = Locked(State(now: now))
  }

  /// The current time.
  public func now() -> Instant { state.withLock { $0.now } }

  /// The number of sleeping tasks.
  public var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Waits until a task sleeps on it.
  public func untilAwaited() async {
    while sleepers == 0 { await Task.yield() }
  }

  /// Sets the time, forwards or back.
  public func set(_ instant: Instant) {
    let woken = state.withLock { state in
      state.now = instant
      let woken = state.sleepers.filter { $0.until <= instant }
      state.sleepers.removeAll { $0.until <= instant }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Advances the time.
  public func advance(by period: StorePeriod) {
    set(period.instant(after: now()))
  }

  /// Waits until the clock reaches this instant. Throws when the task is cancelled.
  public func sleep(until instant: Instant) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Sleeper(id: id, until: instant, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func begin(_ sleeper: Sleeper) {
    enum Start { case cancelled, past, asleep }
    let start: Start = state.withLock { state in
      if state.cancelled.remove(sleeper.id) != nil { return .cancelled }
      if sleeper.until <= state.now { return .past }
      state.sleepers.append(sleeper)
      return .asleep
    }
    switch start {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .past: sleeper.continuation.resume()
    case .asleep: break
    }
  }

  private func cancel(_ id: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
