import Foundation
import TestSupport
import Testing

@testable import TollgateKit

/// Follows the changes of a decision in a task of its own, and keeps what it got.
final class Recorder: Sendable {
  private struct State: Sendable {
    var decisions: [Decision] = []
    var hasEnded = false
  }

  private let state = Locked(State())
  private let task = Locked<Task<Void, Never>?>(nil)

  init(_ changes: DecisionChanges) {
    let task = Task { [state] in
      for await decision in changes { state.withLock { $0.decisions.append(decision) } }
      state.withLock { $0.hasEnded = true }
    }
    self.task.withLock { $0 = task }
  }

  deinit { cancel() }

  var decisions: [Decision] { state.withLock { $0.decisions } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func cancel() { task.withLock { $0 }?.cancel() }

  /// What it got so far, once there is so much of it.
  func decisions(_ count: Int, _ place: SourceLocation = #_sourceLocation) async -> [Decision] {
    await soon(place) { self.decisions.count >= count }
    return decisions
  }
}

/// Waits until something is so, and fails if it never is.
func soon(
  _ place: SourceLocation = #_sourceLocation, _ condition: @Sendable () -> Bool
) async {
  let isSo = await eventually(condition)
  if !isSo { Issue.record("it did not happen", sourceLocation: place) }
}
