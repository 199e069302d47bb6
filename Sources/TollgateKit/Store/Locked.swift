#if canImport(Darwin)
  import Foundation
#else
  import Synchronization
#endif

#if canImport(Darwin)
  /// A value that threads share. (`Mutex` would do, from iOS 18 on.)
  // Invariant: no two threads are ever at `value`.
  package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Invariant: read and written only while `lock` is held.
    private var value: Value

    package init(_ value: Value) {
      self.value = value
    }

    /// Works on the value, which must take next to no time.
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return body(&value)
    }
  }
#else
  /// A value that threads share.
  package final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    package init(_ value: Value) {
      mutex = Mutex(value)
    }

    /// Works on the value, which must take next to no time.
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { body(&$0) }
    }
  }
#endif
