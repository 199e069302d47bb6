import Foundation

@testable import TollgateKit

/// A clock that stands still until a test moves it.
final class ManualClock: StoreClock {
  private struct State: Sendable {
    var now: Instant
    var sleepers: [Int: Sleeper] = [:]
    var next = 0
  }

  private struct Sleeper: Sendable {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private let state: Locked<State>

  init(_ now: Instant) {
    state = Locked(State(now: now))
  }

  func now() -> Instant { state.withLock { $0.now } }

  func sleep(until instant: Instant) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          if instant <= state.now { return .success(()) }
          state.sleepers[id] = Sleeper(deadline: instant, continuation: continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation
        .resume(throwing: CancellationError())
    }
  }

  /// Shows another time, also an earlier one, and wakes who waited for it.
  func set(_ now: Instant) {
    let due = state.withLock { state in
      state.now = now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map { $0.continuation }
    }
    for continuation in due { continuation.resume() }
  }

  /// Until when somebody sleeps, in order.
  var deadlines: [Instant] {
    state.withLock { $0.sleepers.values.map { $0.deadline } }.sorted()
  }
}
