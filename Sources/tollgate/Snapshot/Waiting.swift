import Foundation

/// Waits for work that is asynchronous by its interface alone: the command has nothing else to do.
enum Waiting {
  static func result<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let answer = Answer<Value>()
    Task.detached { answer.set(await work()) }
    return answer.get()
  }

  /// Invariant: `value` is written once, before `isThere` is signalled, and read after it.
  private final class Answer<Value: Sendable>: @unchecked Sendable {
    private var value: Value?
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
      self.value = value
      isThere.signal()
    }

    func get() -> Value {
      while true {
        isThere.wait()
        if let value { return value }
      }
    }
  }
}
