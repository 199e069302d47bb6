import Dispatch
import TollgateKit

/// Runs asynchronous work inside a command, which is synchronous.
enum Waiting {
  /// Waits for the result of `body`. The waiting thread is not one that tasks run on.
  static func result<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let value = Locked<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let found = await body()
      value.withLock { $0 = found }
      isDone.signal()
    }
    while true {
      isDone.wait()
      if let found = value.withLock({ $0 }) { return found }
    }
  }
}
