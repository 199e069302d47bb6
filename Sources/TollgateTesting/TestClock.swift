public import TollgateKit
public import TollgateRuntime

/// A clock that a test sets by hand. Who sleeps on it wakes when it is set to the hour or past it.
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
    /// Those that were cancelled before they slept.
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state: Locked<State>

  /// A clock that stands at an instant.
  public init(_ now: Instant) {
    state = Locked(State(now: now))
  }

  /// The time it shows.
  public func now() -> Instant { state.withLock { $0.now } }

  /// How many wait for it.
  public var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Returns once somebody waits for it.
  public func untilAwaited() async {
    while sleepers == 0 { await Task.yield() }
  }

  /// Sets it, forwards or back.
  public func set(_ instant: Instant) {
    let woken = state.withLock { state in
      state.now = instant
      let woken = state.sleepers.filter { $0.until <= instant }
      state.sleepers.removeAll { $0.until <= instant }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Sets it forwards.
  public func advance(by period: StorePeriod) {
    set(period.instant(after: now()))
  }

  /// Returns when the clock has been set to this instant, or at once if it is past. Throws as soon
  /// as the task is cancelled.
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
