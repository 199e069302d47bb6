import Dispatch
import TollgateKit

/// A command runs from its first line to its last; this is how it does what is asynchronous.
enum Waiting {
  /// Runs something to its end, on a thread that is none of the tasks', and gives what it comes to.
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
