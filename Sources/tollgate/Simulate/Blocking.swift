import Foundation

/// What a command waits for that is worked out elsewhere.
///
/// Invariant: `value` is read and written only while `condition` is held; that is what makes the
/// type safe to share.
private final class Awaited<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value?

  func give(_ value: Value) {
    condition.lock()
    self.value = value
    condition.signal()
    condition.unlock()
  }

  func wait() -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value { return value }
      condition.wait()
    }
  }
}

/// A command runs from its first line to its last; this is how it does what is asynchronous.
enum Blocking {
  /// Runs something to its end.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let awaited = Awaited<Value>()
    Task { awaited.give(await body()) }
    return awaited.wait()
  }
}
